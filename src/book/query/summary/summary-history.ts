import { compareApplying, termsApplyingTo } from '../../../domain/applies-to.ts'
import { dayNumber, dayNumbered, startOf, type Day } from '../../../domain/day.ts'
import type { Decimal } from '../../../domain/decimal.ts'
import { dayLength, type Instant } from '../../../domain/instant.ts'
import { institutionTypes, type InstitutionType } from '../../../domain/institution.ts'
import { tierKeyOf, type Terms, type Tier, type TierKey } from '../../../domain/offer.ts'
import type { Market } from '../../market/market.ts'
import type { SeriesStep } from '../../market/rate-history.ts'
import type { TermsAndType } from '../current-offers.ts'
import type { Span } from '../freshness.ts'
import { addRate, figuresOfRates, noRates, removeRate, type Figures } from './rising-rates.ts'
import { canonicalTerms, type SummaryGroup } from './summary.ts'

// Days are numbered from 1970-01-01. A range of them runs from `from` up to, but not including, `until`.

/** A group at the end of a UTC day. */
export type Snapshot = SummaryGroup & { readonly day: Day }

/** The institutions that a timeline counts: all, or those that had an offer on every day of the range. */
export const panels = ['all', 'constant'] as const

/** The requested days, both inclusive; without bounds, from the first offer to today. `panel` is `all` by default. */
export type TimelineRange = {
  readonly since?: Day | undefined
  readonly until?: Day | undefined
  readonly panel?: (typeof panels)[number] | undefined
}

/** The figures of some terms on the days of a range. */
export type Timeline = {
  /** Each is computed when it is read. */
  readonly intervals: Iterable<TimelineInterval>
  readonly changes: readonly StateChange[]
  /** `undefined` if all institutions are counted. */
  readonly constantPanels: ConstantPanels | undefined
}

/** Days on which nothing changed. */
export type TimelineInterval = {
  readonly from: number
  readonly until: number
  /** `undefined` where no active institution of a type has an offer. */
  readonly figures: Readonly<Record<InstitutionType, Figures | undefined>>
}

/** The institutions of each type that `panel=constant` counts. */
type ConstantPanels = Readonly<Record<InstitutionType, ReadonlySet<string>>>

/** The state of an institution at one time: its type while it is active, and its headline rate while it has an offer. */
type InstitutionState = { type?: InstitutionType | undefined; rate?: Decimal | undefined }

/** A change of a state: a registration sets the type, a step of one of the series may set the rate. */
type StateChange = {
  readonly day: number
  readonly id: string
  readonly change: InstitutionState
}

/** The institutions that have offered some terms, with their states on days on which nothing changed. */
type StateInterval = {
  readonly from: number
  readonly until: number
  readonly states: ReadonlyMap<string, InstitutionState>
  /** The institutions whose state may have changed since the interval before. */
  readonly changed: ReadonlySet<string>
}

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

/** The figures of some terms on the days of a range, at most from the first offer to today. */
export function summaryTimeline(
  market: Market,
  terms: Terms,
  { since, until, panel }: TimelineRange,
  now: Instant,
): Timeline {
  const today = todayOf(market, now)
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
  return { intervals: timelineIntervals(statesInRange(), constantPanels), changes, constantPanels }
}

/** The number of today. The clock may be behind the last entry, whose figures are then those of today. */
export function todayOf({ at }: Market, now: Instant): number {
  return dayNumber(now > at ? now : at)
}

/** The figures of each interval. Few rates change from one interval to the next, so the sorted rates of each type are kept. */
function* timelineIntervals(
  intervals: Iterable<StateInterval>,
  constantPanels: ConstantPanels | undefined,
): Generator<TimelineInterval> {
  const counted = new Map<string, Offering>()
  const rates = { bank: noRates(), nbfi: noRates() }
  for (const { from, until, states, changed } of intervals) {
    for (const id of changed) {
      const before = counted.get(id)
      if (before !== undefined) removeRate(rates[before.type], before.rate)
      counted.delete(id)
      const now = countedOffering(id, states, constantPanels)
      if (now === undefined) continue
      addRate(rates[now.type], now.rate)
      counted.set(id, now)
    }
    const figures = { bank: figuresOfRates(rates.bank), nbfi: figuresOfRates(rates.nbfi) }
    yield { from, until, figures }
  }
}

/** The type of an institution that is active and has an offer, and its headline rate. */
type Offering = { readonly type: InstitutionType; readonly rate: Decimal }

/** The type and the headline rate of an institution in an interval, if it counts; `constantPanels` are `undefined` if all institutions count. */
export function countedOffering(
  id: string,
  states: StateInterval['states'],
  constantPanels: ConstantPanels | undefined,
): Offering | undefined {
  const { type, rate } = states.get(id) ?? {}
  if (type === undefined || rate === undefined) return undefined
  return (constantPanels?.[type].has(id) ?? true) ? { type, rate } : undefined
}

/** The institutions of a type that have an offer on every day from the first on which any of them has one. */
function constantPanel(
  intervals: Iterable<StateInterval>,
  wanted: InstitutionType,
): ReadonlySet<string> {
  let panel: Set<string> | undefined
  for (const { states, changed } of intervals) {
    const isOffering = (id: string) => countedOffering(id, states, undefined)?.type === wanted
    if (panel !== undefined) {
      for (const id of changed) if (!isOffering(id)) panel.delete(id)
    } else {
      const offering = new Set(states.keys().filter(isOffering))
      if (offering.size > 0) panel = offering
    }
  }
  return panel ?? new Set()
}

/** The intervals between two days. They share one map of states, which the next interval changes. `end` is exclusive. */
export function* stateIntervals(
  changes: readonly StateChange[],
  first: number,
  end: number,
): Generator<StateInterval> {
  const states = new Map<string, InstitutionState>()
  const days = [...Map.groupBy(changes, ({ day }) => day)]
  let changed = new Set<string>()
  for (const [index, [day, changesOfDay]] of days.entries()) {
    for (const { id, change } of changesOfDay) {
      states.set(id, { ...states.get(id), ...change })
      changed.add(id)
    }
    const from = Math.max(day, first)
    const until = Math.min(days[index + 1]?.[0] ?? Infinity, end)
    if (from >= until) continue
    yield { from, until, states, changed }
    changed = new Set()
  }
}

/** All changes of the states of institutions that have offered some terms, by day. */
export function stateChanges({ institutions }: Market, terms: Terms): readonly StateChange[] {
  const changes: StateChange[] = []
  const applies = termsApplyingTo(terms)
  for (const [id, { published, registrations }] of institutions) {
    const ofTerms = [...published.series.values()].filter(
      ([first]) => first !== undefined && applies(first.terms),
    )
    if (ofTerms.length === 0) continue
    for (const { at, institution } of registrations) {
      const type = institution.active ? institution.type : undefined
      changes.push({ day: dayNumber(at), id, change: { type } })
    }
    for (const { day, rate } of headlineRates(ofTerms)) changes.push({ day, id, change: { rate } })
  }
  return changes.toSorted((a, b) => a.day - b.day)
}

/** The rate of the headline offer after each entry that changes one of some series. */
function* headlineRates(
  series: readonly (readonly SeriesStep[])[],
): Generator<{ readonly day: number; readonly rate: Decimal | undefined }> {
  const steps = series.flat().toSorted((a, b) => a.entry.position - b.entry.position)
  const offers = new Map<TierKey, Tier & { readonly rate: Decimal }>()
  for (const [index, step] of steps.entries()) {
    const { terms, minimumDeposit } = step
    const tier = { ...terms, minimumDeposit }
    if (step.direction === 'withdrawn') offers.delete(tierKeyOf(tier))
    else {
      offers.delete(tierKeyOf({ ...terms, minimumDeposit: step.previousMinimumDeposit }))
      offers.set(tierKeyOf(tier), { ...tier, rate: step.rate })
    }
    if (steps[index + 1]?.entry.position === step.entry.position) continue
    const [headline] = [...offers.values()].toSorted(compareApplying)
    yield { day: dayNumber(step.entry.at), rate: headline?.rate }
  }
}
