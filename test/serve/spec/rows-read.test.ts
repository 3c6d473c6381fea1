import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Market } from '../../../src/book/market/market.ts'
import { defaultSettings } from '../../../src/domain/book-settings.ts'
import { dayOf } from '../../../src/domain/day.ts'
import { instantText } from '../../../src/domain/instant.ts'
import { stateAt } from '../../../src/serve/http/answer.ts'
import type { Endpoint } from '../../../src/serve/http/endpoint.ts'
import { endpoints } from '../../../src/serve/http/endpoints.ts'
import {
  knownAtOf,
  readQuery,
  type ParameterSchema,
} from '../../../src/serve/http/schema/read-query.ts'
import { marketTree } from '../../support/book-entries.ts'
import { day, openDailyBook } from '../../support/daily-book.ts'

// Counts what an answer reads of the lists of a market: one for each item of a list. Time is measured by `npm run bench`.

/** How much there is of a market. */
type Sizes = {
  /** The institutions, and their current offers. */
  readonly institutions: number
  readonly offers: number
  /** The entries of all institutions, and of one. */
  readonly entries: number
  readonly ownEntries: number
  /** The offers of the sheets of one institution, and the steps of its series. */
  readonly ownOffers: number
  readonly ownSteps: number
  /** The steps of some terms at all institutions. */
  readonly stepsOfTerms: number
  /** The entries with the offers and changes of their sheets. */
  readonly lines: number
  readonly corrections: number
  /** The raises and cuts, of which a filter reads the numbers. */
  readonly changes: number
}

/** What each endpoint may read at most. `limit` is the length of the page. */
const bounds: Readonly<Record<string, (sizes: Sizes, limit: number) => number>> = {
  '/health': () => 0,
  '/ready': () => 0,
  '/checkpoint': () => 0,
  '/checkpoint/cosigned': () => 0,
  '/checkpoint/consistency': () => 0,
  '/log': () => 0,
  '/log/{page}': () => 0,
  '/about': () => 0,
  '/institutions': () => 0,
  '/rates/current': ({ offers }) => 4 * offers,
  '/compare': ({ offers }) => 4 * offers,
  '/summary': ({ offers }) => 4 * offers,
  '/freshness': ({ offers, institutions }) => offers + institutions,
  '/reports/best-rates': ({ offers }) => 8 * offers,
  '/summary/history': ({ stepsOfTerms, institutions, entries }) =>
    3 * stepsOfTerms + 8 * institutions + 2 * entries,
  '/rates/history/{institution_id}': ({ ownSteps, ownEntries, ownOffers }, limit) =>
    limit + 3 * ownSteps + 6 * ownEntries + 2 * ownOffers,
  '/rates/changes': ({ changes }, limit) => 2 * changes + limit + 50,
  '/corrections': ({ corrections }, limit) => corrections + limit,
  // An offer that only a correction lists costs the history of its institution; this book has none.
  '/evidence': ({ offers, corrections }) => 9 * offers + corrections,
  '/evidence/{id}': ({ ownEntries, ownOffers, corrections }) =>
    8 * ownEntries + 2 * ownOffers + corrections,
  '/evidence/{id}/proof': ({ ownEntries, ownOffers, corrections }) =>
    8 * ownEntries + 2 * ownOffers + corrections,
  '/sources': ({ entries }) => 2 * entries,
  // `src/book/query/events.test.ts` shows that a rare kind ends a page early.
  '/events': ({ lines }) => 3 * lines,
}

/** What a request about the past may read in addition: the entries, to find the last sheets, and the list of changes. */
const boundOfPast = ({ entries, ownOffers, institutions }: Sizes): number =>
  8 * entries + institutions * ownOffers

function sizesOf({ institutions, entries, changes, corrections }: Market): Sizes {
  const books = [...institutions.values()]
  const most = (sizes: readonly number[]): number => Math.max(0, ...sizes)
  const linesOf = (book: (typeof books)[number]) =>
    book.entries.map((entry) => (entry.kind === 'sheet-published' ? entry.sheet.offers.length : 0))
  const steps = books.map((book) => [...book.published.series.values()].map(({ length }) => length))
  return {
    institutions: books.length,
    offers: sum(
      books.flatMap(({ standing }) => [...standing.values()].map((one) => one.offers.length)),
    ),
    entries: entries.length,
    ownEntries: most(books.map((book) => book.entries.length)),
    ownOffers: most(books.map((book) => sum(linesOf(book)))),
    ownSteps: most(steps.map(sum)),
    stepsOfTerms: sum(steps.map(most)),
    lines: sum(books.flatMap(linesOf)) + entries.length + changes.all.length,
    corrections: corrections.length,
    changes: changes.all.length,
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

/** A copy of a market whose lists count each item that is read. Copying a part of a list reads none of it. */
function countedMarket(market: Market): { readonly market: Market; readonly read: () => number } {
  const copies = new Map<unknown, unknown>()
  let count = 0
  const counted = <T extends object>(list: T): T =>
    new Proxy(list, {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) count++
        const value: unknown = Reflect.get(target, key, target)
        if (key !== 'slice' && key !== 'subarray') return value
        return (...range: number[]) =>
          counted(Reflect.apply(value as (...range: number[]) => object, target, range))
      },
    })
  const copy = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (!copies.has(value)) copies.set(value, copyOf(value))
    return copies.get(value)
  }
  const copyOf = (value: object): unknown => {
    if (value instanceof Map)
      return new Map(Array.from(value, ([key, item]) => [copy(key), copy(item)] as const))
    if (value instanceof Set) return value
    if (value instanceof Uint32Array) return counted(value)
    if (Array.isArray(value)) return counted(value.map(copy))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item)]))
  }
  return { market: copy(market) as Market, read: () => count }
}

/** Two banks that change six rates a day, with checks, verifications and, at the end of the first days, corrections. */
function marketOf(days: number): Market {
  const book = openDailyBook(days)
  for (let number = days + 1; number <= days + days / 2; number++) {
    book.verify(day(number), 'alpha')
    book.check(day(number), 'beta')
  }
  book.correct(day(2 * days), 5, 'women 12 maturity 3.75')
  book.correct(day(2 * days), 7, 'general 12 maturity none')
  return book.market()
}

/** The values of a parameter: those that its schema names, and extreme ones. */
function valuesOf(name: string, schema: ParameterSchema, market: Market): readonly string[] {
  if (schema.enum !== undefined) return schema.enum
  if (schema.type === 'boolean') return ['true', 'false']
  const { entries, position } = market
  const instants = [0, Math.floor(position / 2), position - 1].flatMap(
    (index) => entries[index]?.at ?? [],
  )
  const values: Readonly<Record<string, readonly string[]>> = {
    institution_id: ['alpha', 'nobody'],
    tenure_months: ['12', '777'],
    deposit: ['0', '5000', '999999999999999'],
    limit: ['1', '1000', '100'],
    offset: ['7', '150', '1000000'],
    since: instants.map(dayOf),
    until: instants.map(dayOf),
    known_at: instants.map(instantText),
    from: ['0', String(position)],
    after: ['0', String(Math.floor(position / 2)), `p${position - 3}-0`],
  }
  const known = values[name]
  assert.ok(known !== undefined, `Name extreme values of the parameter ${name}.`)
  return known
}

type Query = Readonly<Record<string, string>>

/** Queries with each pair of values of different parameters. */
function queriesOf({ query }: Endpoint, market: Market): readonly Query[] {
  const values = Object.entries<ParameterSchema>(query.properties).flatMap(([name, schema]) =>
    valuesOf(name, schema, market).map((value): Query => ({ [name]: value })),
  )
  const required: readonly string[] = query.required ?? []
  const base: Query = {
    ...('limit' in query.properties && { limit: '1000' }),
    ...(required.includes('tenure_months') && { tenure_months: '12' }),
  }
  const pairs = values.flatMap((one, index) =>
    values.slice(index).map((other) => ({ ...one, ...other })),
  )
  return [base, ...pairs.map((pair) => ({ ...base, ...pair }))]
}

/** The identifiers of a path. */
function idsOf({ path }: Endpoint, { position }: Market): readonly string[] {
  if (path.endsWith('{institution_id}')) return ['alpha', 'beta', 'nobody']
  return path.includes('{') ? ['p3-1', 'p5-3', `p${position}-1`] : ['']
}

for (const days of [20, 40]) {
  const original = marketOf(days)
  const sizes = sizesOf(original)
  for (const endpoint of endpoints as readonly Endpoint[]) {
    test(`${endpoint.path} reads no more than its bound, after ${days} days`, async () => {
      const bound = bounds[endpoint.path]
      assert.ok(bound !== undefined, `Name the bound of ${endpoint.path}.`)
      const { market, read } = countedMarket(original)
      const now = original.at
      const state = {
        market,
        now,
        isHealthy: true,
        isReady: true,
        site: { basePath: '', settings: defaultSettings },
      }
      const book = {
        tree: marketTree(() => original),
        readKeptCheckpoint: async () => undefined,
        readLog: async () => undefined,
        async readEntry(position: number) {
          const entry = original.entries[position - 1]
          return entry && { entry, digest: '' }
        },
      }
      for (const id of idsOf(endpoint, original)) {
        for (const raw of queriesOf(endpoint, original)) {
          const asked = readQuery(endpoint.query, raw)
          if ('errors' in asked) continue
          const before = read()
          const knownAt = knownAtOf(asked.query)
          const source = knownAt === undefined ? state : stateAt(state, knownAt)
          assert.ok('market' in source)
          await endpoint.answer({ ...source, book, query: asked.query, id })
          const limit = (asked.query as { limit?: number }).limit ?? 0
          const most: number =
            bound(sizes, limit) + (knownAt === undefined ? 0 : boundOfPast(sizes))
          const found = read() - before
          const request = `${id} ${new URLSearchParams(raw).toString()}`
          assert.ok(found <= most, `${request} read ${found} items, and may read ${most}.`)
        }
      }
    })
  }
}
