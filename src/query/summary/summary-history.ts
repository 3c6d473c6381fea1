import { dayNumber, startOf, dayNumbered, type Day } from '../../domain/day.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { institutionTypes, type InstitutionType } from '../../domain/institution.ts'
import { dayLength, type Instant } from '../../domain/instant.ts'
import type { Terms } from '../../domain/offer.ts'
import type { Market } from '../../market/market.ts'
import { figuresOf, canonicalTerms, type Figures, type SummaryGroup } from './summary.ts'
import { stateChanges, stateIntervals, type StateInterval } from './institution-states.ts'
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
  readonly intervals: readonly TimelineInterval[]
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
  const intervals = statesInRange()
    .map(({ from, until: end, states }) => ({
      from,
      until: end,
      figures: {
        bank: figuresOf(ratesOf(states, 'bank', constantPanels?.bank)),
        nbfi: figuresOf(ratesOf(states, 'nbfi', constantPanels?.nbfi)),
      },
    }))
    .toArray()
  return { intervals, constantPanels }
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

/** A group at the end of a UTC day. */
export type Snapshot = SummaryGroup & { readonly day: Day }

/** One snapshot for each day and type, and the UTC day in which the answer holds. Equal days share one `figures` object. */
export function summaryHistory(
  market: Market,
  filter: TermsAndType,
  range: TimelineRange,
  now: Instant,
): { readonly snapshots: readonly Snapshot[]; readonly span: Span } {
  const terms = canonicalTerms(filter)
  const snapshots: Snapshot[] = []
  const { intervals } = summaryTimeline(market, terms, range, now)
  for (const { from, until, figures } of intervals) {
    for (let number = from; number < until; number++) {
      const day = dayNumbered(number)
      for (const type of requestedTypes(filter)) {
        const ofType = figures[type]
        if (ofType !== undefined) snapshots.push({ day, type, terms, figures: ofType })
      }
    }
  }
  return { snapshots, span: spanOfDay(now) }
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
