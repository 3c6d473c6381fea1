import { dayNumber } from '../../domain/day.ts'
import {
  canonicalDecimal,
  compareDecimals,
  type CanonicalDecimal,
  type Decimal,
} from '../../domain/decimal.ts'
import type { InstitutionType } from '../../domain/institution.ts'
import { hasTerms, type Terms } from '../../domain/offer.ts'
import type { Market } from '../../market/market.ts'
import type { SeriesStep } from '../../market/rate-history.ts'

/** The state of an institution at one time: its type while it is active, and its headline rate while it has an offer. */
export type InstitutionState = { type?: InstitutionType | undefined; rate?: Decimal | undefined }

/** The institutions that have offered some terms, with their states on days on which nothing changed. */
export type StateInterval = {
  readonly from: number
  readonly until: number
  readonly states: ReadonlyMap<string, Readonly<InstitutionState>>
  /** The institutions whose state may have changed since the interval before. */
  readonly changed: ReadonlySet<string>
}

/** A change of a state: a registration sets the type, a step of one of the series may set the rate. */
export type StateChange = {
  readonly day: number
  readonly id: string
  readonly change: InstitutionState
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
  for (const [id, { published, registrations }] of institutions) {
    const ofTerms = [...published.series.values()].filter(
      ([first]) => first !== undefined && hasTerms(first.terms, terms),
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

/** The rate of the tier with the lowest minimum deposit after each entry that changes some terms. */
function* headlineRates(
  series: readonly (readonly SeriesStep[])[],
): Generator<{ readonly day: number; readonly rate: Decimal | undefined }> {
  const steps = series.flat().toSorted((a, b) => a.entry.position - b.entry.position)
  const rates = new Map<CanonicalDecimal, Decimal>()
  for (const [index, step] of steps.entries()) {
    if (step.direction === 'withdrawn') rates.delete(canonicalDecimal(step.minimumDeposit))
    else {
      rates.delete(canonicalDecimal(step.previousMinimumDeposit))
      rates.set(canonicalDecimal(step.minimumDeposit), step.rate)
    }
    if (steps[index + 1]?.entry.position === step.entry.position) continue
    const deposits = [...rates.keys()]
    const lowest = deposits.reduce<CanonicalDecimal | undefined>(
      (least, one) => (least !== undefined && compareDecimals(least, one) <= 0 ? least : one),
      undefined,
    )
    yield {
      day: dayNumber(step.entry.at),
      rate: lowest === undefined ? undefined : rates.get(lowest),
    }
  }
}
