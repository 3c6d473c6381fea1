import { Option, type Command } from 'commander'
import { command, type DatabaseOption } from '../options.ts'

/** The options of all `captures` commands. */
export type CapturesOptions = DatabaseOption & { readonly captures: string }

/** The `--captures` option. */
export function capturesOption(): Option {
  return new Option('--captures <folder>', 'the folder of the captured pages')
    .env('RATEBOOK_CAPTURES')
    .default('captures')
}

/** A `captures` command: with `--captures` and `--database`. */
export function capturesCommand(name: string, description: string, example: string): Command {
  return command(name, description, example).addOption(capturesOption())
}
