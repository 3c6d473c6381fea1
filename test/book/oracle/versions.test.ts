import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { evolve } from '../../../src/book/market/evolve.ts'
import { emptyMarket, type InstitutionBook, type Market } from '../../../src/book/market/market.ts'
import type { RateRecord } from '../../../src/book/market/rate-history.ts'
import { rateChanges } from '../../../src/book/query/rate-changes.ts'
import { rateHistory } from '../../../src/book/query/rate-history.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import { hasTerms } from '../../../src/domain/offer.ts'
import { bodyOf, entryOf, storedInstant } from '../../../src/domain/stored-entry.ts'
import { follow } from '../../support/follow.ts'
import { bookEvents, institutionIds, runs } from '../../support/generators.ts'
import { bookOf, books } from './books.ts'
import { flatPage, flatRecord, type FlatRecord } from './flat-record.ts'
import { page, someInstitution, someMove, someTerms, someType } from './parameters.ts'

/** The whole history of a market, in the order of the book, as published or as corrected. */
function historyOf(
  { institutions }: Market,
  recordsOf: (book: InstitutionBook) => readonly RateRecord[] = ({ published }) =>
    published.records,
): FlatRecord[] {
  return [...institutions.values()]
    .flatMap((book) => recordsOf(book).map(flatRecord))
    .toSorted((a, b) => a.position - b.position)
}

const requests = fc.record({
  terms: fc.record(someTerms),
  moves: fc.record({ institutionId: someInstitution, type: someType, direction: someMove }),
  page: fc.record(page),
})
type Requests = typeof requests extends fc.Arbitrary<infer T> ? T : never

const typeOf = ({ institutions }: Market, { institutionId }: FlatRecord) =>
  institutions.get(institutionId)?.institution.type

/** The answers of the queries, and those of a search through the whole history. */
function answers(market: Market, { terms, moves, page }: Requests) {
  const { limit, offset } = page
  const paged = (records: FlatRecord[]) => records.toReversed().slice(offset, offset + limit)
  const all = historyOf(market)
  const slowChanges = historyOf(market, ({ believed }) => believed.records)
    .filter(({ direction }) => direction === 'up' || direction === 'down')
    .filter((record) => record.direction === (moves.direction ?? record.direction))
    .filter((record) => record.institutionId === (moves.institutionId ?? record.institutionId))
    .filter((record) => moves.type === undefined || typeOf(market, record) === moves.type)
  const slowHistory = institutionIds.map((id) =>
    market.institutions.has(id)
      ? paged(all.filter((record) => record.institutionId === id && hasTerms(record, terms)))
      : undefined,
  )
  const history = institutionIds.map((id) => {
    const found = rateHistory(market, id, terms)
    return found && flatPage(found, page)
  })
  const changes = rateChanges(market, moves, page).records.map(flatRecord)
  return { fast: { history, changes }, slow: { history: slowHistory, changes: paged(slowChanges) } }
}

test('every market answers from its own history, before and after newer markets are queried', () => {
  fc.assert(
    fc.property(books, bookEvents, requests, fc.nat(40), ({ entries }, actions, question, fork) => {
      const versions: Market[] = [emptyMarket]
      const check = (market: Market): unknown => {
        const { fast, slow } = answers(market, question)
        assert.deepEqual(fast, slow)
        return fast
      }
      for (const entry of entries) {
        const market = versions.at(-1) ?? emptyMarket
        // Queries in between make the lists of some markets before newer ones exist.
        if (entry.position % 3 === 0) check(market)
        versions.push(evolve(market, entry))
      }
      const then = versions.map(check)
      const from = versions[fork % versions.length] ?? emptyMarket
      check(follow(from, bookOf(actions, from).entries))
      assert.deepEqual(versions.toReversed().map(check).toReversed(), then)
    }),
    runs(150),
  )
})

/** Entries after they were stored and read back. */
const stored = (entries: readonly Entry[]) =>
  entries.map((entry) => {
    const { position, at, kind, institutionId } = entry
    const text = { position, at: storedInstant(at), kind, institutionId, bodyDigest: '' }
    return entryOf({ ...text, body: bodyOf(entry) })
  })

test('entries that were read from a store make the same market as those that were written', () => {
  fc.assert(
    fc.property(books, requests, fc.nat(40), ({ entries, market }, question, cut) => {
      assert.deepEqual(stored(entries), entries)
      // Some entries as objects, the others parsed from their texts.
      const mixed = [...entries.slice(0, cut), ...stored(entries.slice(cut))]
      const loaded = follow(emptyMarket, mixed)
      assert.deepEqual(answers(loaded, question).fast, answers(market, question).fast)
      assert.deepEqual(historyOf(loaded), historyOf(market))
      assert.deepEqual(loaded.changes.all, market.changes.all)
      for (const [id, { standing }] of market.institutions) {
        assert.deepEqual(loaded.institutions.get(id)?.standing, standing)
      }
    }),
    runs(150),
  )
})

test('a market stays as it was when follow throws after some entries', () => {
  fc.assert(
    fc.property(books, bookEvents, ({ market }, actions) => {
      const before = answers(market, everything).fast
      const { entries } = bookOf(actions, market)
      const last = entries.at(-1)
      if (last === undefined) return
      assert.throws(() => follow(market, [...entries, last]), /does not follow/)
      assert.deepEqual(answers(market, everything).fast, before)
      const next = follow(market, entries)
      assert.deepEqual(answers(next, everything).fast, answers(next, everything).slow)
    }),
    runs(100),
  )
})

const everything: Requests = {
  terms: { variant: undefined, tenure: undefined, payout: undefined },
  moves: { institutionId: undefined, type: undefined, direction: undefined },
  page: { limit: 1000, offset: 0 },
}
