import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { bodyOf, entryOf, storedInstant } from '../../src/domain/entry-body.ts'
import type { Entry } from '../../src/domain/entry.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { hasTerms } from '../../src/domain/offer.ts'
import { evolve, follow } from '../../src/market/evolve.ts'
import { emptyMarket, type Market } from '../../src/market/market.ts'
import { width } from '../../src/market/cells.ts'
import { isWithdrawal, recordAt, type HistoryRecord } from '../../src/market/records.ts'
import { institutionIds, runs } from '../support/generators.ts'
import { books, type Book } from './books.ts'
import { page, someInstitution, someMove, someTerms, someType } from './parameters.ts'
import { foundChanges, foundHistory, recordsIn } from '../support/found-rows.ts'

/** The history of a market as objects, by a look at every row. */
function historyOf({ records }: Market): HistoryRecord[] {
  return Array.from({ length: records.length }, (_, row) => row)
    .filter((row) => !isWithdrawal(records, row))
    .map((row) => recordAt(records, row))
}

const asked = fc.record({
  terms: fc.record(someTerms),
  moves: fc.record({ institutionId: someInstitution, type: someType, direction: someMove }),
  page: fc.record(page),
})
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never

const typeOf = ({ institutions }: Market, { institutionId }: HistoryRecord) =>
  institutions.get(institutionId)?.institution.type

/** What the queries say of a market, and what a look at every row says. */
function answers(market: Market, { terms, moves, page }: Asked) {
  const { limit, offset } = page
  const paged = (records: HistoryRecord[]) => records.toReversed().slice(offset, offset + limit)
  const all = historyOf(market)
  const slowChanges = all
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
    const found = foundHistory(market, id, { ...terms, ...page })
    return found && recordsIn(found)
  })
  const changes = recordsIn(foundChanges(market, { ...moves, ...page }))
  return { fast: { history, changes }, slow: { history: slowHistory, changes: paged(slowChanges) } }
}

test('every version answers as its own rows say, before newer ones are asked and after', () => {
  fc.assert(
    fc.property(books, books, asked, fc.nat(40), ({ entries }, other, question, fork) => {
      const versions: Market[] = [emptyMarket]
      const check = (market: Market): unknown => {
        const { fast, slow } = answers(market, question)
        assert.deepEqual(fast, slow)
        return fast
      }
      for (const entry of entries) {
        const market = versions.at(-1) ?? emptyMarket
        // Asked in between, so that lists are made by some versions and looked on by others.
        if (entry.position % 3 === 0) check(market)
        versions.push(evolve(market, entry))
      }
      const then = versions.map(check)
      const from = versions[fork % versions.length] ?? emptyMarket
      check(follow(from, continuing(from, other)))
      assert.deepEqual(versions.toReversed().map(check).toReversed(), then)
    }),
    runs(150),
  )
})

/** The entries of another book as another future of a market. */
function continuing(market: Market, { entries }: Book): Entry[] {
  return entries.map((entry, index) => ({
    ...entry,
    at: Math.max(entry.at, market.at) as Instant,
    position: market.position + 1 + index,
  }))
}

/** Entries as a store gives them back. */
const stored = (entries: readonly Entry[]) =>
  entries.map((entry) => {
    const { position, at, kind, institutionId } = entry
    return entryOf({ position, at: storedInstant(at), kind, institutionId, body: bodyOf(entry) })
  })

test('entries that were read from a store make the same market as those that were written in it', () => {
  fc.assert(
    fc.property(books, asked, fc.nat(40), ({ entries, market }, question, cut) => {
      assert.deepEqual(stored(entries), entries)
      // Some as objects, the others from their texts: a number means the same in both.
      const mixed = [...entries.slice(0, cut), ...stored(entries.slice(cut))]
      const loaded = follow(emptyMarket, mixed)
      assert.deepEqual(answers(loaded, question).fast, answers(market, question).fast)
      for (const table of ['allSeries', 'allMoves', 'publications'] as const) {
        assert.deepEqual(loaded.records.ledger[table], market.records.ledger[table])
      }
      const cells = ({ records }: Market) => [...records.cells.subarray(0, width * records.length)]
      assert.deepEqual(cells(loaded), cells(market))
      for (const [id, { standing }] of market.institutions) {
        assert.deepEqual(loaded.institutions.get(id)?.standing, standing)
      }
    }),
    runs(150),
  )
})

test('what a batch had entered before it was refused is taken back, for no version has seen it', () => {
  fc.assert(
    fc.property(books, books, (book, other) => {
      const { market } = book
      const { ledger } = market.records
      const before = answers(market, everything).fast
      const lengths = () => [ledger.length, ledger.moves.length, ...ledger.lastRows]
      const known = lengths()
      const entries = continuing(market, other)
      const last = entries.at(-1)
      if (last === undefined || market.records.length === 0) return
      assert.throws(() => follow(market, [...entries, last]), /does not follow/)
      assert.deepEqual(lengths().slice(0, known.length), known)
      assert.deepEqual(answers(market, everything).fast, before)
      // So the next attempt copies nothing.
      const next = follow(market, entries)
      assert.equal(next.records.ledger, ledger)
      assert.deepEqual(answers(next, everything).fast, answers(next, everything).slow)
    }),
    runs(100),
  )
})

const everything: Asked = {
  terms: { variant: undefined, tenure: undefined, payout: undefined },
  moves: { institutionId: undefined, type: undefined, direction: undefined },
  page: { limit: 1000, offset: 0 },
}
