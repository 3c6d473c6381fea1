import { dayNumber } from '../domain/day.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { InstitutionType } from '../domain/institution.ts'
import { keyOf, type Terms } from '../domain/offer.ts'
import type { Market } from '../market/market.ts'
import { figuresOf, type Figures } from './figures.ts'

/** The figures of each type of institution; `undefined` where no active institution of that type has an offer. */
export type FiguresByType = Readonly<Record<InstitutionType, Figures | undefined>>

/** Days on which nothing changed, from `from` up to, but not including, `until`. They count from 1970-01-01. */
export type TimelineInterval = {
  readonly from: number
  readonly until: number
  readonly figures: FiguresByType
}

/** The state of an institution at one time: its type while it is active, and its headline rate while it has an offer. */
type InstitutionState = { type?: InstitutionType | undefined; rate?: Decimal | undefined }

/** An event that changes the state of an institution: a registration sets its type, a step of its series its rate. */
type StateChange = {
  readonly day: number
  readonly state: InstitutionState
  readonly change: InstitutionState
}

/** The figures of some terms, from the first registration of an institution that has offered them. The last interval has no end. */
export function summaryTimeline(market: Market, terms: Terms): readonly TimelineInterval[] {
  const changes = stateChanges(market, terms)
  const states = [...new Set(changes.map(({ state }) => state))]
  const days = [...Map.groupBy(changes, ({ day }) => day)]
  return days.map(([from, changesOfDay], index) => {
    for (const { state, change } of changesOfDay) Object.assign(state, change)
    const figures = {
      bank: figuresOf(ratesOf(states, 'bank')),
      nbfi: figuresOf(ratesOf(states, 'nbfi')),
    }
    return { from, until: days[index + 1]?.[0] ?? Infinity, figures }
  })
}

/** Every event that changed the figures of some terms, by day. */
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
