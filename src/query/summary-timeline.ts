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

/** The state of an institution at one time: its type while it is active, and its headline rate while it has an offer. */
type InstitutionState = { type?: InstitutionType | undefined; rate?: Decimal | undefined }

/** A change of a state: a registration sets the type, a step of one of the series may set the rate. */
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
  const changes: StateChange[] = []
  for (const { series, registrations } of institutions.values()) {
    const ofTerms = [...series.values()].filter(
      ([first]) => first !== undefined && hasTerms(first.series.terms, terms),
    )
    if (ofTerms.length === 0) continue
    const state: InstitutionState = {}
    for (const { at, institution } of registrations) {
      const type = institution.active ? institution.type : undefined
      changes.push({ day: dayNumber(at), state, change: { type } })
    }
    for (const { day, rate } of headlineRates(ofTerms)) {
      changes.push({ day, state, change: { rate } })
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

function ratesOf(states: readonly InstitutionState[], wanted: InstitutionType): Decimal[] {
  return states.flatMap(({ type, rate }) => (type === wanted && rate !== undefined ? [rate] : []))
}
