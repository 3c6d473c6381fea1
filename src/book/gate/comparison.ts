import { sameDecimal } from '../../domain/decimal.ts'
import {
  compareTiers,
  depositOf,
  keyOf,
  type Offer,
  type Terms,
  type TermsKey,
  type Tier,
  type Variant,
  withdrawsUnlisted,
  type Sheet,
} from '../../domain/offer.ts'
import type { InstitutionBook } from '../market/market.ts'
import { matchOffers } from '../market/continue-series.ts'
import { offersIn, standingTier } from '../market/standing.ts'

/** A tier that stands and that the sheet lists. `before` is the standing offer. */
export type ComparedRow = { readonly offer: Offer; readonly before: Tier & Pick<Offer, 'rate'> }

/** A sheet compared with the standing offers of its institution. */
export type SheetComparison = {
  readonly sheet: Sheet
  readonly rows: readonly ComparedRow[]
  /** The standing offers of the variants that the sheet covers, but for those that it leaves alone, in terms order. */
  readonly covered: readonly Offer[]
  /** Those of them that the sheet withdraws. */
  readonly withdrawn: readonly Offer[]
}

/** Matches the offers of a sheet to the standing ones, as `publish` does, but not to those withdrawn before. */
export function compareWithStanding(
  sheet: Sheet,
  standing: InstitutionBook['standing'],
): SheetComparison {
  const listed = new Set(sheet.offers.map(keyOf))
  const matched = matchOffers(sheet, standing, (tier) => standingTier(standing, tier))
  const rows = matched.flatMap(({ offer, known }) =>
    known === undefined ? [] : [{ offer, before: known }],
  )
  const covered = offersIn(standing)
    .filter((offer) => withdrawsUnlisted({ ...sheet, complete: true }, offer))
    .toSorted(compareTiers)
  const continued = new Set<Terms>(rows.map(({ before }) => before))
  const withdrawn = covered.filter(
    (offer) => !continued.has(offer) && isWithdrawable(sheet, listed, offer),
  )
  return { sheet, rows, covered, withdrawn }
}

/** A partial sheet withdraws only tiers of terms that it lists. */
function isWithdrawable({ complete }: Sheet, listed: ReadonlySet<TermsKey>, offer: Offer): boolean {
  return complete || listed.has(keyOf(offer))
}

/** The variants that the sheet withdraws whole. */
export function goneVariants({ sheet, covered, withdrawn }: SheetComparison): readonly Variant[] {
  return sheet.covers.filter((variant) => {
    const stood = covered.filter((offer) => offer.variant === variant)
    return stood.length > 0 && stood.every((offer) => withdrawn.includes(offer))
  })
}

/** Whether the sheet lists other rates or other tiers than those that stand. */
export function changesFigures({ sheet, rows, withdrawn }: SheetComparison): boolean {
  return (
    withdrawn.length > 0 ||
    rows.length < sheet.offers.length ||
    rows.some(
      ({ offer, before }) =>
        !sameDecimal(offer.rate, before.rate) || !sameDecimal(depositOf(offer), depositOf(before)),
    )
  )
}
