import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { run, runAlone } from '../support/cli.ts'
import { copyOf, sharedBook } from '../support/sample-book.ts'
import {
  institutionOf,
  makeSmallBook,
  sheetOf,
  withReason,
  writeJson,
} from '../support/small-book.ts'

const small = sharedBook(makeSmallBook)
const at = ['--at', '2026-06-10T00:00:00Z']
const known = ['--known-at', '2026-06-10T00:00:00Z']
const figure = ['--of', '3', '--terms', 'general 12 maturity', '--rate', '8.25']

/** A use of each command in the folder of a small book, and its exit code. */
const uses: Readonly<Record<string, readonly [code: number, ...args: string[]]>> = {
  serve: [78, '--log-level', 'loud'],
  register: [0, 'institutions.json', ...at],
  publish: [0, 'sheet.json', ...withReason, ...at],
  check: [0, 'alpha-bank', ...at],
  verify: [0, 'alpha-bank', ...at],
  correct: [0, ...figure, '--cause', 'misread', '--note', 'a test', ...at],
  collect: [78],
  sources: [77],
  alerts: [77],
  audit: [0],
  setup: [78],
  copy: [0, '--from', 'ratebook.db', '--to', 'copy.db'],
  offers: [0],
  compare: [0, '--tenure-months', '12'],
  history: [0, 'alpha-bank'],
  changes: [0],
  corrections: [0],
  freshness: [0, ...known],
  institutions: [0],
  events: [0],
  captures: [0, 'verify'],
  reviewer: [0, 'list'],
  review: [0, 'list'],
  desk: [78, '--origin', 'nowhere'],
  'practice-bank': [0, '--help'],
  demo: [0, '--help'],
  source: [65, 'check', 'alpha-bank.yaml'],
}

// Most tests run commands in a process that they share. This test proves that a process of its own gives the same.
test('every command prints the same, and ends with the same exit code, in a process of its own', async (t) => {
  const { stdout: help } = await runAlone(['--help'])
  const listed = Array.from(help.matchAll(/^ {2}([a-z][a-z-]*) /gm), ([, name]) => name)
  assert.deepEqual(
    listed.filter((name) => name !== 'help'),
    Object.keys(uses),
  )
  for (const [command, [code, ...args]] of Object.entries(uses)) {
    const results = []
    for (const start of [run, runAlone]) {
      const cwd = dirname(copyOf(t, small()))
      mkdirSync(join(cwd, 'captures'))
      writeJson(cwd, 'institutions.json', [institutionOf('gamma-bank')])
      writeJson(cwd, 'sheet.json', sheetOf())
      results.push(await start([command, ...args], { cwd }))
    }
    const [shared, own] = results
    assert.deepEqual(own, shared, command)
    assert.equal(own?.code, code, `${command}: ${own?.stderr}`)
    assert.notEqual((own?.stdout ?? '') + (own?.stderr ?? ''), '', command)
  }
})
