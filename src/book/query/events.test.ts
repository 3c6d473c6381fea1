import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBook } from '../../../test/support/book.ts'
import type { Market } from '../market/market.ts'
import { eventIdText, parseEventId, type EventId } from './ids.ts'
import { eventsAfter, isBeyond, type BookEvent, type EventsRequest } from './events.ts'

const small = (): Market => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.register('2026-01-01T00:00:00Z', 'beta')
  book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9', 'general 6 monthly 8'])
  book.check('2026-01-03T00:00:00Z', 'alpha')
  book.register('2026-01-04T00:00:00Z', 'alpha', { name: 'The new alpha' })
  book.publish('2026-01-05T00:00:00Z', 'alpha', ['general 12 maturity 10'])
  book.verify('2026-01-06T00:00:00Z', 'alpha')
  return book.market()
}

const line = ({ position, line, kind }: BookEvent): string =>
  `${eventIdText({ position, line })} ${kind}`

const all = [
  'p1-0 institution',
  'p2-0 institution',
  'p3-0 sheet',
  'p3-1 initial',
  'p3-2 initial',
  'p4-0 checked',
  'p5-0 institution',
  'p6-0 sheet',
  'p6-1 withdrawn',
  'p6-2 up',
  'p7-0 verified',
]

const read = (market: Market, after: string, rest: Partial<EventsRequest> = {}): string[] => {
  const place = parseEventId(after)
  assert.ok(place)
  const { events, reached, hasMore } = eventsAfter(market, { after: place, limit: 1000, ...rest })
  return [...events.map(line), `reached ${eventIdText(reached)}${hasMore ? ', more' : ''}`]
}

test('every entry and every change is an event, in the order of the book', () => {
  assert.deepEqual(read(small(), '0'), [...all, 'reached 7'])
})

test('a place without a line is after all events of its entry; a limit stops within an entry', () => {
  const market = small()
  assert.deepEqual(read(market, '3', { limit: 1 }), ['p4-0 checked', 'reached 4, more'])
  assert.deepEqual(read(market, 'p3-0', { limit: 1 }), ['p3-1 initial', 'reached p3-1, more'])
  assert.deepEqual(read(market, 'p3-1', { limit: 1 }), ['p3-2 initial', 'reached 3, more'])
  assert.deepEqual(read(market, '2', { limit: 2 }), [
    'p3-0 sheet',
    'p3-1 initial',
    'reached p3-1, more',
  ])
  assert.deepEqual(read(market, '7'), ['reached 7'])
  assert.deepEqual(read(market, 'p7-99'), ['reached 7'])
})

test('the pages of each size from each place are the rest of the list', () => {
  const market = small()
  for (let limit = 1; limit <= all.length; limit++) {
    for (const [index, after] of [
      '0',
      ...all.map((event) => event.split(' ')[0] ?? ''),
    ].entries()) {
      const rest: string[] = []
      let place: EventId = parseEventId(after) ?? { position: 0 }
      for (let more = true; more;) {
        const page = eventsAfter(market, { after: place, limit })
        rest.push(...page.events.map(line))
        place = page.reached
        more = page.hasMore
      }
      assert.deepEqual(rest, all.slice(index), `after ${after}, ${limit} a page`)
    }
  }
})

test('a page ends once its sheets list enough offers, and has at least one event', () => {
  const market = small()
  const sheets = (after: string, offerLimit: number) =>
    read(market, after, { kind: 'sheet', offerLimit })
  assert.deepEqual(sheets('0', 1), ['p3-0 sheet', 'reached 5, more'])
  assert.deepEqual(sheets('0', 2), ['p3-0 sheet', 'reached 5, more'])
  assert.deepEqual(sheets('0', 3), ['p3-0 sheet', 'p6-0 sheet', 'reached 7'])
  assert.deepEqual(sheets('p3-0', 1), ['p6-0 sheet', 'reached 7'])
  assert.deepEqual(read(market, '2', { offerLimit: 1 }), ['p3-0 sheet', 'reached p3-0, more'])
  assert.deepEqual(read(market, 'p3-0', { offerLimit: 1 }), [
    'p3-1 initial',
    'p3-2 initial',
    'p4-0 checked',
    'p5-0 institution',
    'p6-0 sheet',
    'reached p6-0, more',
  ])
})

test('a filter moves the place that is reached over all events that it leaves out', () => {
  const market = small()
  assert.deepEqual(read(market, '0', { institutionId: 'beta' }), ['p2-0 institution', 'reached 7'])
  assert.deepEqual(read(market, '0', { kind: 'up' }), ['p6-2 up', 'reached 7'])
  assert.deepEqual(read(market, 'p6-2', { kind: 'up' }), ['reached 7'])
  assert.deepEqual(read(market, '0', { kind: 'up', institutionId: 'unknown' }), ['reached 7'])
  assert.deepEqual(read(market, '0', { kind: 'sheet', limit: 1 }), [
    'p3-0 sheet',
    'reached 5, more',
  ])
})

test('a page of a rare kind ends before the server has read a long book', () => {
  const market = small()
  const check = market.entries[3]
  assert.ok(check)
  const entries = Array.from({ length: 120_000 }, (_, index) => ({ ...check, position: index + 1 }))
  const long = { ...market, entries, position: entries.length }
  assert.deepEqual(read(long, '0', { kind: 'withdrawn' }), ['reached 50000, more'])
  assert.deepEqual(read(long, '100000', { kind: 'withdrawn' }), ['reached 120000'])
})

test('a change names the institution as it was registered at its entry', () => {
  const names = eventsAfter(small(), { after: { position: 0 }, limit: 1000 }).events.flatMap(
    (event) => ('institution' in event && 'change' in event ? [event.institution.name] : []),
  )
  assert.deepEqual(names, ['The alpha', 'The alpha', 'The new alpha', 'The new alpha'])
})

test('a place after the end of the book is recognised', () => {
  const market = small()
  assert.equal(isBeyond(market, { position: 7, line: 3 }), false)
  assert.equal(isBeyond(market, { position: 8 }), true)
})

test('only ids are read as ids', () => {
  for (const text of ['0', '1', 'p12-0', 'p12-34', '999999999999999']) {
    const id = parseEventId(text)
    assert.equal(id && eventIdText(id), text)
  }
  // Earlier versions wrote a point. A spreadsheet makes one number of these two.
  for (const [earlier, text] of [
    ['57.1', 'p57-1'],
    ['57.10', 'p57-10'],
  ] as const) {
    const id = parseEventId(earlier)
    assert.equal(id && eventIdText(id), text)
  }
  for (const text of [
    '',
    '-1',
    '01',
    '1.',
    '.1',
    '1.01',
    '0.1',
    '1.2.3',
    'p1',
    'p1.2',
    'p1-01',
    '1-2',
    '1e3',
    ' 1',
    '1 ',
    '9'.repeat(16),
  ])
    assert.equal(parseEventId(text), undefined, text)
})
