import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { digestOf, run } from '../support/cli.ts'
import { copyOf, sharedBook } from '../support/sample-book.ts'
import { makeSmallBook, offerOf, sheetOf, withReason, writeHere } from '../support/small-book.ts'

type Offer = Readonly<Record<string, unknown>>

const general = { '3': '9.00', '6': '9.20', '12': '9.35', '24': '9.50', '36': '9.75', '48': '10' }
const senior = { '3': '9.50', '6': '9.70', '12': '9.85', '24': '10', '36': '10.25', '48': '10.50' }

const offersOf = (product_variant: string, rates: Readonly<Record<string, string>>): Offer[] =>
  Object.entries(rates).map(([tenure_months, rate_pa]) =>
    offerOf({ product_variant, tenure_months, rate_pa }),
  )

const clean = [...offersOf('general', general), ...offersOf('senior_citizen', senior)]

const isTwelve = ({ product_variant, tenure_months }: Offer) =>
  product_variant === 'general' && tenure_months === '12'

/** Sheets with a mistake, and what `publish` says about each. */
const mistakes: readonly [mistake: string, offers: readonly Offer[], finding: RegExp][] = [
  [
    'a lost decimal point, 9.35 as 93.5',
    clean.map((offer) => (isTwelve(offer) ? { ...offer, rate_pa: '93.5' } : offer)),
    /general 12 months maturity moves from 9\.35 % to 93\.5 %/,
  ],
  ['a lost half', clean.slice(0, 6), /withdraws 6 of the 12 standing offers/],
  ['one line that withdraws everything else', clean.slice(2, 3), /withdraws 11 of the 12/],
  [
    'swapped columns',
    [...offersOf('general', senior), ...offersOf('senior_citizen', general)],
    /senior_citizen 12 months maturity.*9\.35 %.*general.*9\.85 %/,
  ],
  [
    'a senior rate below the general one',
    clean.map((offer) =>
      offer['product_variant'] === 'senior_citizen' && offer['tenure_months'] === '12'
        ? { ...offer, rate_pa: '9.15' }
        : offer,
    ),
    /senior_citizen 12 months maturity.*9\.15 %.*general.*9\.35 %/,
  ],
  ['no offers', [], /lists no offers/],
]

/** A small book in which alpha-bank has published the clean sheet, at position 4. */
const published = sharedBook(async (folder) => {
  await makeSmallBook(folder)
  const sheet = writeHere(folder, 'clean.json', sheetOf({ offers: clean }))
  const done = await run(['publish', ...withReason, '--at-scraped', `${folder}/${sheet}`], {
    cwd: folder,
  })
  assert.equal(done.code, 0, done.stderr)
  return `${folder}/ratebook.db`
})

for (const [mistake, offers, finding] of mistakes) {
  test(`publish stops ${mistake}, unless a reason is given`, async (t) => {
    const book = copyOf(t, published())
    const cwd = dirname(book)
    const sheet = sheetOf({ scraped_at: '2026-06-05T00:00:00Z', offers })
    const args = ['publish', '--at-scraped', writeHere(cwd, 'sheet.json', sheet)]
    const before = digestOf(book)
    for (const flags of [[], ['--dry-run']]) {
      const { code, stdout, stderr } = await run([...args, ...flags], { cwd })
      assert.deepEqual([code, stdout], [65, ''])
      assert.match(stderr, /^sheet\.json: not entered, because it is implausible\n/)
      assert.match(stderr, finding)
      assert.match(stderr, /give the reason: --reason/)
    }
    assert.equal(digestOf(book), before)
    const reason = 'confirmed by telephone'
    const dry = await run([...args, '--dry-run', '--reason', reason], { cwd })
    assert.deepEqual([dry.code, digestOf(book)], [0, before], dry.stderr)
    const entered = await run([...args, '--reason', reason], { cwd })
    assert.equal(entered.code, 0, entered.stderr)
    const store = await openSqliteStore(book, { mode: 'read' })
    const entry = await store.entryAt(5)
    await store.close()
    assert.ok(entry?.kind === 'sheet-published')
    assert.equal(entry.reason, reason)
    assert.match(entry.findings?.map(({ message }) => message).join('\n') ?? '', finding)
  })
}

test('publish enters a clean sheet without a reason, and keeps no findings', async (t) => {
  const book = copyOf(t, published())
  const cwd = dirname(book)
  const offers = clean.map((offer) => (isTwelve(offer) ? { ...offer, rate_pa: '9.40' } : offer))
  const sheet = sheetOf({ scraped_at: '2026-06-05T00:00:00Z', offers })
  const args = ['publish', '--at-scraped', writeHere(cwd, 'sheet.json', sheet)]
  const { code, stdout } = await run([...args, '--by', 'Ann', '--note', 'seen on paper'], { cwd })
  assert.deepEqual([code, stdout], [0, 'sheet.json: published at position 5, 1 up\n'])
  const store = await openSqliteStore(book, { mode: 'read' })
  const entry = await store.entryAt(5)
  await store.close()
  assert.ok(entry?.kind === 'sheet-published')
  const { by, note, reason, findings } = entry
  assert.deepEqual([by, note, reason, findings], ['Ann', 'seen on paper', undefined, undefined])
})

test('--by, --note and --reason are one line of plain text each', async (t) => {
  const cwd = dirname(copyOf(t, published()))
  for (const flag of ['--by', '--note', '--reason']) {
    const { code, stderr } = await run(['publish', 'x.json', flag, 'two\nlines'], { cwd })
    assert.equal(code, 64)
    assert.match(stderr, new RegExp(`^${flag}: .*control character`))
  }
})

test('correct is stopped by what the right figure would make of the other offers', async (t) => {
  const book = copyOf(t, published())
  const cwd = dirname(book)
  const args = ['correct', '--of', '4', '--terms', 'general 12 maturity', '--rate', '9.95']
  const because = ['--cause', 'misread', '--note', 'a test', '--at', '2026-06-05T00:00:00Z']
  const stopped = await run([...args, ...because], { cwd })
  assert.equal(stopped.code, 65)
  assert.match(stopped.stderr, /senior_citizen 12 months maturity.*\[senior-below-general\]/)
  const entered = await run([...args, ...because, '--reason', 'it is so'], { cwd })
  assert.equal(entered.code, 0, entered.stderr)
})
