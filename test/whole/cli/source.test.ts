import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openCapturesFolder } from '../../../src/collect/captures/folder.ts'
import type { Draft } from '../../../src/domain/entry.ts'
import type { Instant } from '../../../src/domain/instant.ts'
import type { Offer, Sheet } from '../../../src/domain/offer.ts'
import type { Origin } from '../../../src/domain/origin.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { run } from '../../support/cli.ts'
import { at } from '../../support/sample-market.ts'
import { institutionOf, writeHere } from '../../support/small-book.ts'
import { editedSource, sourcePage, sourceText } from '../../support/source-text.ts'

const folder = mkdtempSync(join(tmpdir(), 'ratebook-source-'))
const database = join(folder, 'ratebook.db')
const captures = openCapturesFolder(join(folder, 'captures'))
after(() => rmSync(folder, { recursive: true }))

const source = (...args: string[]) => run(['source', ...args], { cwd: folder })
const writeSource = (text: string) =>
  writeFileSync(join(folder, 'sources', 'lk', 'alpha-bank.yaml'), text)

/** The draft of a run that captured a page and then failed. */
async function failedRun(
  page: string,
  instant: string,
): Promise<Extract<Draft, { kind: 'rates-checked' }> & { readonly origin: Origin }> {
  const digest = await captures.put(Buffer.from(page))
  const time = at(instant)
  const url = 'https://alpha-bank.example/rates'
  return {
    kind: 'rates-checked',
    institutionId: 'alpha-bank',
    at: time,
    outcome: 'failed',
    message: 'It was not read.',
    origin: {
      source: { file: 'lk/alpha-bank.yaml', digest: '0'.repeat(64) },
      captures: [{ page: 'rates', url, at: time, digest, format: 'html' }],
      nextDue: (time + 1) as Instant,
    },
  }
}

before(async () => {
  mkdirSync(join(folder, 'sources', 'lk'), { recursive: true })
  writeSource(sourceText)
  const institutions = writeHere(folder, 'institutions.json', [institutionOf('alpha-bank')])
  const registered = await run(['register', institutions, '--at', '2026-06-01T00:00:00Z'], {
    cwd: folder,
  })
  assert.equal(registered.code, 0, registered.stderr)
  const store = await openSqliteStore(database, { mode: 'write' })
  const drafts: readonly Draft[] = [
    {
      kind: 'reviewer-registered',
      institutionId: '',
      at: at('2026-06-01T00:00:00Z'),
      reviewer: { id: 'jane', name: 'Jane' },
    },
    await failedRun(sourcePage(['6.75', '7.25', '7.40']), '2026-06-02T00:00:00Z'),
    await failedRun('<p>Alpha Bank is closed for maintenance.</p>', '2026-06-04T00:00:00Z'),
    await failedRun(sourcePage(['6.80', '7.25', '74.50']), '2026-06-05T00:00:00Z'),
  ]
  await store.append(() => Promise.resolve(drafts))
  await store.close()
})

test('source check names mistakes with their place, and ends with 65', async () => {
  writeSource(editedSource('KES', 'KEX').replace('Period: tenure', 'Period: tenur'))
  const wrong = await source('check')
  assert.equal(wrong.code, 65)
  assert.equal(wrong.stdout, '')
  assert.equal(
    wrong.stderr,
    'sources/lk/alpha-bank.yaml:18:15: "tenur" is not allowed here; did you mean "tenure"?\n',
  )
  writeSource(sourceText)
  const right = await source('check', 'sources/lk/alpha-bank.yaml')
  assert.deepEqual(
    [right.code, right.stdout],
    [0, 'sources/lk/alpha-bank.yaml: valid; it has no example page, so nothing was read\n'],
  )
})

test('source check compares an example page with the expected sheet', async () => {
  const example = join(folder, 'sources', 'lk', 'alpha-bank')
  mkdirSync(example)
  writeFileSync(join(example, 'page.html'), sourcePage(['6.75', '7.25', '7.40']))
  const offer = (tenure: object, payout_type: string, rate_pa: string, aer?: string) => ({
    product_variant: 'general',
    ...tenure,
    payout_type,
    rate_pa,
    aer,
  })
  writeHere(example, 'sheet.json', {
    institution_id: 'alpha-bank',
    source_url: 'https://alpha-bank.example/rates',
    scraped_at: '2026-06-01T00:00:00Z',
    currency: 'LKR',
    offers: [
      offer({ tenure_months: '1' }, 'maturity', '6.75'),
      offer({ tenure_months: '3' }, 'maturity', '7.25'),
      offer({ tenure_months: '3' }, 'monthly', '7.00', '7.23'),
      offer({ tenure_days: 100 }, 'maturity', '7.45'),
    ],
  })
  const wrong = await source('check')
  assert.equal(wrong.code, 65)
  assert.match(wrong.stderr, /does not give the expected sheet\n/)
  assert.match(wrong.stderr, /general 3\.29 maturity \(100 days\) +7\.45 +7\.40\n/)
  rmSync(example, { recursive: true })
})

test('source try shows the tables, the sheet and the findings of the last capture', async () => {
  const last = await source('try', 'alpha-bank')
  assert.equal(last.stderr, '')
  assert.match(
    last.stdout,
    /^page rates: https:\/\/alpha-bank\.example\/rates, 2026-06-05T00:00:00Z\n/,
  )
  assert.match(last.stdout, /"Fixed deposits"/)
  assert.match(last.stdout, /1 Month \| 6\.80% \| - \| - \| -/)
  assert.match(last.stdout, /general 1 maturity +6\.80 /)
  assert.match(last.stdout, /\[source-not-accepted\]/)
  assert.match(last.stdout, /\[rate-out-of-range, highest_rate 30\]/)
  assert.match(last.stdout, /\nrows: 3, of which 3 read, 0 empty, 0 left out; 0 rows hidden\n/)
})

test('source try of a file prints all problems of a read, such as a figure that is only a part of a number, and --json gives everything to programs', async () => {
  const page = join(folder, 'page.html')
  writeFileSync(page, sourcePage(['6.75', '7.25', '7.40']))
  const ignore = 'ignore:\n  - { row: 100 Days, because: not asked for }\n'
  writeSource(editedSource('ignore:\n', ignore).replace(', 100 days]', ']'))
  const read = await source('try', 'alpha-bank', '--page', page, '--json')
  assert.equal(read.code, 0)
  const record: unknown = JSON.parse(read.stdout)
  assert.partialDeepStrictEqual(record, {
    pages: [{ name: 'rates', url: 'https://alpha-bank.example/rates' }],
    problems: [],
    sheet: { institution_id: 'alpha-bank', offers: [{ tenure_months: '1', rate_pa: '6.75' }] },
    findings: [{ rule: 'source-not-accepted' }],
    account: { rows: { total: 3, read: 2, empty: 0, ignored: 1 } },
    left_out: [{ line: 'ignore row "100 Days"', reason: 'not asked for', rows: 1, figures: 1 }],
    unmatched: [],
  })
  assert.match(read.stdout, /"number":1,"headings":\["w.e.f. 1st June 2026","Fixed deposits",/)
  assert.match(read.stdout, /\["1 Month","6.75%","-","-","-"\]/)
  writeSource(
    editedSource('Rate: { payout: maturity }', 'Rate: { payout: maturity, cell: "6{rate}%" }'),
  )
  writeFileSync(page, sourcePage(['67.50', '67.25', '67.40']))
  const refused = await source('try', 'alpha-bank', '--page', page)
  assert.equal(refused.code, 65)
  assert.deepEqual(
    [...refused.stderr.matchAll(/the rate (\S+) is no whole number of "(\S+)"/g)].map(
      ([, rate, number]) => [rate, number],
    ),
    [
      ['7.50', '67.50%'],
      ['7.25', '67.25%'],
      ['7.40', '67.40%'],
    ],
  )
  const json = await source('try', 'alpha-bank', '--page', page, '--json')
  writeSource(sourceText)
  assert.equal(json.code, 65)
  assert.equal(json.stdout.match(/"message":"/g)?.length, 3)
  assert.match(json.stdout, /"sheet":null/)
})

test('source replay reads every kept capture again', async () => {
  const done = await source('replay', 'alpha-bank')
  // The refused page is not the last one, and nothing was read from the others then.
  assert.deepEqual([done.code, done.stderr], [0, ''])
  assert.match(done.stdout, /^2026-06-02T00:00:00Z, position 3, failed: 4 offers differ\n/)
  assert.match(done.stdout, /\n {2}general 1 maturity +none +6\.80\n/)
  assert.match(
    done.stdout,
    /\n3 captures: 0 with the same figures, 2 with others, 1 refused, 0 no longer kept\n$/,
  )
})

test('source accept shows the sheet, and enters who accepted which version', async () => {
  const stranger = await source('accept', 'alpha-bank', '--by', 'joe')
  assert.equal(stranger.code, 65)
  assert.match(stranger.stderr, /^joe is not a registered reviewer/)
  const when = ['--at', '2026-06-06T00:00:00Z']
  const accepted = await source('accept', 'alpha-bank', '--by', 'jane', ...when)
  assert.equal(accepted.stderr, '')
  assert.match(accepted.stdout, /general 1 maturity +6\.80 /)
  assert.match(
    accepted.stdout,
    /\nlk\/alpha-bank\.yaml [0-9a-f]{12}: accepted by jane at position 6\n$/,
  )
})

test('source replay ends with 65 if the last page is refused or figures differ', async () => {
  const beta = institutionOf('beta-bank')
  const institutions = writeHere(folder, 'beta.json', [beta])
  await run(['register', institutions, '--at', '2026-06-06T00:00:00Z'], { cwd: folder })
  const definition = join(folder, 'sources', 'lk', 'beta-bank.yaml')
  writeFileSync(definition, editedSource('institution: alpha-bank', 'institution: beta-bank'))
  const store = await openSqliteStore(database, { mode: 'write' })
  const enter = async (draft: Draft) => store.append(() => Promise.resolve([draft]))
  const page = sourcePage(['6.90', '7.25', '7.45'])
  const institutionId = 'beta-bank'
  const renamed = await failedRun(page.replace('Period', 'Term'), '2026-06-07T00:00:00Z')
  await enter({ ...renamed, institutionId })
  const refused = await source('replay', institutionId)
  assert.deepEqual([refused.code, refused.stderr], [65, 'The last kept page is refused.\n'])
  const { at: when, origin } = await failedRun(page, '2026-06-08T00:00:00Z')
  const sheet: Sheet = {
    institutionId,
    sourceUrl: 'https://alpha-bank.example/rates',
    scrapedAt: when,
    currency: 'LKR',
    complete: true,
    covers: ['general'],
    offers: [{ variant: 'general', tenure: '1', payout: 'maturity', rate: '6.59' } as Offer],
  }
  const head = { kind: 'sheet-held', institutionId, at: when } as const
  await enter({ ...head, sheet, origin, findings: [], comparedWith: 0, reviewers: 1 })
  await store.close()
  const differs = await source('replay', institutionId)
  assert.deepEqual(
    [differs.code, differs.stderr],
    [65, 'A page is read with other figures than then.\n'],
  )
})
