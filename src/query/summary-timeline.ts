import { dayNumber } from '../domain/day.ts'
import { institutionTypes, type InstitutionType } from '../domain/institution.ts'
import { keyOf, type Terms } from '../domain/offer.ts'
import type { Market } from '../market/market.ts'
import { figuresOf, rateParser, type Figures, type ParsedRate } from './figures.ts'

/** The figures of each type of institution; `undefined` where no active institution of that type has an offer. */
export type FiguresByType = Readonly<Record<InstitutionType, Figures | undefined>>

/** Days on which nothing changed, from `from` up to, but not including, `until`. They count from 1970-01-01. */
export type Stretch = {
  readonly from: number
  readonly until: number
  readonly figures: FiguresByType
}

/** An institution that ever offered the terms. It has a type while it is active, and a rate while it offers them. */
type Offerer = { type?: InstitutionType | undefined; rate?: ParsedRate | undefined }

/** A registration, which sets the type of an offerer, or a step of its series, which sets its rate. */
type Move = { readonly day: number; readonly offerer: Offerer; readonly change: Offerer }

/** The figures of some terms from the day on which the first offerer was registered. The last stretch has no end. */
export function summaryTimeline(market: Market, terms: Terms): readonly Stretch[] {
  const moves = movesOf(market, terms)
  const offerers = [...new Set(moves.map(({ offerer }) => offerer))]
  const days = [...Map.groupBy(moves, ({ day }) => day)]
  let figures: FiguresByType = { bank: undefined, nbfi: undefined }
  return days.map(([from, ofDay], index) => {
    const changedTypes = makeMoves(ofDay)
    const next = { ...figures }
    for (const type of institutionTypes) {
      if (changedTypes.has(type)) next[type] = figuresOf(ratesOf(offerers, type))
    }
    figures = next
    return { from, until: days[index + 1]?.[0] ?? Infinity, figures }
  })
}

/** Everything that ever changed the figures of some terms, by day. */
function movesOf({ institutions }: Market, terms: Terms): readonly Move[] {
  const parse = rateParser()
  const key = keyOf(terms)
  const moves: Move[] = []
  for (const { series, registrations } of institutions.values()) {
    const steps = series.get(key)
    if (steps === undefined) continue
    const offerer: Offerer = {}
    for (const { at, institution } of registrations) {
      const type = institution.active ? institution.type : undefined
      moves.push({ day: dayNumber(at), offerer, change: { type } })
    }
    for (const step of steps) {
      const rate = step.direction === 'withdrawn' ? undefined : parse(step.rate)
      moves.push({ day: dayNumber(step.entry.at), offerer, change: { rate } })
    }
  }
  return moves.toSorted((a, b) => a.day - b.day)
}

/** Returns the types of institution whose figures may have changed. */
function makeMoves(moves: readonly Move[]): ReadonlySet<InstitutionType | undefined> {
  const types = new Set<InstitutionType | undefined>()
  for (const { offerer, change } of moves) {
    types.add(offerer.type)
    Object.assign(offerer, change)
    types.add(offerer.type)
  }
  return types
}

function ratesOf(offerers: readonly Offerer[], wanted: InstitutionType): ParsedRate[] {
  return offerers.flatMap(({ type, rate }) => (type === wanted && rate !== undefined ? [rate] : []))
}
