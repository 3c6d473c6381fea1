import assert from 'node:assert/strict'
import { chmodSync, copyFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { institutions, makeBook } from '../../bench/market.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { finished, run, start } from '../support/cli.ts'
import { makeSampleBook } from '../support/sample-book.ts'
import { checkpointOf, edit, verifier, verify, verifyAs } from './verifier.ts'

test('docs/verify_book.py has at most 210 lines', () => {
  assert.ok(readFileSync(verifier, 'utf8').split('\n').length - 1 <= 210)
})

test('a user who may not write its folder reads and verifies the book of a release, and is told the way out for another book', async (t) => {
  const folder = temporaryDirectory(t)
  const book = await makeSampleBook(folder)
  const released = join(folder, 'release')
  assert.equal((await run(['release', released, '--database', book])).code, 0)
  for (const name of ['-shm', '-wal']) rmSync(`${book}${name}`, { force: true })
  for (const one of [book, folder, released]) chmodSync(one, 0o555)
  const user = process.getuid?.() === 0 ? { uid: 65_534 } : {}
  const file = join(released, 'book.sqlite')
  const verified = verifyAs(user, file)
  const refused = verifyAs(user, book)
  const commands = [['offers', file] as const, ['audit', file] as const, ['offers', book] as const]
  const results = await Promise.all(
    commands.map(([name, database]) => run([name, '--database', database], { cwd: '/', ...user })),
  )
  for (const one of [folder, released]) chmodSync(one, 0o755)
  assert.deepEqual([verified.code, verified.stderr], [0, ''])
  assert.match(verified.stdout, /^79 entries, digest /)
  assert.deepEqual(
    results.map(({ code, stderr }) => [code, stderr.endsWith(' name the copy with --database.\n')]),
    [
      [0, false],
      [0, false],
      [74, true],
    ],
  )
  assert.equal(refused.code, 2)
  assert.match(
    refused.stderr,
    /cannot be read after position 0: .*: copy the book, and its -wal if there is one, to a folder that you may write, and verify the copy\.\n$/,
  )
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
