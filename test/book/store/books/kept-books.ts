import assert from 'node:assert/strict'
import { run } from '../../../support/cli.ts'

/** A file about the kept book of a version of the format: the book itself, or its answers. */
export function fileOf(format: number, extension: 'db' | 'json'): URL {
  return new URL(`format-${format}.${extension}`, import.meta.url)
}

/** The commands whose answers are kept. None of them depends on the day. */
const commands = ['offers', 'history alpha', 'changes', 'corrections', 'institutions']

/** The answers that a book gives, by command. */
export async function answersOf(database: string): Promise<Readonly<Record<string, unknown>>> {
  const answers: Record<string, unknown> = {}
  for (const command of commands) {
    const { code, stdout, stderr } = await run([
      ...command.split(' '),
      '--json',
      '--database',
      database,
    ])
    assert.equal(code, 0, stderr)
    answers[command] = JSON.parse(stdout)
  }
  return answers
}
