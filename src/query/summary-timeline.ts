import { dayNumber, startOf, type Day } from '../domain/day.ts'
import {
  canonicalDecimal,
  compareDecimals,
  type CanonicalDecimal,
  type Decimal,
} from '../domain/decimal.ts'
import type { InstitutionType } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import { hasTerms, type Terms } from '../domain/offer.ts'
import type { Market, SeriesStep } from '../market/market.ts'
import { figuresOf, type Figures } from './figures.ts'

/** Days on which nothing changed, from `from` up to, but not including, `until`. They count from 1970-01-01. */
export type TimelineInterval = {
  readonly from: number
  readonly until: number
  /** `undefined` where no active institution of a type has an offer. */
  readonly figures: Readonly<Record<InstitutionType, Figures | undefined>>
}

/** The institutions that a timeline counts: all, or those that had an offer on every day of the range. */
export const panels = ['all', 'constant'] as const
export type Panel = (typeof panels)[number]

/** The requested days, both inclusive; without bounds, from the first offer to today. `panel` is `all` by default. */
export type TimelineRange = {
  readonly since?: Day | undefined
  readonly until?: Day | undefined
  readonly panel?: Panel | undefined
}

/** The state of an institution at one time: its type while it is active, and its headline rate while it has an offer. */
type InstitutionState = { type?: InstitutionType | undefined; rate?: Decimal | undefined }

/** The institutions that have offered some terms, with their states on days on which nothing changed. */
type StateInterval = {
  readonly from: number
  readonly until: number
  readonly states: ReadonlyMap<string, Readonly<InstitutionState>>
}

/** A change of a state: a registration sets the type, a step of one of the series may set the rate. */
type StateChange = {
  readonly day: number
  readonly id: string
  readonly change: InstitutionState
}

/** The figures of some terms on the days of a range, at most from the first offer to today. */
export function summaryTimeline(
  market: Market,
  terms: Terms,
  { since, until, panel = 'all' }: TimelineRange,
  now: Instant,
): readonly TimelineInterval[] {
  // The clock may be behind the last entry. The figures of that entry are then those of today.
  const today = dayNumber(now > market.at ? now : market.at)
  const first = since === undefined ? -Infinity : dayNumber(startOf(since))
  const last = until === undefined ? today : Math.min(today, dayNumber(startOf(until)))
  const changes = stateChanges(market, terms)
  const intervals = (): Generator<StateInterval> => stateIntervals(changes, first, last + 1)
  const counted = (type: InstitutionType) =>
    panel === 'constant' ? constantPanel(intervals(), type) : undefined
  const [banks, nbfis] = [counted('bank'), counted('nbfi')]
  return intervals()
    .map(({ from, until: end, states }) => ({
      from,
      until: end,
      figures: {
        bank: figuresOf(ratesOf(states, 'bank', banks)),
        nbfi: figuresOf(ratesOf(states, 'nbfi', nbfis)),
      },
    }))
    .toArray()
}

/** The intervals between two days. They share one map of states, which the next interval changes. */
function* stateIntervals(
  changes: readonly StateChange[],
  first: number,
  end: number,
): Generator<StateInterval> {
  const states = new Map<string, InstitutionState>()
  const days = [...Map.groupBy(changes, ({ day }) => day)]
  for (const [index, [day, changesOfDay]] of days.entries()) {
    for (const { id, change } of changesOfDay) states.set(id, { ...states.get(id), ...change })
    const from = Math.max(day, first)
    const until = Math.min(days[index + 1]?.[0] ?? Infinity, end)
    if (from < until) yield { from, until, states }
  }
}

/** The institutions of a type that have an offer on every day from the first on which any of them has one. */
function constantPanel(
  intervals: Iterable<StateInterval>,
  wanted: InstitutionType,
): ReadonlySet<string> {
  let panel: ReadonlySet<string> | undefined
  for (const { states } of intervals) {
    const offering = new Set<string>()
    for (const [id, { type, rate }] of states)
      if (type === wanted && rate !== undefined) offering.add(id)
    if (panel !== undefined) panel = panel.intersection(offering)
    else if (offering.size > 0) panel = offering
  }
  return panel ?? new Set()
}

/** All changes of the states of institutions that have offered some terms, by day. */
function stateChanges({ institutions }: Market, terms: Terms): readonly StateChange[] {
  const changes: StateChange[] = []
  for (const [id, { series, registrations }] of institutions) {
    const ofTerms = [...series.values()].filter(
      ([first]) => first !== undefined && hasTerms(first.series.terms, terms),
    )
    if (ofTerms.length === 0) continue
    for (const { at, institution } of registrations) {
      const type = institution.active ? institution.type : undefined
      changes.push({ day: dayNumber(at), id, change: { type } })
    }
    for (const { day, rate } of headlineRates(ofTerms)) {
      changes.push({ day, id, change: { rate } })
    }
  }
  return changes.toSorted((a, b) => a.day - b.day)
}

/** The rate of the tier with the lowest minimum deposit after each step of the series of some terms. */
function* headlineRates(
  series: readonly (readonly SeriesStep[])[],
): Generator<{ readonly day: number; readonly rate: Decimal | undefined }> {
  const steps = series.flat().toSorted((a, b) => a.entry.position - b.entry.position)
  const rates = new Map<CanonicalDecimal, Decimal>()
  for (const step of steps) {
    if (step.direction === 'withdrawn') rates.delete(canonicalDecimal(step.minimumDeposit))
    else {
      rates.delete(canonicalDecimal(step.previousMinimumDeposit))
      rates.set(canonicalDecimal(step.minimumDeposit), step.rate)
    }
    const [lowest] = [...rates.keys()].toSorted(compareDecimals)
    yield {
      day: dayNumber(step.entry.at),
      rate: lowest === undefined ? undefined : rates.get(lowest),
    }
  }
}

/** The rates of the institutions of a type; with a panel, only of those in it. */
function ratesOf(
  states: StateInterval['states'],
  wanted: InstitutionType,
  panel: ReadonlySet<string> | undefined,
): Decimal[] {
  return Array.from(states).flatMap(([id, { type, rate }]) => {
    const isCounted = type === wanted && (panel === undefined || panel.has(id))
    return isCounted && rate !== undefined ? [rate] : []
  })
}
