import { dayNumber, startOf, type Day } from '../domain/day.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { InstitutionType } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import { keyOf, type Terms } from '../domain/offer.ts'
import type { Market } from '../market/market.ts'
import { figuresOf, type Figures } from './figures.ts'

/** Days on which nothing changed, from `from` up to, but not including, `until`. They count from 1970-01-01. */
export type TimelineInterval = {
  readonly from: number
  readonly until: number
  /** `undefined` where no active institution of a type has an offer. */
  readonly figures: Readonly<Record<InstitutionType, Figures | undefined>>
}

/** The state of an institution at one time: its type while it is active, and its headline rate while it has an offer. */
type InstitutionState = { type?: InstitutionType | undefined; rate?: Decimal | undefined }

/** A change of a state: a registration sets the type, a step of the series sets the rate. */
type StateChange = {
  readonly day: number
  readonly state: InstitutionState
  readonly change: InstitutionState
}

/** The figures of some terms from `since`, or from the first registration of an institution that has offered them, to today. */
export function summaryTimeline(
  market: Market,
  terms: Terms,
  since: Day | undefined,
  now: Instant,
): readonly TimelineInterval[] {
  // The clock may be behind the last entry. The figures of that entry are then those of today.
  const tomorrow = dayNumber(now > market.at ? now : market.at) + 1
  const first = since === undefined ? -Infinity : dayNumber(startOf(since))
  return wholeTimeline(market, terms)
    .map(({ from, until, figures }) => ({
      from: Math.max(from, first),
      until: Math.min(until, tomorrow),
      figures,
    }))
    .filter(({ from, until }) => from < until)
}

/** All intervals, the last one without an end. */
function wholeTimeline(market: Market, terms: Terms): readonly TimelineInterval[] {
  const changes = stateChanges(market, terms)
  const states = [...new Set(changes.map(({ state }) => state))]
  const days = [...Map.groupBy(changes, ({ day }) => day)]
  const intervals: TimelineInterval[] = []
  for (const [index, [from, changesOfDay]] of days.entries()) {
    for (const { state, change } of changesOfDay) Object.assign(state, change)
    const figures = {
      bank: figuresOf(ratesOf(states, 'bank')),
      nbfi: figuresOf(ratesOf(states, 'nbfi')),
    }
    intervals.push({ from, until: days[index + 1]?.[0] ?? Infinity, figures })
  }
  return intervals
}

/** All changes of the states of institutions that have offered some terms, by day. */
function stateChanges({ institutions }: Market, terms: Terms): readonly StateChange[] {
  const key = keyOf(terms)
  const changes: StateChange[] = []
  for (const { series, registrations } of institutions.values()) {
    const steps = series.get(key)
    if (steps === undefined) continue
    const state: InstitutionState = {}
    for (const { at, institution } of registrations) {
      const type = institution.active ? institution.type : undefined
      changes.push({ day: dayNumber(at), state, change: { type } })
    }
    for (const step of steps) {
      const rate = step.direction === 'withdrawn' ? undefined : step.rate
      changes.push({ day: dayNumber(step.entry.at), state, change: { rate } })
    }
  }
  return changes.toSorted((a, b) => a.day - b.day)
}

function ratesOf(states: readonly InstitutionState[], wanted: InstitutionType): Decimal[] {
  return states.flatMap(({ type, rate }) => (type === wanted && rate !== undefined ? [rate] : []))
}
