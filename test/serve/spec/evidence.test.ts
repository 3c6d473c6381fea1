import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from '../../../src/domain/entry.ts'
import { apiOf, appOf, ask, receive } from '../../support/ask.ts'
import { openBook } from '../../support/book.ts'
import {
  digestOf,
  evidenceBook,
  hold,
  originOf,
  publish,
  sheetOf,
} from '../../support/evidence-book.ts'
import { storedEntries } from '../../support/book-entries.ts'
import { testRefusals } from '../../support/refusals.ts'
import { at, correctedSampleEntries, marketOf } from '../../support/sample-market.ts'
import { createTestApp } from '../../support/source.ts'

type Receipt = Readonly<Record<string, unknown>>

const book = evidenceBook()
const market = book.market()
const app = appOf(market)
const { text, lines, status } = apiOf(market)
const receipt = async (id: string, query = '') =>
  JSON.parse(await text(`/evidence/${id}${query}`)) as Receipt

test('GET /evidence/{id}: "receipt of one published figure: capture digest, url, instant, cell addresses and printed texts, source digest, who approved"', async () => {
  assert.deepEqual(await receipt('p10-2'), {
    id: 'p10-2',
    institution_id: 'alpha',
    institution_name: 'Alpha Bank',
    product_variant: 'general',
    tenure_months: '12.00',
    tenure_days: null,
    tenure_to_months: null,
    tenure_to_days: null,
    payout_type: 'maturity',
    min_deposit: '0.00',
    rate_pa: '15.500',
    aer: null,
    product: null,
    currency: 'LKR',
    position: 10,
    entry_digest: storedEntries(market.entries)[9]?.digest,
    proof_url: '/evidence/p10-2/proof',
    published_at: '2026-01-05T02:00:00Z',
    scraped_at: '2026-01-05T00:00:00Z',
    source_url: 'https://alpha.example/rates',
    own_page: true,
    sample: false,
    by_hand: false,
    edited: false,
    by: 'zoe',
    by_name: 'Zoë',
    reason: 'approved by ann and zoe',
    note: null,
    source: { file: 'lk/alpha.yaml', digest: digestOf('5') },
    captures: [
      {
        page: 'rates',
        url: 'https://alpha.example/rates',
        captured_at: '2026-01-05T00:00:00Z',
        digest: digestOf('c'),
        format: 'html',
        capture_url: null,
      },
    ],
    unread: false,
    cells: {
      capture: 0,
      rate: { address: '#char=100,105', text: '15,5 %', decimal: ',', means: null },
      tenure: { address: '#char=110,115', text: 'Special', decimal: null, means: '12 months' },
      column: { address: '#char=50,55', text: 'At maturity' },
      aer: null,
      min_deposit: null,
      factor: null,
    },
    printed_date: { date: '2026-01-01', address: '#char=0,10', text: '1 Jan 2026' },
    findings: [
      { rule: 'gone-variant', message: 'A whole table is gone.', limit: null },
      {
        rule: 'rate-out-of-range',
        message: 'The rate of 12 months is 15.5.',
        limit: { name: 'highest_rate', value: '15' },
      },
    ],
    decisions: [
      {
        reviewer_id: 'ann',
        reviewer_name: 'Ann Perera',
        decision: 'approved',
        decided_at: '2026-01-05T01:00:00Z',
      },
      {
        reviewer_id: 'zoe',
        reviewer_name: 'Zoë',
        decision: 'approved',
        decided_at: '2026-01-05T02:00:00Z',
      },
    ],
    verification_count: 2,
    last_verification: {
      position: 12,
      verified_at: '2026-01-07T00:00:00Z',
      by_hand: false,
      by: null,
      capture_digests: [digestOf('e')],
    },
    corrections: [],
    retracted: false,
    stands: true,
    standing_id: 'p10-2',
    standing_rate_pa: '15.500',
    confirmation: {
      last_verified_at: '2026-01-07T00:00:00Z',
      days_since_verified: 175,
      is_stale: true,
      stale_after_days: 7,
    },
  })
})

test('"A figure that was typed by a person says so"', async () => {
  const { by_hand, source, captures, cells, stands, standing_id } = await receipt('p2-1')
  assert.deepEqual([by_hand, source, captures, cells], [true, null, [], null])
  assert.deepEqual([stands, standing_id], [false, 'p10-2'])
  assert.deepEqual(await lines('/evidence', 'id', 'rate_pa', 'by_hand'), [
    'p10-1 7.250 false',
    'p10-2 15.500 false',
    'p2-2 8.000 true',
  ])
})

test('StandingFigure record: every field, in its order and type', async () => {
  const body = await text('/evidence?institution_id=alpha')
  assert.equal(
    body.slice(0, body.indexOf('},') + 1),
    '[{"id":"p10-1","institution_id":"alpha","product_variant":"general","tenure_months":"3.00","tenure_to_months":null,' +
      '"payout_type":"maturity","min_deposit":"0.00","rate_pa":"7.250","source_url":"https://alpha.example/rates","own_page":true,"by_hand":false,"correction_id":null,' +
      '"last_verified_at":"2026-01-07T00:00:00Z","days_since_verified":175,"is_stale":true,"stale_after_days":7}',
  )
  assert.equal(await text('/evidence?institution_id=nobody'), '[]')
})

test('a page on another host than that of the website is not the institution’s own', async () => {
  const book = openBook()
  const pages = [
    ['alpha', 'https://www.alpha.example/rates'],
    ['beta', 'https://rates.beta.example/today'],
    ['gamma', 'https://news.example/gamma.example/'],
  ] as const
  for (const [id] of pages) book.register('2026-01-01T00:00:00Z', id)
  for (const [id, source_url] of pages)
    book.publish('2026-01-02T00:00:00Z', id, ['general 12 maturity 9'], { source_url })
  const api = apiOf(book.market())
  assert.deepEqual(await api.lines('/evidence', 'id', 'own_page', 'source_url'), [
    'p4-1 true https://www.alpha.example/rates',
    'p5-1 true https://rates.beta.example/today',
    'p6-1 false https://news.example/gamma.example/',
  ])
  for (const id of ['p4-1', 'p5-1', 'p6-1']) {
    const { own_page } = JSON.parse(await api.text(`/evidence/${id}`)) as Receipt
    assert.equal(own_page, id !== 'p6-1')
  }
})

test('of a page that redirects to another host, the receipt knows that it is not the institution’s own', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  const sheet = sheetOf('2026-01-02T00:00:00Z', ['12 9'])
  const origin = originOf('2026-01-02T00:00:00Z', digestOf('c'), sheet.offers)
  const captures = origin.captures.map((page) => ({ ...page, url: 'https://cdn.example/rates' }))
  publish(book, '2026-01-02T00:00:00Z', sheet, { origin: { ...origin, captures } })
  const { source_url, own_page } = JSON.parse(
    await apiOf(book.market()).text('/evidence/p2-1'),
  ) as Receipt
  assert.deepEqual([source_url, own_page], ['https://alpha.example/rates', false])
})

test('the ids are those of the offers of /rates/current, in the same order', async () => {
  const sample = apiOf(marketOf(correctedSampleEntries()))
  const fields = ['institution_id', 'product_variant', 'tenure_months', 'payout_type'] as const
  const offers = await sample.lines('/rates/current', ...fields, 'min_deposit', 'rate_pa')
  assert.deepEqual(await sample.lines('/evidence', ...fields, 'min_deposit', 'rate_pa'), offers)
  for (const id of await sample.lines('/evidence?institution_id=peoples-bank', 'id')) {
    const { stands, standing_id } = JSON.parse(await sample.text(`/evidence/${id}`)) as Receipt
    assert.deepEqual([stands, standing_id], [true, id])
  }
})

test('an address with an id as earlier versions wrote it redirects to the present one', async () => {
  const target = '/evidence/10.2?known_at=2026-01-06T12:00:00Z'
  const { status: moved, headers } = await ask(app, target)
  const { pathname, search } = new URL(headers['location'] ?? '', `http://a${target}`)
  const location = '/evidence/p10-2?known_at=2026-01-06T12:00:00Z'
  assert.deepEqual([moved, pathname + search], [301, location])
  assert.equal((await ask(app, location)).status, 200)
})

test('the redirect leads to the same folder, also where a proxy changes the path', async () => {
  const based = appOf(market, undefined, { basePath: '/lk' })
  const { location = '' } = (await receive(based, 'GET', '/lk/evidence/57.10')).headers
  assert.equal(
    new URL(location, 'https://rates.example/public/evidence/57.10').href,
    'https://rates.example/public/evidence/p57-10',
  )
})

test('404 for what is no published figure: another entry, a held sheet, a row that is not there, no id', async () => {
  for (const id of [
    'p1-1',
    'p3-1',
    'p5-1',
    'p7-1',
    'p7-2',
    'p9-1',
    'p11-1',
    'p13-1',
    'p10-3',
    'p10-0',
    'p14-1',
  ])
    assert.equal(await status(`/evidence/${id}`), 404, id)
  for (const id of [
    '10',
    '10.',
    '010.1',
    '10.01',
    '10.1.1',
    'x',
    '%20',
    '10.1.csv',
    '-10.1',
    '1e1.1',
  ]) {
    const { status: found, body } = await ask(app, `/evidence/${id}`)
    assert.equal(found, 404, id)
    assert.match(body, /There is no published figure .*; \/evidence lists the ids/)
  }
})

test('known_at: the receipt as it was known, before it was verified or published', async () => {
  const earlier = await receipt('p10-1', '?known_at=2026-01-06T12:00:00Z')
  assert.equal(earlier['verification_count'], 1)
  const typed = await receipt('p2-1', '?known_at=2026-01-03T00:00:00Z')
  assert.deepEqual([typed['stands'], typed['standing_id']], [true, 'p2-1'])
  assert.equal(await status('/evidence/p10-1?known_at=2026-01-05T01:00:00Z'), 404)
  assert.deepEqual(await lines('/evidence?known_at=2026-01-05T01:00:00Z', 'id'), ['p2-1', 'p2-2'])
})

test('a corrected figure keeps its receipt, with was, now and cause; it no longer stands', async () => {
  const corrected = evidenceBook()
  const why = { cause: 'misread', note: 'One row up.', by: 'A. Perera' } as const
  corrected.correct('2026-01-09T00:00:00Z', 10, 'general 12 maturity 15.25', why)
  const api = apiOf(corrected.market())
  const found = JSON.parse(await api.text('/evidence/p10-2')) as Receipt
  const { stands, standing_id, standing_rate_pa, corrections, rate_pa } = found
  assert.deepEqual(
    [stands, standing_id, rate_pa, standing_rate_pa],
    [false, 'p10-2', '15.500', '15.250'],
  )
  assert.deepEqual(corrections, [
    {
      id: 'p14-1',
      target: 10,
      retraction: false,
      was_rate_pa: '15.500',
      now_rate_pa: '15.250',
      cause: 'misread',
      note: 'One row up.',
      corrected_at: '2026-01-09T00:00:00Z',
      by: 'A. Perera',
      by_name: null,
    },
  ])
  assert.deepEqual(await api.lines('/evidence', 'id', 'rate_pa'), [
    'p10-1 7.250',
    'p10-2 15.250',
    'p2-2 8.000',
  ])
  const other = JSON.parse(await api.text('/evidence/p10-1')) as Receipt
  assert.deepEqual([other['stands'], other['corrections']], [true, []])
})

test('the receipts of a retracted sheet say so, and the figures before it stand again', async () => {
  const retracted = evidenceBook()
  retracted.retract('2026-01-09T00:00:00Z', 10)
  const api = apiOf(retracted.market())
  const gone = JSON.parse(await api.text('/evidence/p10-2')) as Receipt
  assert.deepEqual([gone['retracted'], gone['stands'], gone['standing_id']], [true, false, 'p2-1'])
  assert.equal(gone['verification_count'], 0)
  assert.deepEqual(await api.lines('/evidence', 'id'), ['p2-1', 'p2-2'])
})

test('an edited sheet names its editor and the cells that the editor named; the figures before the edit stay hidden', async () => {
  const edited = openBook()
  edited.register('2026-01-01T00:00:00Z', 'alpha')
  const when = '2026-01-02T00:00:00Z'
  const reviewer = { id: 'ann', name: 'Ann Perera' }
  edited.enter({ kind: 'reviewer-registered', institutionId: '', at: at(when), reviewer })
  hold(edited, when, sheetOf(when, ['3 77.7']), digestOf('c'))
  const right = sheetOf(when, ['3 7.7'])
  const made = { by: 'ann', reason: 'The page has 7.7 %.', note: 'A misread point.' }
  const entry = edited.market().entries[2]
  assert.ok(entry?.kind === 'sheet-held')
  const origin = originOf(when, digestOf('c'), right.offers)
  edited.enter({ ...entry, ...made, at: at(when), sheet: right, findings: [], origin, editOf: 3 })
  publish(edited, when, right, { by: 'ann', reason: 'approved by ann', origin, hold: 4 })
  const pages = originOf('2026-01-03T00:00:00Z', digestOf('d')).captures
  const typedFrom = pages.map((page) => ({ ...page, format: 'pdf' as const }))
  const typed = sheetOf('2026-01-03T00:00:00Z', ['3 8'])
  publish(edited, '2026-01-03T00:00:00Z', typed, { by: 'ann', note: 'An image.', typedFrom })
  const api = apiOf(edited.market())
  const makers: unknown[] = []
  for (const id of ['p5-1', 'p6-1']) {
    const body = await api.text(`/evidence/${id}`)
    assert.doesNotMatch(body, /77\.7|The page has|misread point/)
    const {
      by_hand,
      edited: isEdited,
      by,
      by_name,
      reason,
      note,
      captures,
      cells,
    } = JSON.parse(body) as Receipt & {
      captures: readonly Receipt[]
      cells: { rate: Receipt } | null
    }
    const digests = captures.map(({ digest }) => digest)
    makers.push([by_hand, isEdited, by, by_name, reason, note, digests, cells?.rate['text']])
  }
  const [edit, own] = [
    [false, true, 'ann', 'Ann Perera', 'approved by ann', null],
    [true, false, 'ann', 'Ann Perera', null, 'An image.'],
  ]
  assert.deepEqual(makers, [
    [...edit, [digestOf('c')], '7,7 %'],
    [...own, [digestOf('d')], undefined],
  ])
})

test('a page that no run could read is no proof of what a person typed, unless it is a PDF', async () => {
  const typed = openBook()
  typed.register('2026-01-01T00:00:00Z', 'alpha')
  const origin = originOf('2026-01-02T00:00:00Z', digestOf('c'))
  const run = { institutionId: 'alpha', at: at('2026-01-02T00:00:00Z'), origin } as const
  typed.enter({ ...run, kind: 'rates-checked', outcome: 'failed', message: 'There is no table.' })
  const typedFrom = origin.captures
  const type = (day: string, rate: string, pages = typedFrom) =>
    publish(typed, day, sheetOf(day, [`3 ${rate}`]), { by: 'ann', typedFrom: pages })
  type('2026-01-03T00:00:00Z', '7')
  type(
    '2026-01-04T00:00:00Z',
    '7.5',
    typedFrom.map((page) => ({ ...page, format: 'pdf' })),
  )
  const shown = async (id: string) => {
    const { captures, unread, by_hand } = JSON.parse(
      await apiOf(typed.market()).text(`/evidence/${id}`),
    ) as { readonly captures: readonly Receipt[]; readonly unread: boolean; by_hand: boolean }
    return [captures.map(({ format }) => format), unread, by_hand]
  }
  assert.deepEqual(await shown('p3-1'), [[], true, true])
  assert.deepEqual(await shown('p4-1'), [['pdf'], true, true])
  // A later run, of a mended source definition, reads the same page.
  const at5 = at('2026-01-05T00:00:00Z')
  const again = { ...origin, captures: typedFrom.map((page) => ({ ...page, at: at5 })) }
  typed.enter({ kind: 'rates-verified', institutionId: 'alpha', at: at5, origin: again })
  assert.deepEqual(await shown('p3-1'), [['html'], false, true])
})

test('a sheet that repeats the reading of an unchanged page has the cells of that reading', async () => {
  const repeated = openBook()
  repeated.register('2026-01-01T00:00:00Z', 'alpha')
  const first = sheetOf('2026-01-02T00:00:00Z', ['3 7.25', '12 9'])
  publish(repeated, '2026-01-02T00:00:00Z', first, {
    origin: originOf('2026-01-02T00:00:00Z', digestOf('c'), first.offers),
  })
  const typed = sheetOf('2026-01-03T00:00:00Z', ['3 7', '12 9.5'])
  publish(repeated, '2026-01-03T00:00:00Z', typed, {})
  const again = sheetOf('2026-01-04T00:00:00Z', ['3 7.25', '12 9'])
  const origin = { ...originOf('2026-01-04T00:00:00Z', digestOf('c')), repeats: 2 }
  publish(repeated, '2026-01-04T00:00:00Z', again, { origin })
  const { cells, captures } = JSON.parse(await apiOf(repeated.market()).text('/evidence/p4-2')) as {
    readonly cells: { readonly rate: object }
    readonly captures: readonly Receipt[]
  }
  assert.deepEqual(cells.rate, { address: '#char=100,105', text: '9 %', decimal: ',', means: null })
  assert.equal(captures[0]?.['captured_at'], '2026-01-04T00:00:00Z')
})

test('while the book cannot be read, or is another one, receipts are 503 and lists go on', async () => {
  const source = {
    market: () => market,
    isHealthy: () => false,
    now: () => at('2026-07-01T00:00:00Z'),
  }
  const other = { ...market.entries[9], at: at('2026-02-01T00:00:00Z') } as Entry
  const apps = [
    createTestApp({ ...source, readEntry: () => Promise.resolve(undefined) }),
    createTestApp({
      ...source,
      readEntry: () => Promise.resolve({ entry: other, digest: digestOf('0') }),
    }),
  ]
  for (const one of apps) {
    const unread = await ask(one, '/evidence/p10-1')
    assert.equal(unread.status, 503)
    assert.match(unread.headers['retry-after'] ?? '', /^\d+$/)
    assert.equal((await ask(one, '/evidence')).status, 200)
    assert.equal((await ask(one, '/evidence/p13-1')).status, 404)
  }
})

test('current offers and history of one institution link to its receipts', async () => {
  const linkOf = async (target: string) => (await ask(app, target)).headers['link']
  const receipts = '<http://localhost/evidence?institution_id=alpha>; rel="describedby"'
  assert.equal(await linkOf('/rates/current?institution_id=alpha'), receipts)
  assert.equal(await linkOf('/rates/history/alpha'), receipts)
  assert.equal(await linkOf('/rates/current'), undefined)
  assert.match(
    (await linkOf('/rates/history/alpha?limit=1')) ?? '',
    /^<[^>]+\?limit=1&offset=1>; rel="next", <[^>]+>; rel="describedby"$/,
  )
})

test('If-None-Match gives 304, and the ETag names the content', async () => {
  const { headers } = await ask(app, '/evidence/p10-1')
  const etag = headers['etag'] ?? ''
  assert.equal((await ask(app, '/evidence/p10-1', { 'if-none-match': etag })).status, 304)
  assert.equal((await ask(app, '/evidence/p10-2', { 'if-none-match': etag })).status, 200)
})

testRefusals(apiOf(market), '/evidence', {
  institution_id: { takes: 'alpha' },
  type: { takes: 'bank' },
  variant: { takes: 'general' },
  tenure_months: { takes: '12.0' },
  payout_type: { takes: 'monthly' },
})

test('GET /evidence: the filters of /rates/current leave out the same offers', async () => {
  const { lines: linesOf } = apiOf(marketOf(correctedSampleEntries()))
  const fields = ['institution_id', 'product_variant', 'tenure_months', 'payout_type', 'rate_pa']
  for (const filter of [
    'type=nbfi',
    'variant=senior_citizen',
    'tenure_months=6',
    'payout_type=monthly&type=bank',
  ]) {
    const offers = await linesOf(`/rates/current?${filter}`, ...fields)
    assert.ok(offers.length > 0, filter)
    assert.deepEqual(await linesOf(`/evidence?${filter}`, ...fields), offers)
  }
})
