import { dayNumber } from '../../../domain/day.ts'
import type { Decimal } from '../../../domain/decimal.ts'
import type { InstitutionType } from '../../../domain/institution.ts'
import { tierKeyOf, type Terms, type Tier, type TierKey } from '../../../domain/offer.ts'
import { compareApplying, termsApplyingTo } from '../../../domain/applies-to.ts'
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
    for (const { day, rate } of headlineRates(ofTerms)) {
      changes.push({ day, id, change: { rate } })
    }
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
