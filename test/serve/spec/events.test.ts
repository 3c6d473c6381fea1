import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Instant } from '../../../src/domain/instant.ts'
import type { Origin } from '../../../src/domain/origin.ts'
import type { Sheet } from '../../../src/domain/offer.ts'
import { emptyMarket } from '../../../src/book/market/market.ts'
import { appOf, ask, receive } from '../../support/ask.ts'
import { openBook, type Book } from '../../support/book.ts'
import { at } from '../../support/sample-market.ts'
import { createTestApp } from '../../support/source.ts'
import { typingError, wrongBank } from '../../support/corrected-books.ts'

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha' })
book.register('2026-01-01T00:00:00Z', 'beta', { type: 'nbfi' })
book.publish('2026-01-02T00:00:00Z', 'alpha', [
  'general 12 maturity 9 1000',
  'general 6 monthly 8',
  'women 100d maturity 7.5',
])
book.register('2026-01-03T00:00:00Z', 'alpha', { name: 'The new Alpha' })
book.publish('2026-01-04T00:00:00Z', 'alpha', [
  'general 12 maturity 9.25 5000',
  'general 6 monthly 8.0',
])
book.check('2026-01-05T00:00:00Z', 'alpha')
book.verify('2026-01-06T00:00:00Z', 'alpha')
const market = book.market()
const app = appOf(market)

type Event = Readonly<Record<string, unknown>>
const events = async (target: string): Promise<readonly Event[]> =>
  JSON.parse((await ask(app, target)).body) as Event[]
const lines = async (target: string): Promise<readonly string[]> =>
  (await events(target)).map(({ id, kind }) => `${String(id)} ${String(kind)}`)

const all = [
  'p1-0 institution',
  'p2-0 institution',
  'p3-0 sheet',
  'p3-1 initial',
  'p3-2 initial',
  'p3-3 initial',
  'p4-0 institution',
  'p5-0 sheet',
  'p5-1 up',
  'p5-2 withdrawn',
  'p6-0 checked',
  'p7-0 verified',
]

test('/events lists every public entry and every change, oldest first', async () => {
  assert.deepEqual(await lines('/events'), all)
})

test('a failed run and a held sheet are checks with an outcome, and neither shows a figure', async () => {
  const head = { institutionId: 'alpha' }
  const written = openBook()
  written.register('2026-01-01T00:00:00Z', 'alpha')
  written.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9', 'women 6 monthly 8'])
  const [origin, message] = [originOf(at('2026-01-03T00:00:00Z')), 'The page is a login page.']
  const day = (number: number) => at(`2026-01-0${number}T00:00:00Z`)
  const check = { ...head, kind: 'rates-checked' } as const
  written.enter({ ...check, at: day(3), outcome: 'failed', message, origin })
  const tier = { variant: 'women', tenure: '6' as Decimal, payout: 'monthly' } as const
  written.enter({ ...head, kind: 'rates-verified', at: day(4), tiers: [tier], origin })
  const reviewer = { id: 'ann', name: 'Ann' }
  written.enter({ kind: 'reviewer-registered', institutionId: '', at: day(5), reviewer })
  written.enter({
    ...head,
    kind: 'sheet-held',
    at: day(6),
    sheet: { ...sheetIn(written), scrapedAt: day(6) },
    findings: [{ rule: 'large-move', message: 'It moved.' }],
    origin,
    comparedWith: 2,
    reviewers: 1,
  })
  const decided = { ...head, kind: 'sheet-decided', hold: 6, by: 'ann' } as const
  written.enter({ ...decided, at: day(7), decision: 'rejected', note: 'The page shows a typo.' })
  written.enter({ ...check, at: day(8), outcome: 'held', origin })
  const { body } = await ask(appOf(written.market()), '/events?after=2')
  const known = { institution_id: 'alpha' }
  const events = [
    {
      id: 'p3-0',
      position: 3,
      kind: 'checked',
      at: '2026-01-03T00:00:00Z',
      ...known,
      outcome: 'failed',
    },
    {
      id: 'p4-0',
      position: 4,
      kind: 'verified',
      at: '2026-01-04T00:00:00Z',
      ...known,
      tiers: [
        {
          product_variant: 'women',
          tenure_months: '6.00',
          tenure_to_months: null,
          payout_type: 'monthly',
          min_deposit: '0.00',
        },
      ],
    },
    {
      id: 'p6-0',
      position: 6,
      kind: 'checked',
      at: '2026-01-06T00:00:00Z',
      ...known,
      outcome: 'held',
    },
    {
      id: 'p8-0',
      position: 8,
      kind: 'checked',
      at: '2026-01-08T00:00:00Z',
      ...known,
      outcome: 'held',
    },
  ]
  assert.deepEqual(JSON.parse(body), events)
})

function sheetIn(written: Book): Sheet {
  const { publication } = written.market().institutions.get('alpha') ?? {}
  assert.ok(publication)
  return publication.sheet
}

function originOf(day: Instant): Origin {
  const digest = 'ab'.repeat(32)
  return { source: { file: 'sources/lk/alpha.yaml', digest }, captures: [], nextDue: day }
}

test('an institution event has the whole record', async () => {
  const [event] = await events('/events?limit=1')
  assert.deepEqual(event, {
    id: 'p1-0',
    position: 1,
    kind: 'institution',
    at: '2026-01-01T00:00:00Z',
    institution_id: 'alpha',
    institution: {
      id: 'alpha',
      name: 'Alpha',
      type: 'bank',
      website: 'https://alpha.example/',
      active: true,
      license_type: 'licensed_commercial_bank',
      credit_rating: null,
      rating_agency: null,
      rating_updated: null,
      stale_after_days: 7,
    },
  })
})

test('a sheet event has every offer, without what the sheet did not print', async () => {
  const [event] = await events('/events?after=2&limit=1')
  assert.deepEqual(event, {
    id: 'p3-0',
    position: 3,
    kind: 'sheet',
    at: '2026-01-02T00:00:00Z',
    institution_id: 'alpha',
    scraped_at: '2026-01-02T00:00:00Z',
    source_url: 'https://alpha.example/rates',
    currency: 'LKR',
    complete: true,
    covers: ['general', 'senior_citizen', 'women', 'digital', 'minor'],
    leaves: [],
    offers: [
      {
        product_variant: 'general',
        tenure_months: '6.00',
        payout_type: 'monthly',
        rate_pa: '8.000',
        evidence_id: 'p3-1',
      },
      {
        product_variant: 'general',
        tenure_months: '12.00',
        payout_type: 'maturity',
        rate_pa: '9.000',
        min_deposit: '1000.00',
        evidence_id: 'p3-2',
      },
      {
        product_variant: 'women',
        tenure_months: '3.29',
        tenure_days: 100,
        payout_type: 'maturity',
        rate_pa: '7.500',
        evidence_id: 'p3-3',
      },
    ],
    sample: false,
  })
})

test('a change has the record of /rates/changes, with the name of that time; a withdrawal has no new rate', async () => {
  const [up, withdrawn] = await events('/events?after=p5-0&limit=2')
  const [change] = JSON.parse((await ask(app, '/rates/changes?details=true')).body) as Event[]
  const head = { id: 'p5-1', position: 5, kind: 'up', at: '2026-01-04T00:00:00Z' }
  // Other events say when the rates before and after it were read, and when the offer was withdrawn.
  const {
    prev_changed_at: _,
    prev_seen_at: _seen,
    prev_withdrawn_at: _withdrawn,
    read_at: _read,
    source_url: _source,
    printed_date: _printed,
    ...record
  } = change ?? {}
  assert.deepEqual(up, { ...head, ...record, evidence_id: 'p5-2' })
  assert.deepEqual(withdrawn, {
    id: 'p5-2',
    position: 5,
    kind: 'withdrawn',
    at: '2026-01-04T00:00:00Z',
    institution_id: 'alpha',
    institution_name: 'The new Alpha',
    institution_type: 'bank',
    product_variant: 'women',
    tenure_months: '3.29',
    tenure_to_months: null,
    payout_type: 'maturity',
    prev_rate_pa: '7.500',
    new_rate_pa: null,
    direction: 'withdrawn',
    changed_at: '2026-01-04T00:00:00Z',
    min_deposit: '0.00',
    prev_min_deposit: '0.00',
    evidence_id: null,
  })
  const [initial] = await events('/events?kind=initial&limit=1')
  assert.equal(initial?.['institution_name'], 'Alpha')
})

test('Ratebook-Reached and the next link lead through all events, on pages of any size', async () => {
  for (const limit of [1, 2, 5, 12, 1000]) {
    const found: string[] = []
    let target: string | undefined = `/events?limit=${limit}`
    while (target !== undefined) {
      found.push(...(await lines(target)))
      const { headers } = await ask(app, target)
      const link: string | undefined = headers['link']
      const next = /^<http:\/\/localhost\/events(\?after=([\w-]+)&limit=\d+)>; rel="next"$/.exec(
        link ?? '',
      )
      assert.equal(next?.[2] ?? '7', headers['ratebook-reached'])
      target = next === null ? undefined : `/events${String(next[1])}`
    }
    assert.deepEqual(found, all, `${limit} a page`)
  }
})

test('a page of long sheets is shorter than its limit, and its link leads to the rest', async () => {
  const long = openBook()
  long.register('2026-01-01T00:00:00Z', 'alpha')
  for (let day = 2; day <= 8; day++) {
    const offers = Array.from({ length: 1_200 }, (_, k) => `general ${k + 1} maturity 9`)
    long.publish(`2026-01-0${day}T00:00:00Z`, 'alpha', offers)
  }
  const longApp = appOf(long.market())
  const pages: (readonly string[])[] = []
  for (let target: string | undefined = '?kind=sheet&limit=1000'; target !== undefined;) {
    const { headers, body } = await receive(longApp, 'GET', `/events${target}`)
    pages.push((JSON.parse(body) as Event[]).map(({ id }) => String(id)))
    target = /^<[^>?]+(\?[^>]+)>; rel="next"$/.exec(headers['link'] ?? '')?.[1]
  }
  assert.deepEqual(pages, [
    ['p2-0', 'p3-0', 'p4-0', 'p5-0', 'p6-0'],
    ['p7-0', 'p8-0'],
  ])
})

test('a filter leaves events out, and Ratebook-Reached moves over them', async () => {
  for (const [target, expected, reached] of [
    ['/events?institution_id=beta', ['p2-0 institution'], '7'],
    ['/events?kind=up', ['p5-1 up'], '7'],
    ['/events?kind=up&after=p5-1', [], '7'],
    ['/events?kind=institution&limit=2', ['p1-0 institution', 'p2-0 institution'], '3'],
    ['/events?institution_id=nobody', [], '7'],
  ] as const) {
    const { headers } = await ask(app, target)
    assert.deepEqual(
      [await lines(target), headers['ratebook-reached']],
      [expected, reached],
      target,
    )
  }
})

test('an id after the end of the book is a 422 that says what to do; the end itself is an empty list', async () => {
  const { status, body } = await ask(app, '/events?after=p8-0')
  const { errors } = JSON.parse(body) as { errors: { parameter: string; message: string }[] }
  assert.deepEqual([status, errors[0]?.parameter], [422, 'after'])
  assert.match(
    errors[0]?.message ?? '',
    /ends at position 7\..*restored from an older copy.*after=0/,
  )
  assert.deepEqual(await lines('/events?after=7'), [])
  assert.deepEqual(await lines('/events?after=p7-9'), [])
})

test('a server that is a moment behind waits for the position of the id', async () => {
  let current = emptyMarket
  const late = createTestApp({
    market: () => current,
    isHealthy: () => true,
    now: () => at('2026-07-01T00:00:00Z'),
  })
  const answer = receive(late, 'GET', '/events?after=6')
  setTimeout(() => {
    current = market
  }, 100)
  assert.match((await answer).body, /^\[\{"id":"p7-0"/)
})

test('after still takes an id as earlier versions wrote it', async () => {
  const present = await ask(app, '/events?after=p5-1')
  const earlier = await ask(app, '/events?after=5.1')
  assert.equal(earlier.body, present.body)
  assert.match(present.body, /^\[\{"id":"p5-2"/)
})

test('an invalid id is a 422', async () => {
  for (const after of ['', 'x', '-1', '1.', '01', '1.2.3', '0.1', 'p1', 'p1.2', '1-2', 'P1-2']) {
    assert.equal((await ask(app, `/events?after=${after}`)).status, 422, after)
  }
})

test('pages are revalidated by caches, and their ETag gives 304', async () => {
  const { headers } = await ask(app, '/events')
  assert.equal(headers['cache-control'], 'no-cache')
  const known = await ask(app, '/events', { 'if-none-match': headers['etag'] ?? '' })
  assert.deepEqual([known.status, known.headers['ratebook-reached']], [304, '7'])
})

test('NDJSON has the same events; there is no CSV', async () => {
  const { body } = await receive(app, 'GET', '/events.ndjson')
  assert.equal(`[${body.trimEnd().replaceAll('\n', ',')}]`, (await ask(app, '/events')).body)
  assert.equal((await receive(app, 'GET', '/events.csv')).status, 404)
})

test('an empty book has no events, and reaches 0', async () => {
  const { headers, body } = await ask(appOf(emptyMarket), '/events')
  assert.deepEqual([body, headers['ratebook-reached'], headers['link']], ['[]', '0', undefined])
})
test('a correction is an event with its figures, followed by the standing rates that it changed', async () => {
  const corrections = appOf(typingError().market())
  const { body } = await ask(corrections, '/events?after=3')
  assert.deepEqual(JSON.parse(body), [
    {
      id: 'p4-0',
      position: 4,
      kind: 'corrected',
      at: '2026-03-02T00:00:00Z',
      institution_id: 'alpha',
      target: 3,
      retraction: false,
      cause: 'misread',
      figures: [
        {
          target: 3,
          product_variant: 'general',
          tenure_months: '12.00',
          tenure_to_months: null,
          payout_type: 'maturity',
          min_deposit: '0.00',
          was_rate_pa: '12.500',
          now_rate_pa: '15.200',
        },
      ],
      by: 'A. Perera',
      note: 'The rate of 9 months was typed.',
    },
    {
      id: 'p4-1',
      position: 4,
      kind: 'up',
      at: '2026-03-02T00:00:00Z',
      institution_id: 'alpha',
      institution_name: 'Alpha Bank',
      institution_type: 'bank',
      product_variant: 'general',
      tenure_months: '12.00',
      tenure_to_months: null,
      payout_type: 'maturity',
      prev_rate_pa: '12.500',
      new_rate_pa: '15.200',
      direction: 'up',
      changed_at: '2026-03-02T00:00:00Z',
      min_deposit: '0.00',
      prev_min_deposit: '0.00',
      evidence_id: 'p3-1',
    },
  ])
})

test('a retraction is an event, and the figures that stood before follow; kind=corrected finds it', async () => {
  const retracted = appOf(wrongBank().market())
  const { body } = await ask(retracted, '/events?after=5')
  const listed = JSON.parse(body) as readonly Event[]
  assert.deepEqual(
    listed.map(({ id, kind, tenure_months, new_rate_pa, evidence_id }) =>
      [id, kind, tenure_months, new_rate_pa, evidence_id].map(String).join(' '),
    ),
    [
      'p6-0 corrected undefined undefined undefined',
      'p6-1 flat 6.00 8.000 p3-1',
      'p6-2 down 12.00 9.000 p3-2',
    ],
  )
  const { retraction, cause, figures } = listed[0] ?? {}
  assert.deepEqual([retraction, cause], [true, 'wrong-page'])
  assert.deepEqual(
    (figures as readonly Event[]).map(({ was_rate_pa, now_rate_pa }) => [was_rate_pa, now_rate_pa]),
    [
      [null, '8.000'],
      ['11.500', '9.000'],
    ],
  )
  const only = await ask(retracted, '/events?kind=corrected')
  assert.deepEqual(JSON.parse(only.body), listed.slice(0, 1))
})
