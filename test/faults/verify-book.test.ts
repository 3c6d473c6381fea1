import assert from 'node:assert/strict'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { institutions, makeBook } from '../../bench/market.ts'
import { temporaryDirectory } from '../store/sqlite-books.ts'
import { finished, start } from '../support/cli.ts'
import { checkpointOf, edit, verifier, verify } from './verifier.ts'

test('docs/verify_book.py has at most 210 lines', () => {
  assert.ok(readFileSync(verifier, 'utf8').split('\n').length - 1 <= 210)
})

/** The program needs Python, so only `npm run test:faults` runs it. */
const rounds = process.env['FAULT_ROUNDS']

if (rounds !== undefined) {
  const changes = Number(rounds) * 1_000
  test(
    `docs/verify_book.py verifies a copy of ${changes} changes, and finds one altered rate and a rewritten past`,
    { timeout: 3_600_000 },
    async (t) => {
      const folder = temporaryDirectory(t)
      const book = makeBook(folder, changes)
      const copy = join(folder, 'copy.db')
      const copied = await finished(start(['copy', '--from', book, '--to', copy]), 3_600_000)
      assert.equal(copied.code, 0, copied.stderr)
      const positions = Number(/Both have the same (\d+) entries/.exec(copied.stdout)?.[1])
      // The book begins with the institutions.
      const altered = Math.ceil((institutions.length + positions) / 2)
      const checkpoint = checkpointOf(copy, positions)

      const began = performance.now()
      const passed = verify(copy, checkpoint)
      t.diagnostic(`${positions} entries in ${Math.round(performance.now() - began)} ms`)
      assert.match(
        passed.stdout,
        new RegExp(
          `^${positions} entries, digest [0-9a-f]{64} at position ${positions}\n.*/checkpoint\\.txt: the book contains position ${positions}; its Ed25519 signature was not verified\n$`,
        ),
      )
      assert.deepEqual({ ...passed, stdout: '' }, { code: 0, stdout: '', stderr: '' })

      const rewritten = join(folder, 'rewritten.db')
      copyFileSync(copy, rewritten)
      const oneRate = `UPDATE entry SET body =
        json_set(body, '$.changes[7].rate', '7.77', '$.sheet.offers[7].rate', '7.77')
        WHERE position = ${altered}`
      edit(copy, oneRate)
      const found = verify(copy)
      assert.equal(found.code, 1)
      assert.match(
        found.stderr,
        new RegExp(`differs at position ${altered}: the body does not match its digest`),
      )

      edit(rewritten, oneRate, { isRechained: true })
      const unnoticed = verify(rewritten)
      assert.deepEqual([unnoticed.code, unnoticed.stderr], [0, ''])
      const contradicted = verify(rewritten, checkpoint)
      assert.equal(contradicted.code, 1)
      assert.match(
        contradicted.stderr,
        new RegExp(
          `differs at position ${positions}: the root is [0-9A-Za-z+/]{43}=, and [0-9A-Za-z+/]{43}= in`,
        ),
      )
    },
  )
}
