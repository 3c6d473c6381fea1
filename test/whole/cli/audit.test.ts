import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { changeBook, flipBit, withoutTriggers } from '../../book/store/sqlite-books.ts'
import { auditCode } from '../../long/exit-code.ts'
import { digestOf, run } from '../../support/cli.ts'
import { rechainFile } from '../../support/rechain.ts'
import { copyOf, makeSampleBook, sharedBook } from '../../support/sample-book.ts'
import { samples } from '../../support/sample-market.ts'

const sample = sharedBook(makeSampleBook)

/** Changes entries behind the triggers, and recomputes the digests if a forger would. */
function tamper(book: string, statements: string, recompute: boolean): void {
  const db = new DatabaseSync(book, { defensive: false })
  withoutTriggers(db, () => {
    const { changes } = db.prepare(statements).run()
    assert.ok(Number(changes) > 0, 'the tampering must change something')
    if (recompute) rechainFile(db)
  })
  db.close()
}

const bank = `institution_id = 'bank-of-ceylon' AND kind = 'sheet-published'`

test('audit: no difference, exit code 0, and the book is unchanged', async (t) => {
  const book = copyOf(t, sample())
  const before = digestOf(book)
  assert.deepEqual(await run(['audit'], { cwd: dirname(book) }), {
    code: 0,
    signal: null,
    stdout: '79 entries, no difference\n',
    stderr: '',
  })
  assert.equal(digestOf(book), before)
})

const replaced = (from: string, to: string) =>
  `UPDATE entry SET body = replace(body, '${from}', '${to}')`
/** Ways to tamper with a book, and the position that `audit` must report. */
const tamperings: readonly [
  change: string,
  statements: string,
  position: number,
  message: RegExp,
][] = [
  [
    'a rate of a sheet',
    `UPDATE entry SET body = json_set(body, '$.sheet.offers[0].rate', '12.34') WHERE position = 48`,
    48,
    /changes are not the differences/,
  ],
  [
    'a rate among the changes',
    `UPDATE entry SET body = json_set(body, '$.changes[2].rate', '12.34') WHERE position = 53`,
    53,
    /changes are not the differences/,
  ],
  [
    'a direction',
    `${replaced('"direction":"down"', '"direction":"flat"')} WHERE position = 53`,
    53,
    /changes are not the differences/,
  ],
  [
    'a removed withdrawal',
    `UPDATE entry SET body = json_remove(body, (SELECT item.fullkey FROM json_each(body, '$.changes') AS item
       WHERE item.value ->> 'direction' = 'withdrawn' LIMIT 1)) WHERE position = 55`,
    55,
    /changes are not the differences/,
  ],
  [
    'a complete sheet marked as partial',
    `${replaced('"complete":true', '"complete":false')} WHERE position = 55`,
    55,
    /changes are not the differences/,
  ],
  ['another currency', `${replaced('"LKR"', '"USD"')} WHERE position = 60`, 60, /USD.*LKR/],
  [
    'a rate reprinted with another zero',
    `UPDATE entry SET body = (SELECT json_set(body, item.fullkey || '.rate', (item.value ->> 'rate') || '0')
       FROM json_each(body, '$.sheet.offers') AS item WHERE NOT EXISTS (SELECT 1 FROM json_each(body, '$.changes') AS change
         WHERE change.value ->> 'tenure' = item.value ->> 'tenure' AND change.value ->> 'payout' = item.value ->> 'payout')
       LIMIT 1) WHERE position = 57`,
    57,
    /another printing/,
  ],
  ['a space in a body', `${replaced('{"', '{ "')} WHERE position = 7`, 7, /canonical/],
  ['an empty body', `UPDATE entry SET body = '{}' WHERE position = 50`, 50, /./],
  [
    'an added verification of an unknown institution',
    `INSERT INTO entry SELECT max(position) + 1, max(at), 'rates-verified', 'nobody', digest, body_digest, '{}' FROM entry`,
    80,
    /nobody.*not registered/,
  ],
  [
    'an added copy of the first sheet',
    `INSERT INTO entry SELECT 80, '2026-08-01T00:00:00.000Z', kind, institution_id, digest, body_digest, body FROM entry WHERE position = 48`,
    80,
    /older-than-last/,
  ],
  [
    'a rate of zero',
    `UPDATE entry SET body = json_set(body, '$.sheet.offers[0].rate', '0') WHERE position = 48`,
    48,
    /out-of-range/,
  ],
  [
    'a sheet read after it was published',
    `UPDATE entry SET body = json_set(body, '$.sheet.scrapedAt', '2026-10-01T00:00:00Z') WHERE position = 78`,
    78,
    /in-the-future/,
  ],
  [
    'a source that is not a web address',
    `${replaced('https://', 'ftp://')} WHERE position = 79`,
    79,
    /bad-url/,
  ],
  [
    'a duplicate offer',
    `UPDATE entry SET body = json_set(body, '$.sheet.offers[#]', body -> '$.sheet.offers[0]') WHERE position = 79`,
    79,
    /duplicate-offer/,
  ],
  [
    'a key that a record does not have',
    `UPDATE entry SET body = replace(body, '"type":', '"tenure":1,"type":') WHERE position = 3`,
    3,
    /unknown-key/,
  ],
  [
    'an unknown type of institution',
    `${replaced('"nbfi"', '"bonk"')} WHERE position = 1`,
    1,
    /unknown-value/,
  ],
  [
    'a body that is a list',
    `UPDATE entry SET body = '[]' WHERE position = 50`,
    50,
    /cannot be read/,
  ],
  [
    'an added entry after a gap',
    `INSERT INTO entry SELECT 90, max(at), 'rates-checked', 'amana-bank', digest, body_digest, '{}' FROM entry`,
    90,
    /there is no entry at position 80/,
  ],
  ['a removed entry', 'DELETE FROM entry WHERE position = 60', 61, /does not follow position 59/],
  [
    'an instant earlier than the previous one',
    `UPDATE entry SET at = '2001-01-01T00:00:00.000Z' WHERE position = 70`,
    70,
    /is before that of the entry before it/,
  ],
  [
    'a sheet moved to another institution',
    `UPDATE entry SET institution_id = 'sampath-bank' WHERE position = 62 AND ${bank}`,
    62,
    /changes are not the differences/,
  ],
]

for (const [change, statements, position, message] of tamperings) {
  test(`audit reports ${change} at position ${position}: exit code 74, and 65 if the digests were recomputed`, async (t) => {
    const changed = copyOf(t, sample())
    tamper(changed, statements, false)
    // Within this process, because every change of a digest ends in the same way.
    assert.equal(await auditCode(changed), 74)

    const book = copyOf(t, sample())
    tamper(book, statements, true)
    const { code, stdout, stderr } = await run(['audit'], { cwd: dirname(book) })
    // Recomputed digests cannot hide a missing position.
    const isDamage = /gap|removed entry/.test(change)
    assert.deepEqual([code, stdout], [isDamage ? 74 : 65, ''], stderr)
    assert.match(stderr, new RegExp(`^(?:Position|.* at position) ${position}: `))
    assert.match(stderr, isDamage ? /does not follow position|there is no entry/ : message)
    assert.equal(stderr.trimEnd().split('\n').length, 1)
  })
}

test('audit: the entries of a book with another schema are verified, and the exit code is 74', async (t) => {
  const book = copyOf(t, sample())
  const db = new DatabaseSync(book, { defensive: false })
  db.exec('CREATE VIEW rate_history AS SELECT 1')
  db.close()
  const { code, stdout, stderr } = await run(['audit'], { cwd: dirname(book) })
  assert.deepEqual([code, stdout], [74, '79 entries, no difference\n'])
  assert.match(
    stderr,
    /view rate_history was added\. Its entries are what was appended\. `ratebook copy /,
  )
})

test('audit: a damaged page is found although no entry was changed: exit code 74', async (t) => {
  const book = copyOf(t, sample())
  const db = new DatabaseSync(book, { defensive: false })
  const { rootpage } =
    db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'entry'`).get() ?? {}
  db.close()
  // The eighth byte of a page is the number of its fragmented free bytes, which no query reads.
  flipBit(book, (Number(rootpage) - 1) * 4096 + 7)
  const { code, stdout, stderr } = await run(['audit'], { cwd: dirname(book) })
  assert.deepEqual([code, stdout], [74, ''], stderr)
  assert.match(stderr, /^The book ratebook\.db is damaged: .*restore a backup/)
})

test('a changed entry ends every command that reads it with exit code 74', async (t) => {
  const book = copyOf(t, sample())
  const cwd = dirname(book)
  changeBook(book, `UPDATE entry SET body = replace(body, '"LKR"', '"USD"') WHERE position = 79`)
  const before = digestOf(book)
  for (const args of [
    ['serve', '--port', '0'],
    ['offers'],
    ['institutions'],
    ['check', 'peoples-bank'],
    ['verify', 'peoples-bank'],
    ['register', join(samples, 'institutions.json')],
    ['publish', join(samples, 'sheets/amana-bank--2026-07-20.json')],
  ]) {
    const { code, stdout, stderr } = await run(args, { cwd })
    assert.deepEqual([code, stdout], [74, ''], args.join(' '))
    assert.match(stderr, /The book ratebook\.db is damaged at position 79: .*Restore a backup/)
  }
  assert.equal(digestOf(book), before)
})
