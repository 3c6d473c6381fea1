import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { readBook } from '../../src/book/publish/context-from-store.ts'
import {
  decideCorrection,
  type CorrectionRequest,
} from '../../src/book/publish/decide-correction.ts'
import { openSqliteStore } from '../../src/book/store/sqlite/sqlite-store.ts'
import { offer } from '../book/store/drafts.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { run } from '../support/cli.ts'
import { mirrorBook } from '../support/mirrored.ts'
import { makeReviewedBook } from '../support/reviewed-book.ts'
import { copyOf, sharedBook } from '../support/sample-book.ts'
import { at } from '../support/sample-market.ts'
import { makeSmallBook } from '../support/small-book.ts'
import { checkpointOf, edit, verifier, verify } from './verifier.ts'

const small = sharedBook(makeSmallBook)

/** The small book with a corrected figure at position 4, and the retraction of its sheet at position 5. */
const corrected = sharedBook(async (folder) => {
  const path = await makeSmallBook(folder)
  const store = await openSqliteStore(path, { mode: 'write' })
  const correct = (request: Omit<CorrectionRequest, 'of'>) =>
    store.append(async (reader) => {
      const book = await readBook(reader, 'alpha-bank')
      const verdict =
        book && decideCorrection(book, { ...request, of: 3 }, at('2026-06-03T06:00:00Z'))
      if (verdict?.kind !== 'corrected') throw new Error(JSON.stringify(verdict))
      return [verdict.draft]
    })
  const { rate, ...tier } = offer('general 6 maturity', '7.25')
  await correct({ cause: 'misread', figure: { tier, rate }, by: 'Zoë', note: 'Printed “7.25 %”.' })
  await correct({ cause: 'wrong-page' })
  await store.close()
  return path
})

const bodyAt = (position: number, from: string, to: string): string =>
  `UPDATE entry SET body = replace(body, '${from}', '${to}') WHERE position = ${position}`

/** Edits of the corrected book, and what the program says about each. */
const editedCorrections: readonly (readonly [title: string, sql: string, sentence: RegExp])[] = [
  ['a corrected rate', bodyAt(4, '7.25', '7.52'), /position 4: the body does not match its digest/],
  [
    'the note of a correction',
    bodyAt(4, 'Printed', 'printed'),
    /position 4: the body does not match its digest/,
  ],
  [
    'a retraction made a correction',
    bodyAt(5, 'true', 'false'),
    /position 5: the body does not match its digest/,
  ],
  ['a correction removed', `DELETE FROM entry WHERE position = 4`, /4: .* has position 5\./],
]

const body = (value: string): string => `UPDATE entry SET body = ${value} WHERE position = 3`

/** Edits of the small book, and what the program says about each. */
const edits: readonly (readonly [title: string, sql: string, sentence: RegExp])[] = [
  [
    'a rate',
    body(`replace(body, '8.00', '8.01')`),
    /position 3: the body does not match its digest/,
  ],
  ['a body removed', body('NULL'), /position 3: the body is missing/],
  ['a digest', `UPDATE entry SET digest = upper(digest) WHERE position = 2`, /position 2: the dig/],
  ['an entry removed', `DELETE FROM entry WHERE position = 2`, /position 2: .* has position 3\./],
  ['the first one removed', `DELETE FROM entry WHERE position = 1`, /position 1: .* position 2\./],
  ['text that is not UTF-8', body(`CAST(x'22ff22' AS TEXT)`), /position 3: .*surrogates/],
]

/** Edits after which all digests are computed again. */
const forgeries: typeof edits = [
  [
    'an earlier instant',
    `UPDATE entry SET at = '2025-12-31T23:59:59.999Z' WHERE position = 2`,
    /2: the instant/,
  ],
  [
    'a day that does not exist',
    `UPDATE entry SET at = '2026-06-31T06:00:00.000Z' WHERE position = 3`,
    /3: day/,
  ],
  [
    'another form of an instant',
    `UPDATE entry SET at = '2026-06-01T06:00:00Z' WHERE position = 3`,
    /3: the inst/,
  ],
  [
    'a line feed',
    `UPDATE entry SET institution_id = 'a' || char(10) || 'b' WHERE position = 2`,
    /2: .*line feed/,
  ],
  ['white space', body(`replace(body, ',', ', ')`), /3: the body is not canonical JSON/],
  ['keys in another order', body(`'{"note":"b","by":"a"}'`), /3: the body is not canonical JSON/],
  ['a key twice', body(`'{"by":"a","by":"a"}'`), /3: the body is not canonical JSON/],
  ['an escape that is not needed', body(`'{"by":"\\u0041"}'`), /3: the body is not canonical JSON/],
  ['a fraction', body(`'{"a":7.5}'`), /3: the body contains 7\.5, which is not a whole number/],
  ['not a number', body(`'{"a":NaN}'`), /3: the body contains NaN, which/],
  ['no JSON', body(`'{'`), /position 3: /],
  ['deep nesting', body(`printf('%.*c', 100000, '[')`), /position 3: .*recursion/],
]

// The program needs Python, so only `npm run test:faults` runs it.
if (process.env['FAULT_ROUNDS'] !== undefined) {
  for (const [list, isRechained] of [
    [edits, false],
    [forgeries, true],
  ] as const) {
    for (const [title, sql, sentence] of list) {
      const how = isRechained ? ', with all digests computed again' : ''
      test(`docs/verify_book.py names the position of an edit${how}: ${title}`, (t) => {
        const book = copyOf(t, small())
        assert.equal(verify(book).code, 0)
        edit(book, sql, { isRechained })
        const { code, stdout, stderr } = verify(book)
        assert.deepEqual([code, stdout], [1, ''])
        assert.match(stderr, sentence)
        assert.match(stderr, /^[^\n]+ differs at position \d: [^\n]+\.\n$/)
      })
    }
  }

  for (const [title, sql, sentence] of editedCorrections) {
    test(`docs/verify_book.py names the position of an edited correction: ${title}`, (t) => {
      const book = copyOf(t, corrected())
      assert.match(verify(book).stdout, /^5 entries, /)
      edit(book, sql)
      const { code, stdout, stderr } = verify(book)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, sentence)
    })
  }

  const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)'
  for (const [title, sql] of [
    ['a table added', 'CREATE TABLE offers (rate)'],
    ['a view added', 'CREATE VIEW offers AS SELECT 1'],
    ['a trigger removed', 'DROP TRIGGER entry_is_never_deleted'],
    ['a view with the name of a table of a release', 'CREATE VIEW offer AS SELECT 1'],
    [
      'an endless view in the place of a table',
      `DROP TABLE mirror; CREATE VIEW mirror AS ${endless} SELECT i AS id FROM n WHERE i = 0`,
    ],
  ] as const)
    test(`docs/verify_book.py reads no book with another schema: ${title}`, (t) => {
      const book = copyOf(t, small())
      const db = new DatabaseSync(book)
      db.exec(sql)
      db.close()
      const { code, stdout, stderr } = verify(book)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, /^\S+ has a table, a view or a trigger that differs from [^\n]*\n$/)
    })

  test('docs/verify_book.py ends with 2 and one sentence if its result cannot be written', (t) => {
    const { stderr, status } = spawnSync(
      'sh',
      ['-c', `python3 "$0" "$1" > /dev/full`, verifier, copyOf(t, small())],
      { encoding: 'utf8' },
    )
    assert.equal(status, 2)
    assert.match(stderr, /^The result cannot be written: [^\n]*\n$/)
  })

  test('docs/verify_book.py finds entries that were removed at the end with a checkpoint only', (t) => {
    const book = copyOf(t, small())
    const checkpoint = checkpointOf(book, 3)
    edit(book, 'DELETE FROM entry WHERE position = 3')
    assert.match(verify(book).stdout, /^2 entries, digest [0-9a-f]{64} at position 2\n$/)
    const { code, stderr } = verify(book, checkpoint)
    assert.equal(code, 1)
    assert.match(stderr, /ends at position 2, and .*checkpoint\.txt is of position 3\.\n$/)
  })

  test('docs/verify_book.py verifies the book of a release, which has more tables', async (t) => {
    const folder = join(temporaryDirectory(t), 'release')
    const { code, stderr } = await run(['release', folder, '--database', copyOf(t, small())])
    assert.equal(code, 0, stderr)
    assert.match(verify(join(folder, 'book.sqlite')).stdout, /^3 entries, digest /)
  })

  test('docs/verify_book.py verifies a mirror, and finds a private body that its own book lacks', async (t) => {
    const folder = temporaryDirectory(t)
    const [book, mirror] = [await makeReviewedBook(folder), join(folder, 'mirror.db')]
    await mirrorBook(book, mirror)
    const own = verify(book).stdout
    assert.deepEqual(verify(mirror), {
      code: 0,
      stdout: `${own}3 private entries have no body here; only their digests were verified\n`,
      stderr: '',
    })
    edit(mirror, 'DELETE FROM mirror')
    assert.match(verify(mirror).stderr, /differs at position 4: the body is missing\.\n$/)
  })

  test('docs/verify_book.py ends with 2 and one sentence if it cannot read a file', (t) => {
    const book = copyOf(t, small())
    const folder = dirname(book)
    const other = join(folder, 'other.db')
    new DatabaseSync(other).close()
    const text = join(folder, 'text.txt')
    writeFileSync(text, 'This is not a database or a checkpoint.\n'.repeat(100))
    const cases = [
      [[], /^Verifies a book of Ratebook: python3 verify_book\.py BOOK\.db/],
      [[join(folder, 'missing.db')], /missing\.db is not a file/],
      [[other], /other\.db is not a book of Ratebook/],
      [[text], /text\.txt cannot be read after position 0: file is not a database/],
      [[book, text], /text\.txt is not a checkpoint/],
      [[book, join(folder, 'missing.txt')], /missing\.txt cannot be read: /],
    ] as const
    for (const [files, sentence] of cases) {
      const { code, stdout, stderr } = verify(...files)
      assert.deepEqual([code, stdout], [2, ''], stderr)
      assert.match(stderr, sentence)
      assert.match(stderr, /^[^\n]+\n$/)
    }
  })
}
