import { dayAfter, dayOf, startOf, type Day } from '../domain/day.ts'
import { canonicalDecimal, type Decimal } from '../domain/decimal.ts'
import { institutionTypes, type Institution, type InstitutionType } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import { keyOf, type Terms } from '../domain/offer.ts'
import { oldestFirst } from '../market/log.ts'
import type { Market } from '../market/market.ts'
import type { MarketTerms } from './comparison.ts'
import { figuresOf, type Figures } from './figures.ts'
import type { Span } from './span.ts'

/** One group at the end of one UTC day, or now, if the day is today. */
export type SummarySnapshot = Figures & {
  readonly day: Day
  readonly type: InstitutionType
  readonly terms: Terms
}

/** The snapshots from the group's first day to today, by day, then type, and the UTC day in which they hold. */
export function summaryHistory(
  market: Market,
  { type, variant, tenure, payout, since }: MarketTerms & { readonly since?: Day | undefined },
  now: Instant,
): { readonly snapshots: SummarySnapshot[]; readonly span: Span } {
  const terms = { variant, tenure: canonicalDecimal(tenure), payout }
  const types = type === undefined ? institutionTypes : [type]
  // An entry may carry an instant after `now` where clocks differ: what stands now is then the market as it is.
  const today = dayOf(now > market.at ? now : market.at)
  const snapshots: SummarySnapshot[] = []
  const state = new Map<string, { rate?: Decimal | undefined; institution?: Institution }>()
  const events = eventsOf(market, terms)
  let figures: [InstitutionType, Figures][] = []
  let next = 0
  let day = firstDay(events, since)
  while (day !== undefined && day <= today) {
    const tomorrow = dayAfter(day)
    const end = startOf(tomorrow)
    const known = next
    for (let event = events[next]; event !== undefined && event.at < end; event = events[++next]) {
      state.set(event.id, { ...state.get(event.id), ...event.change })
    }
    if (next > known) figures = measure(state, types)
    for (const [of, measured] of figures) snapshots.push({ day, type: of, terms, ...measured })
    day = tomorrow
  }
  return { snapshots, span: { since: startOf(dayOf(now)), until: startOf(dayAfter(dayOf(now))) } }
}

/** The day to begin with: nothing is asked of those before `since`, whose events all count on its first day. */
function firstDay([first]: readonly Event[], since: Day | undefined): Day | undefined {
  if (first === undefined) return undefined
  const day = dayOf(first.at)
  return since !== undefined && since > day ? since : day
}

type Event = {
  readonly at: Instant
  readonly id: string
  readonly change: { readonly rate: Decimal | undefined } | { readonly institution: Institution }
}

/** Everything that ever moved the group, in the order of time: rates and withdrawals, and who was active as what. */
function eventsOf(market: Market, terms: Terms): Event[] {
  const events: Event[] = []
  for (const [id, book] of market.institutions) {
    const series = book.series.get(keyOf(terms))
    if (series === undefined) continue
    for (const { at, institution } of oldestFirst(book.registrations)) {
      events.push({ at, id, change: { institution } })
    }
    for (const { at, rate } of oldestFirst(series.steps)) events.push({ at, id, change: { rate } })
  }
  return events.toSorted((a, b) => a.at - b.at)
}

function measure(
  state: ReadonlyMap<string, { rate?: Decimal | undefined; institution?: Institution }>,
  types: readonly InstitutionType[],
): [InstitutionType, Figures][] {
  return types.flatMap((type): [InstitutionType, Figures][] => {
    const rates: Decimal[] = []
    for (const { rate, institution } of state.values()) {
      if (rate !== undefined && institution?.active && institution.type === type) rates.push(rate)
    }
    const [first, ...rest] = rates
    return first === undefined ? [] : [[type, figuresOf([first, ...rest])]]
  })
}
