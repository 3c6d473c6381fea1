import { dayOf, type Day } from '../domain/day.ts'
import type { Decimal } from '../domain/decimal.ts'
import { dayLength, type Instant } from '../domain/instant.ts'
import type { Terms } from '../domain/offer.ts'
import { moveIn, seriesIn } from '../market/cells.ts'
import type { Market } from '../market/market.ts'
import { findSeries, instantOfRow, rowsOfSeries, type Records } from '../market/records.ts'
import { rankRates } from './rates.ts'
import { runningGroups, type Holder } from './running-groups.ts'
import type { SummaryGroup } from './summary.ts'

/** Days in a row, from `from` up to, but not at, `until`. They count from 1970-01-01. */
export type Days = { readonly from: number; readonly until: number }

/** Days on which nothing moved, and the groups at the end of each, perhaps none, by type. */
export type Stretch = Days & { readonly groups: readonly SummaryGroup[] }

/**
 * How the figures of some terms moved, from the day on which the first of those was registered
 * who ever offered them; the last stretch goes on.
 */
export function summaryTimeline(market: Market, terms: Terms): readonly Stretch[] {
  const { records } = market
  const { rows, holderOf, registrations } = pastOf(market, terms)
  const rates = ratesOf(records, rows)
  const ranked = rankRates(rates.values())
  const groups = runningGroups(terms, ranked)
  const stretches: Stretch[] = []
  let day = -Infinity
  const reachDay = (next: number): void => {
    if (next > day && day !== -Infinity) {
      stretches.push({ from: day, until: next, groups: groups.now() })
    }
    day = next
  }
  const reach = (at: Instant): void => reachDay(dayNumber(at))
  let registered = 0
  const registerUntil = (end: Instant): void => {
    for (let next = registrations[registered]; next !== undefined && next.at <= end;) {
      reach(next.at)
      groups.move(next.holder, next.holder.rank, next.type)
      next = registrations[++registered]
    }
  }
  for (const row of rows) {
    const at = instantOfRow(records, row)
    registerUntil(at)
    const rate = rates.get(moveIn(records, row))
    const holder = holderOf(row)
    reach(at)
    groups.move(holder, rate && ranked.rankOf(rate), holder.type)
  }
  registerUntil(market.at)
  reachDay(Infinity)
  return stretches
}

/** The number of the UTC day in which an instant falls. */
export function dayNumber(at: Instant): number {
  return Math.floor(at / dayLength)
}

/** The UTC day of a number. */
export function dayNumbered(number: number): Day {
  return dayOf((number * dayLength) as Instant)
}

type Registered = { readonly at: Instant; readonly holder: Holder; readonly type: Holder['type'] }

/** Everything that ever moved the terms: rates and withdrawals in the order of the book, and who was active as what. */
function pastOf(
  { institutions, records }: Market,
  terms: Terms,
): {
  readonly rows: Uint32Array
  readonly holderOf: (row: number) => Holder
  readonly registrations: readonly Registered[]
} {
  const rows: number[] = []
  const holders = new Map<number, Holder>()
  const registered: Registered[] = []
  for (const [id, { registrations }] of institutions) {
    const series = findSeries(records, id, terms)
    if (series === undefined) continue
    const holder: Holder = { rank: undefined, type: undefined }
    holders.set(series, holder)
    for (const { at, institution } of registrations) {
      registered.push({ at, holder, type: institution.active ? institution.type : undefined })
    }
    for (const row of rowsOfSeries(records, series)) rows.push(row)
  }
  return {
    rows: new Uint32Array(rows).sort(),
    holderOf: (row) => holders.get(seriesIn(records, row)) as Holder,
    registrations: registered.toSorted((a, b) => a.at - b.at),
  }
}

/** The rates that some rows came to, by the numbers of their moves; none where the offer was withdrawn. */
function ratesOf(records: Records, rows: Uint32Array): ReadonlyMap<number, Decimal> {
  const rates = new Map<number, Decimal>()
  for (const row of rows) {
    const number = moveIn(records, row)
    if (rates.has(number)) continue
    const known = records.moveAt(number)
    if (known.direction !== 'withdrawn') rates.set(number, known.rate)
  }
  return rates
}
