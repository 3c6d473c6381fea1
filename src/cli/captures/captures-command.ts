import type { Command } from 'commander'
import { command, type DatabaseOption } from '../options.ts'
import { capturesOption } from './captures-option.ts'

/** The options of all `captures` commands. */
export type CapturesOptions = DatabaseOption & { readonly captures: string }

/** A `captures` command: with `--captures` and `--database`. */
export function capturesCommand(name: string, description: string, example: string): Command {
  return command(name, description, example).addOption(capturesOption())
}
