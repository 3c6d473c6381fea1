import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import initCommand from '../../../src/cli/init.ts'
import { clockEnvironment } from '../../support/clock-environment.ts'
import { finished, run, startServer } from '../../support/cli.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { makeTruthBook } from './truth-book.ts'
import { pageAt } from './truth-table.ts'

const launcher = fileURLToPath(new URL('../../../bin/ratebook.js', import.meta.url))

/** A command of `docs/truth.md`, and what the document says that it prints. */
export type DocumentedCommand = { readonly command: string; readonly output: string }

/** The five commands of the document, and the line before them that sets the key. */
export function readCommands(): {
  readonly key: string
  readonly commands: readonly DocumentedCommand[]
} {
  const page = readFileSync(pageAt('truth.md'), 'utf8')
  const [, key = ''] = /^```sh\n(KEY=.*)\n```/m.exec(page) ?? []
  const pairs = page.matchAll(/^```sh\n([^`]*?)```\n\n```text\n([^`]*?)```/gm)
  const commands = Array.from(pairs, ([, command = '', output = '']) => ({ command, output }))
  return { key, commands }
}

/** Every flag of `ratebook init`, so that a publisher has every setting that it asks for. */
const initFlags: Readonly<Record<string, string>> = {
  '--country': 'KE',
  '--currency': 'KES',
  '--time-zone': 'Africa/Nairobi',
  '--languages': 'en,sw',
  '--operator': 'Rates of Kenya',
  '--contact': 'rates@example.org',
  '--insurance': '500000',
}

/** Runs commands of the document as a reader would, against a real server, and compares what they print. */
export async function runCommands(
  t: TestContext,
  commands: readonly DocumentedCommand[],
): Promise<void> {
  const { key } = readCommands()
  const folder = temporaryDirectory(t)
  const asked = initCommand.options.map(({ long }) => long)
  assert.deepEqual(
    Object.keys(initFlags),
    asked.filter((flag) => flag !== '--config'),
  )
  const made = await run(['init', folder, ...Object.entries(initFlags).flat()])
  assert.equal(made.code, 0, made.stderr)
  await makeTruthBook(folder)
  const signing = ['--signing-key', 'signing.key', '--origin', 'rates.example']
  const { address } = await startServer(t, [...signing, '--publish-captures', 'captures'], {
    cwd: folder,
  })
  const reader = join(folder, 'reader')
  mkdirSync(join(reader, 'bin'), { recursive: true })
  symlinkSync(launcher, join(reader, 'bin/ratebook'))
  copyFileSync(join(folder, 'july.txt'), join(reader, 'july.txt'))
  for (const program of ['verify_proof.py', 'verify_book.py'])
    copyFileSync(pageAt(program), join(reader, program))
  const released = await run(['release', join(reader, 'release'), ...signing], { cwd: folder })
  assert.equal(released.code, 0, released.stderr)
  const PATH = `${join(reader, 'bin')}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`
  const here = (text: string): string => text.replaceAll('https://rates.example', address)
  for (const { command, output } of commands) {
    const script = ['set -euo pipefail', key, here(command)].join('\n')
    const env = { ...clockEnvironment, PATH, HOME: process.env['HOME'] ?? reader }
    const printed = await finished(spawn('bash', ['-c', script], { cwd: reader, env }))
    assert.deepEqual(
      { code: printed.code, stdout: printed.stdout, stderr: printed.stderr },
      { code: 0, stdout: here(output), stderr: '' },
      command,
    )
  }
}
