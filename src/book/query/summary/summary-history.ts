import { dayNumber, startOf, dayNumbered, type Day } from '../../../domain/day.ts'
import { institutionTypes, type InstitutionType } from '../../../domain/institution.ts'
import { dayLength, type Instant } from '../../../domain/instant.ts'
import type { Terms } from '../../../domain/offer.ts'
import type { Market } from '../../market/market.ts'
import { canonicalTerms, type SummaryGroup } from './summary.ts'
import { addRate, figuresOfRates, noRates, removeRate, type Figures } from './rising-rates.ts'
import {
  stateChanges,
  stateIntervals,
  type InstitutionState,
  type StateChange,
  type StateInterval,
} from './institution-states.ts'
import type { Span } from '../freshness.ts'
import type { TermsAndType } from '../current-offers.ts'

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

/** The institutions of each type that `panel=constant` counts. */
export type ConstantPanels = Readonly<Record<InstitutionType, ReadonlySet<string>>>

/** The figures of some terms on the days of a range, at most from the first offer to today. */
export function summaryTimeline(
  market: Market,
  terms: Terms,
  { since, until, panel = 'all' }: TimelineRange,
  now: Instant,
): {
  /** Each is computed when it is read. */
  readonly intervals: Iterable<TimelineInterval>
  readonly changes: readonly StateChange[]
  /** `undefined` if all institutions are counted. */
  readonly constantPanels: ConstantPanels | undefined
} {
  // The clock may be behind the last entry. The figures of that entry are then those of today.
  const today = dayNumber(now > market.at ? now : market.at)
  const first = since === undefined ? -Infinity : dayNumber(startOf(since))
  const last = until === undefined ? today : Math.min(today, dayNumber(startOf(until)))
  const changes = stateChanges(market, terms)
  const statesInRange = (): Generator<StateInterval> => stateIntervals(changes, first, last + 1)
  const constantPanels =
    panel === 'constant'
      ? {
          bank: constantPanel(statesInRange(), 'bank'),
          nbfi: constantPanel(statesInRange(), 'nbfi'),
        }
      : undefined
  const intervals = timelineIntervals(statesInRange(), constantPanels)
  return { intervals, changes, constantPanels }
}

/** The figures of each interval. Few rates change from one interval to the next, so the sorted rates of each type are kept. */
function* timelineIntervals(
  stateIntervalsInRange: Iterable<StateInterval>,
  constantPanels: ConstantPanels | undefined,
): Generator<TimelineInterval> {
  const counted = new Map<string, Readonly<InstitutionState>>()
  const rates = { bank: noRates(), nbfi: noRates() }
  let figures: TimelineInterval['figures'] = { bank: undefined, nbfi: undefined }
  for (const { from, until, states, changed } of stateIntervalsInRange) {
    const types = new Set<InstitutionType>()
    for (const id of changed) {
      const before = counted.get(id) ?? {}
      const { type, rate } = states.get(id) ?? {}
      if (before.type !== undefined && before.rate !== undefined) {
        removeRate(rates[before.type], before.rate)
        types.add(before.type)
      }
      const isCounted = type !== undefined && (constantPanels?.[type].has(id) ?? true)
      counted.set(id, isCounted ? { type, rate } : {})
      if (isCounted && rate !== undefined) {
        addRate(rates[type], rate)
        types.add(type)
      }
    }
    figures = {
      bank: types.has('bank') ? figuresOfRates(rates.bank) : figures.bank,
      nbfi: types.has('nbfi') ? figuresOfRates(rates.nbfi) : figures.nbfi,
    }
    yield { from, until, figures }
  }
}

/** The institutions of a type that have an offer on every day from the first on which any of them has one. */
function constantPanel(
  intervals: Iterable<StateInterval>,
  wanted: InstitutionType,
): ReadonlySet<string> {
  let panel: Set<string> | undefined
  for (const { states, changed } of intervals) {
    if (panel === undefined) {
      const offering = [...states].filter(([, state]) => isOffering(state, wanted))
      if (offering.length > 0) panel = new Set(offering.map(([id]) => id))
    } else {
      for (const id of changed) if (!isOffering(states.get(id), wanted)) panel.delete(id)
    }
  }
  return panel ?? new Set()
}

function isOffering(state: InstitutionState | undefined, wanted: InstitutionType): boolean {
  return state?.type === wanted && state.rate !== undefined
}

/** A group at the end of a UTC day. */
export type Snapshot = SummaryGroup & { readonly day: Day }

/** One snapshot for each day and type, computed when it is read. Equal days share one `figures` object. */
export function* summaryHistory(
  market: Market,
  filter: TermsAndType,
  range: TimelineRange,
  now: Instant,
): Generator<Snapshot> {
  const terms = canonicalTerms(filter)
  const types = requestedTypes(filter)
  for (const { from, until, figures } of summaryTimeline(market, terms, range, now).intervals) {
    for (let number = from; number < until; number++) {
      const day = dayNumbered(number)
      for (const type of types) {
        const ofType = figures[type]
        if (ofType !== undefined) yield { day, type, terms, figures: ofType }
      }
    }
  }
}

/** The UTC day of an instant: tomorrow the history has one more day. */
export function spanOfDay(now: Instant): Span {
  const today = dayNumber(now) * dayLength
  return { since: today as Instant, until: (today + dayLength) as Instant }
}

/** The types of institution that pass a filter. */
export function requestedTypes({ type }: TermsAndType): readonly InstitutionType[] {
  return type === undefined ? institutionTypes : [type]
}
