import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { entriesOf } from '../../book/store/drafts.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { digestOf, run } from '../../support/cli.ts'
import { bytesOf, institutionOf, writeJson } from '../../support/small-book.ts'

test('register: an unchanged record makes no entry, and a changed one a new entry', async (t) => {
  const cwd = temporaryDirectory(t)
  const file = writeJson(cwd, 'institutions.json', [institutionOf('a'), institutionOf('b')])
  const args = ['register', file, '--at', '2026-01-01T00:00:00Z']
  assert.deepEqual(await run(args, { cwd }), {
    code: 0,
    signal: null,
    stdout: '2 entered at positions 1 to 2, 0 unchanged\n',
    stderr: '',
  })
  const book = join(cwd, 'ratebook.db')
  const before = digestOf(book)
  for (const at of ['2026-01-01T00:00:00Z', '2025-01-01T00:00:00Z', '2026-03-01T00:00:00Z']) {
    const again = await run(['register', file, '--at', at], { cwd })
    assert.equal(again.code, 0, again.stderr)
    assert.equal(again.stdout, 'nothing entered, 2 unchanged\n')
  }
  assert.equal(digestOf(book), before)

  const changed = institutionOf('a', {
    active: false,
    credit_rating: 'A(lka)',
    rating_agency: 'Fitch',
    rating_updated: '2026-02-28',
  })
  const input = bytesOf([changed, institutionOf('b')])
  const later = ['--at', '2026-03-01T00:00:00Z', '--clock-is-right']
  const moved = await run(['register', '-', ...later], { cwd, input })
  assert.equal(moved.stdout, '1 entered at position 3, 1 unchanged\n')
  const store = await openSqliteStore(book, { mode: 'read' })
  const entries = await entriesOf(store)
  await store.close()
  assert.deepEqual(
    entries.map(({ position, kind, institutionId }) => `${position} ${kind} ${institutionId}`),
    ['1 institution-registered a', '2 institution-registered b', '3 institution-registered a'],
  )
})

test('register: reports all problems, exits with 65 and creates no book', async (t) => {
  const cwd = temporaryDirectory(t)
  const file = writeJson(cwd, 'institutions.json', [
    institutionOf('a', { id: 'Not An Id' }),
    institutionOf('b', { type: 'shop', rating_updated: '2026-02-30', stale_after_days: 0 }),
    institutionOf('b', { website: 'ftp://b.example/', nickname: 'B' }),
    'a text',
  ])
  const { code, stdout, stderr } = await run(['register', file], { cwd })
  assert.equal(code, 65)
  assert.equal(stdout, '')
  const places = [
    /^ {2}\[0\]\.id: .*\[bad-identifier\]$/m,
    /^ {2}\[1\]\.type: .*\[unknown-value\]$/m,
    /^ {2}\[1\]\.rating_updated: .*\[bad-day\]$/m,
    /^ {2}\[1\]\.stale_after_days: .*\[out-of-range\]$/m,
    /^ {2}\[2\]\.website: .*\[bad-url\]$/m,
    /^ {2}\[2\]\."nickname": .*\[unknown-key\]$/m,
    /^ {2}\[2\]\.id: .*\[duplicate-institution\]$/m,
    /^ {2}\[3\]: .*\[wrong-type\]$/m,
  ]
  for (const place of places) assert.match(stderr, place)
  assert.equal(stderr.trimEnd().split('\n').length, places.length + 1)
  const offers = await run(['institutions'], { cwd })
  assert.equal(offers.code, 78)
  assert.match(offers.stderr, /There is no book at ratebook\.db/)
})

test('register: anything but a list of institutions exits with 65', async (t) => {
  const cwd = temporaryDirectory(t)
  writeFileSync(join(cwd, 'text.json'), 'hello')
  const refusals: [string, RegExp][] = [
    ['text.json', /not JSON.*\[not-json\]/],
    ['nowhere.json', /cannot be read.*\[not-a-file\]/],
    ['.', /directory.*\[not-a-file\]/],
    [writeJson(cwd, 'object.json', {}), /not a JSON array.*\[wrong-type\]/],
  ]
  for (const [file, sentence] of refusals) {
    const { code, stderr } = await run(['register', file], { cwd })
    assert.equal(code, 65)
    assert.match(stderr, sentence)
  }
})

test('register: a time before the last entry is refused', async (t) => {
  const cwd = temporaryDirectory(t)
  const first = writeJson(cwd, 'first.json', [institutionOf('a')])
  const second = writeJson(cwd, 'second.json', [institutionOf('a'), institutionOf('b')])
  await run(['register', first, '--at', '2026-02-01T00:00:00Z'], { cwd })
  const before = digestOf(join(cwd, 'ratebook.db'))
  const late = await run(['register', second, '--at', '2026-01-01T00:00:00Z'], { cwd })
  assert.equal(late.code, 65)
  assert.match(late.stderr, /2026-01-01T00:00:00Z.*2026-02-01T00:00:00Z.*\[before-last-entry\]/)
  assert.equal(digestOf(join(cwd, 'ratebook.db')), before)
})

test('register: a name that looks like that of another institution is refused', async (t) => {
  const cwd = temporaryDirectory(t)
  const named = (id: string, name: string, fields = {}) => institutionOf(id, { name, ...fields })
  const register = async (at: string, ...institutions: object[]) =>
    run(['register', '-', '--at', at], { cwd, input: bytesOf(institutions) })
  const file = await register(
    '2026-01-01T00:00:00Z',
    named('hatton', 'Hatton National Bank'),
    named('other', '\u0397atton  NATIONAL BANK'),
  )
  assert.equal(file.code, 65)
  assert.match(
    file.stderr,
    /^standard input: refused\n {2}\[1\]\.name: The name .* looks like that of the institution hatton; .* \[confusable-name\]\n$/,
  )
  const first = await register('2026-01-01T00:00:00Z', named('hatton', 'Hatton National Bank'))
  assert.equal(first.code, 0, first.stderr)
  const before = digestOf(join(cwd, 'ratebook.db'))
  const book = await register(
    '2026-01-02T00:00:00Z',
    named('third', 'Third Bank'),
    named('other', 'Hatton Nationa\u0399 Bank'),
  )
  assert.equal(book.code, 65)
  assert.match(book.stderr, /\[1\]\.name: .*institution hatton; .*\[confusable-name\]/)
  assert.equal(digestOf(join(cwd, 'ratebook.db')), before)
  const own = await register(
    '2026-01-02T00:00:00Z',
    named('hatton', 'HATTON NATIONAL BANK', { active: false }),
    named('third', 'Third Bank'),
  )
  assert.equal(own.code, 0, own.stderr)
  const moved = await register(
    '2026-01-03T00:00:00Z',
    named('other', 'Hatton National Bank'),
    named('hatton', 'HNB'),
  )
  assert.equal(moved.code, 0, 'a name can move to another institution in one file')
})
