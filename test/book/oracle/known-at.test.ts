import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { emptyMarket, type Market } from '../../../src/book/market/market.ts'
import { marketAt } from '../../../src/book/market/past-market.ts'
import { instantText, type Instant } from '../../../src/domain/instant.ts'
import { receive } from '../../support/ask.ts'
import { correctedEvents } from '../../support/corrected-events.ts'
import type { Received } from '../../support/document.ts'
import { follow } from '../../support/follow.ts'
import { institutionIds, runs } from '../../support/generators.ts'
import { createTestApp } from '../../support/source.ts'
import { bookOf, books, correctedBooks, instantIn, when } from './books.ts'
import {
  oneTerms,
  page,
  sinceIn,
  someDeposit,
  someInstitution,
  someMove,
  someSince,
  someTerms,
  someType,
} from './parameters.ts'
import { correctedRunBooks } from './run-books.ts'

/** An app that answers from one market at one time. Each book needs its own, because a server serves one book. */
function appAt(market: Market, now: Instant) {
  return createTestApp({ market: () => market, now: () => now, isHealthy: () => true })
}

/** The targets of all endpoints with random parameters; `since` is an index of an entry. */
const targets = fc.record({
  type: someType,
  institution: someInstitution,
  id: fc.constantFrom(...institutionIds, 'nobody'),
  move: someMove,
  terms: fc.record(someTerms),
  group: fc.record(oneTerms),
  page: fc.record(page),
  deposit: someDeposit,
  since: someSince,
  active: fc.boolean(),
  format: fc.constantFrom('', '', '.csv', '.ndjson'),
})
type Parameters = typeof targets extends fc.Arbitrary<infer T> ? T : never

function targetsOf(given: Parameters, since: string | undefined): readonly string[] {
  const { type, institution, id, move, terms, group, deposit, active, format } = given
  const own = { variant: terms.variant, tenure_months: terms.tenure, payout_type: terms.payout }
  const all = { variant: group.variant, tenure_months: group.tenure, payout_type: group.payout }
  const target = (path: string, query: Readonly<Record<string, unknown>>): string => {
    const parts = Object.entries(query).filter(([, value]) => value !== undefined)
    return `${path}${format}?${parts.map(([name, value]) => `${name}=${String(value)}`).join('&')}`
  }
  return [
    target('/institutions', { type, active_only: active }),
    target('/rates/current', { institution_id: institution, type, ...own, deposit }),
    target(`/rates/history/${id}`, { ...own, ...given.page }),
    target('/rates/changes', {
      since,
      type,
      direction: move,
      institution_id: institution,
      ...given.page,
    }),
    target('/compare', { ...all, type, deposit }),
    target('/summary', { type, ...own }),
    target('/summary/history', { ...all, type, since }),
    target('/freshness', { institution_id: institution }),
    target('/reports/best-rates', { type, limit: Math.min(given.page.limit, 100), deposit }),
    `/rates/changes.atom?limit=${given.page.limit}`,
  ]
}

const instants = fc.array(when, { minLength: 1, maxLength: 3 })

test('known_at=T answers as the market after the last entry of T does at T, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(books, instants, targets, async (book, randoms, given) => {
      const { entries, market, markets } = book
      const times = randoms.map((random) => instantIn(book, random))
      const present = appAt(market, Math.max(market.at, ...times) as Instant)
      for (const at of times) {
        const position = entries.findLastIndex((entry) => entry.at <= at) + 1
        const past = appAt(markets[position] ?? emptyMarket, at)
        for (const target of targetsOf(given, sinceIn(entries, given.since))) {
          const request = `${target}&known_at=${instantText(at)}`
          const expected = await receive(past, 'GET', target)
          const found = await receive(present, 'GET', request)
          assert.equal(withoutKnownAt(found.body), withoutKnownAt(expected.body), request)
          assert.deepEqual(sharedHeaders(found), sharedHeaders(expected), request)
          assert.deepEqual(await receive(present, 'GET', request), found, request)
        }
        await past.close()
      }
      await present.close()
    }),
    runs(40),
  )
})

/** The headers that must be equal. ETag and caching headers differ: one server has the present book, one the past book. */
function sharedHeaders({ status, headers }: Received) {
  const { 'content-type': type, 'ratebook-position': position, link = '' } = headers
  return { status, type, position, link: withoutKnownAt(link) }
}

/** A text without `known_at`, which links to other pages repeat, and without the head of a feed, which names it. */
function withoutKnownAt(text: string): string {
  return text
    .replaceAll(/&known_at=[^&>"]*|known_at=[^&>"]*&/g, '')
    .replaceAll(/^<(?:id|title|link rel="(?:self|related|next|previous)").*$/gm, '')
}

/** Everything that a market says, with maps and lists made whole. A draft has more keys than the book that it is. */
function contentOf({ changes, institutions, ...market }: Market) {
  const { all, terms, kinds } = changes
  return {
    ...market,
    all,
    kinds: Array.from(kinds, (kind) => [terms[kind >> 1], kind % 2]),
    institutions: Array.from(institutions, ([id, book]) => {
      const { institution, entries, registrations, standing, publication } = book
      const { checkedAt, believed, published } = book
      const isCorrected = believed !== published
      const own = { institution, entries, registrations, standing, publication, checkedAt }
      return [id, { ...own, believed, published, isCorrected }]
    }),
  }
}

/** Books with more sheets of an institution than lie between two snapshots of what stands. */
const longBooks = fc
  .array(correctedEvents, { minLength: 6, maxLength: 6 })
  .map((events) => bookOf(events.flat()))

const anyBook = fc.oneof(books, correctedBooks, correctedRunBooks, longBooks)

test('the market at an instant has what a fold of the entries up to it has', () => {
  fc.assert(
    fc.property(anyBook, ({ entries, market }) => {
      for (const { at } of entries) {
        const position = entries.findLastIndex((entry) => entry.at <= at) + 1
        const folded = follow(emptyMarket, entries.slice(0, position))
        assert.deepEqual(contentOf(marketAt(market, at)), contentOf(folded))
      }
      const before = (market.entries[0]?.at ?? 1) - 1
      assert.equal(marketAt(market, before as Instant), emptyMarket)
    }),
    runs(600),
  )
})
