import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { run, runAlone } from '../../support/cli.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { makeSmallBook, sheetOf, withReason, writeJson } from '../../support/small-book.ts'

const small = sharedBook(makeSmallBook)
const at = ['--at', '2026-06-10T00:00:00Z']

/** Uses of commands in the folder of a small book, for each way in which a command ends, and their exit codes. */
const uses: Readonly<Record<string, readonly [code: number, ...args: string[]]>> = {
  serve: [78, '--log-level', 'loud'],
  publish: [0, 'sheet.json', ...withReason, ...at],
  collect: [78],
  sources: [77],
  offers: [0],
  review: [64, 'approve'],
  source: [65, 'check', 'alpha-bank.yaml'],
}

// Most tests run commands in a process that they share. This test proves that a process of its own gives the same.
test('a command prints the same, and ends with the same exit code, in a process of its own', async (t) => {
  for (const [command, [code, ...args]] of Object.entries(uses)) {
    const results = []
    for (const start of [run, runAlone]) {
      const cwd = dirname(copyOf(t, small()))
      mkdirSync(join(cwd, 'captures'))
      writeJson(cwd, 'sheet.json', sheetOf())
      results.push(await start([command, ...args], { cwd }))
    }
    const [shared, own] = results
    assert.deepEqual(own, shared, command)
    assert.equal(own?.code, code, `${command}: ${own?.stderr}`)
    assert.notEqual((own?.stdout ?? '') + (own?.stderr ?? ''), '', command)
  }
})
