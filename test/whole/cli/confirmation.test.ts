import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { digestOf, run } from '../../support/cli.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { makeSmallBook } from '../../support/small-book.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'

const small = sharedBook(makeSmallBook)

for (const [name, done] of [
  ['check', 'checked'],
  ['verify', 'verified'],
] as const) {
  test(`${name}: repeating the command enters nothing`, async (t) => {
    const book = copyOf(t, small())
    const cwd = dirname(book)
    const args = [name, 'alpha-bank', '--at', '2026-06-10T08:30:00Z']
    const first = await run(args, { cwd })
    assert.equal(first.stdout, `alpha-bank: ${done} at position 4, 2026-06-10T08:30:00Z\n`)
    assert.deepEqual([first.code, first.stderr], [0, ''])
    const before = digestOf(book)
    const again = await run(args, { cwd })
    assert.equal(
      again.stdout,
      'alpha-bank: unchanged, already at position 4, 2026-06-10T08:30:00Z\n',
    )
    assert.equal(again.code, 0)
    assert.equal(digestOf(book), before)
    const now = await run([name, 'beta-finance', '--clock-is-right'], { cwd })
    assert.match(now.stdout, new RegExp(`^beta-finance: ${done} at position 5, 2\\d{3}-`))
  })
}

test('check and verify at the same time are two entries', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const at = ['--at', '2026-06-10T08:30:00Z']
  await run(['check', 'alpha-bank', ...at], { cwd })
  const verified = await run(['verify', 'alpha-bank', ...at], { cwd })
  assert.match(verified.stdout, /verified at position 5/)
  const again = await run(['check', 'alpha-bank', ...at], { cwd })
  assert.match(again.stdout, /unchanged, already at position 4/)
})

test('verify: an unregistered institution and a time before the last entry exit with 65', async (t) => {
  const book = copyOf(t, small())
  const before = digestOf(book)
  const args = ['verify', 'gamma-bank', '--at', '2020-01-01T00:00:00Z']
  const { code, stdout, stderr } = await run(args, { cwd: dirname(book) })
  assert.equal(code, 65)
  assert.equal(stdout, '')
  assert.match(stderr, /gamma-bank is not registered.*\[unregistered\]\n.*\[before-last-entry\]\n$/)
  assert.equal(digestOf(book), before)
})

test('check: does not create a book', async (t) => {
  const cwd = temporaryDirectory(t)
  const { code, stderr } = await run(['check', 'alpha-bank'], { cwd })
  assert.equal(code, 78)
  assert.match(stderr, /There is no book at ratebook\.db.*ratebook register FILE/)
  assert.equal(digestOf(join(cwd, 'ratebook.db')), digestOf(join(cwd, 'nowhere')))
})
