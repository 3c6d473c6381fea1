import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { books, instantIn, when } from '../../../test/oracle/books.ts'
import { oneTerms, sinceIn, someSince, someType } from '../../../test/oracle/parameters.ts'
import { openBook } from '../../../test/support/book.ts'
import { runs } from '../../../test/support/generators.ts'
import { dayOf, type Day } from '../../domain/day.ts'
import { canonicalDecimal, type Decimal } from '../../domain/decimal.ts'
import { dayLength, type Instant } from '../../domain/instant.ts'
import { institutionTypes, type InstitutionType } from '../../domain/institution.ts'
import type { Terms } from '../../domain/offer.ts'
import type { Market } from '../../market/market.ts'
import { summaryHistory } from '../../query/summary-history.ts'
import { summaryTimeline } from '../../query/summary-timeline.ts'
import type { Body } from '../message/body.ts'
import { figureTexts, groupTexts } from '../schema/figures.ts'
import { noDays } from './day-texts.ts'
import { snapshotList, timelinesOf, type Timeline } from './snapshot-rows.ts'

type Asked = {
  readonly type: InstitutionType | undefined
  readonly since: Day | undefined
  readonly now: Instant
}

/** The rows of each day of each stretch, written one by one. */
function oneByOne(market: Market, terms: Terms, { type, since, now }: Asked): string {
  const rows: object[] = []
  const { stretches } = summaryHistory(market, summaryTimeline(market, terms), since, now)
  for (const { from, until, groups } of stretches) {
    for (let day = from; day < until; day++) {
      for (const group of groups) {
        if (type !== undefined && group.type !== type) continue
        const snapshot_date = dayOf((day * dayLength) as Instant)
        rows.push({ snapshot_date, ...groupTexts(group), ...figureTexts(group) })
      }
    }
  }
  return JSON.stringify(rows)
}

function listOf(market: Market, timeline: Timeline, asked: Asked, days = noDays()): Body {
  const { stretches } = summaryHistory(market, timeline.stretches, asked.since, asked.now)
  return snapshotList(timeline, stretches, asked.type, days)
}

/** What a list writes in the middle of some memory, around which nothing is touched. */
function written(list: Body): string {
  const { length, writeTo } = list.payload()
  const memory = Buffer.alloc(40 + length + 40, 0xff)
  writeTo(memory, 40)
  for (const end of [memory.subarray(0, 40), memory.subarray(40 + length)])
    assert.ok(end.every((byte) => byte === 0xff))
  return memory.toString('utf8', 40, 40 + length)
}

/** The two halves of a list's name, each of which tells it from others. */
function halvesOf(list: Body): string[] {
  return list.digest().split('.')
}

test('the rows of a history are those of each day of each stretch, written one by one', () => {
  fc.assert(
    fc.property(
      books,
      fc.record(oneTerms),
      someType,
      someSince,
      when,
      (book, { tenure, ...terms }, type, pick, moment) => {
        const { market } = book
        const exact = { ...terms, tenure: canonicalDecimal(tenure) }
        const since = sinceIn(book.entries, pick)
        const asked = { type, since, now: instantIn(book, moment) }
        const list = listOf(market, timelinesOf(market)(exact), asked)
        assert.equal(written(list), oneByOne(market, exact, asked))
      },
    ),
    runs(150),
  )
})

const terms = { variant: 'general', tenure: '12' as Decimal, payout: 'maturity' } as const

/** Before and after 1970: days without an offer, of one type, of both; several in a row on each of which something moves; many alike. */
function ofManyKinds(): Market {
  const book = openBook()
  book.register('1969-12-20T00:00:00Z', 'bank')
  book.register('1969-12-20T00:00:00Z', 'firm', { type: 'nbfi' })
  const offers = (rate: string) => [`general 12 maturity ${rate}`, 'women 12 maturity 1']
  const none = ['women 12 maturity 1']
  book.publish('1969-12-22T08:00:00Z', 'bank', offers('9'))
  book.publish('1969-12-25T08:00:00Z', 'bank', offers('10.125'))
  book.publish('1969-12-26T08:00:00Z', 'bank', offers('11'))
  book.publish('1969-12-26T09:00:00Z', 'firm', offers('12'))
  book.publish('1969-12-27T08:00:00Z', 'firm', offers('12.5'))
  book.publish('1969-12-28T08:00:00Z', 'firm', none)
  book.publish('1969-12-29T08:00:00Z', 'firm', offers('13'))
  book.publish('1969-12-30T08:00:00Z', 'bank', none)
  book.publish('1970-01-03T08:00:00Z', 'firm', none)
  book.publish('1970-01-05T08:00:00Z', 'firm', offers('9.0001'))
  book.publish('1970-01-05T09:00:00Z', 'bank', offers('8'))
  book.publish('1970-03-04T08:00:00Z', 'bank', offers('8.5'))
  book.publish('1970-03-05T08:00:00Z', 'bank', offers('8.75'))
  return book.market()
}

test('every part of a history is written so: of each type, from each day, today and some days later; other bytes have another name', () => {
  const market = ofManyKinds()
  const timeline = timelinesOf(market)(terms)
  const lengths = timeline.stretches.map(({ from, until }) => until - from)
  assert.deepEqual(lengths, [2, 3, 1, 1, 1, 1, 1, 4, 2, 58, 1, Infinity])
  // The texts of days are those that an answer before asked for, and more.
  const days = noDays()
  const names = new Map<string, string>()
  for (const later of [0, 1, 40]) {
    const now = (market.at + later * dayLength) as Instant
    for (let back = -2; back < 130; back++) {
      const since = back === 129 ? undefined : dayOf((now - back * dayLength) as Instant)
      for (const type of [undefined, ...institutionTypes]) {
        const asked = { type, since, now }
        const list = listOf(market, timeline, asked, days)
        const text = written(list)
        assert.equal(text, oneByOne(market, terms, asked))
        for (const half of halvesOf(list)) {
          assert.equal(names.get(half) ?? text, text, 'one name for two texts')
          names.set(half, text)
        }
      }
    }
  }
  assert.ok(names.size > 600 && [...names.values()].includes('[]'))
  const { texts } = days
  const short = { type: undefined, since: dayOf(market.at), now: market.at }
  assert.equal(written(listOf(market, timeline, short, days)), oneByOne(market, terms, short))
  assert.equal(days.texts, texts, 'they are made once')
})

test('the name of a history follows from its rows: the same for the same, another where one figure or one day differs', () => {
  const namesIn = (day: string, rate: string, registered = '2026-01-01T00:00:00Z'): string[] => {
    const book = openBook()
    book.register(registered, 'bank')
    book.publish('2026-01-02T08:00:00Z', 'bank', ['general 12 maturity 9'])
    book.publish(`${day}T08:00:00Z`, 'bank', [`general 12 maturity ${rate}`])
    book.publish('2026-01-09T08:00:00Z', 'bank', ['general 12 maturity 11'])
    const market = book.market()
    const asked = { type: undefined, since: undefined, now: market.at }
    return halvesOf(listOf(market, timelinesOf(market)(terms), asked))
  }
  const names = namesIn('2026-01-04', '10')
  assert.deepEqual(namesIn('2026-01-04', '10'), names)
  assert.deepEqual(namesIn('2026-01-04', '10', '2025-12-31T00:00:00Z'), names)
  const all = [...names, ...namesIn('2026-01-05', '10'), ...namesIn('2026-01-04', '10.5')]
  assert.equal(new Set(all).size, 6)
})
