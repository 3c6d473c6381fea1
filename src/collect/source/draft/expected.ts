import type { Offer, Payout, Variant } from '../../../domain/offer.ts'
import { figureIn, statedAs } from './cells.ts'
import type { PartGuess, TableGuess } from './tables.ts'

/** Tenures by variant and payout, as `expects` lists them. */
export type Expected = ReadonlyMap<Variant, ReadonlyMap<Payout, readonly (number | string)[]>>

/** The tenures of the offers that a draft gives, and without any those of its tables. */
export function expectedOf(offers: readonly Offer[], parts: readonly PartGuess[]): Expected {
  const listed =
    offers.length > 0
      ? offers.map(listedOffer)
      : parts.flatMap(({ read }) => read.flatMap(listedTenures))
  const byVariant = Map.groupBy(listed, ({ variant }) => variant)
  return new Map(
    [...byVariant].map(([variant, own]) => {
      const byPayout = Map.groupBy(own, ({ payout }) => payout)
      return [
        variant,
        new Map(
          [...byPayout].map(([payout, some]) => [
            payout,
            [...new Set(some.map(({ tenure }) => tenure))],
          ]),
        ),
      ]
    }),
  )
}

type Listed = {
  readonly variant: Variant
  readonly payout: Payout
  readonly tenure: number | string
}

function listedOffer({ variant, payout, tenure, tenureDays, tenureTo }: Offer): Listed {
  const days = tenureDays !== undefined && { days: tenureDays }
  const to = tenureTo !== undefined && { to: { months: tenureTo } }
  return { variant, payout, tenure: statedAs({ months: tenure, ...days, ...to }) }
}

/** The tenures of a table under each of its rates. */
function listedTenures({
  rows,
  columns,
  payout = 'maturity',
  variant = 'general',
  mark,
}: TableGuess): readonly Listed[] {
  return columns.flatMap(({ role, column }) => {
    if (typeof role !== 'object' || !('is' in role) || role.is !== 'rate') return []
    const own = {
      variant: role.variant ?? variant,
      payout: [role.payout ?? payout].flat()[0] ?? payout,
    }
    return rows.tenures
      .filter(({ row }) => figureIn(column.texts[row] ?? '', mark) !== undefined)
      .map(({ tenure }) => ({ ...own, tenure: statedAs(tenure) }))
  })
}
