import type { Finding } from '../../../domain/gate-limits.ts'
import {
  type Payout,
  type Variant,
  keyOf,
  type Terms,
  type TermsKey,
} from '../../../domain/offer.ts'
import { goneVariants, type SheetComparison } from '../comparison.ts'
import { describeTier, rateFinding } from '../rate-finding.ts'

/** Finds a complete sheet without offers, unless it leaves all alone. The other rules about withdrawals are then silent. */
export function noOffers({ sheet, covered }: SheetComparison): readonly Finding[] {
  if (!sheet.complete || sheet.offers.length > 0) return []
  if (sheet.leaves !== undefined && covered.length === 0) return []
  const message = `The sheet is complete and lists no offers; publishing it would withdraw every standing offer that it covers (${covered.length}).`
  return [{ rule: 'no-offers', message }]
}

/** Finds whole variants and large parts of a sheet that it withdraws and that were probably only not read. */
export function withdrawals(comparison: SheetComparison): readonly Finding[] {
  if (noOffers(comparison).length > 0) return []
  return [
    ...goneVariants(comparison).map((variant) => variantFinding(variant, comparison)),
    ...halfWithdrawn(comparison),
  ]
}

function variantFinding(variant: Variant, { covered }: SheetComparison): Finding {
  const count = covered.filter((offer) => offer.variant === variant).length
  const message = `The sheet covers ${variant} and ${count === 1 ? 'does not list its standing offer' : `lists none of its ${count} standing offers`}, which would be withdrawn.`
  return { rule: 'variant-withdrawn', message }
}

function halfWithdrawn({ covered, withdrawn }: SheetComparison): readonly Finding[] {
  if (withdrawn.length === 0 || withdrawn.length * 2 < covered.length) return []
  const part =
    covered.length === 1
      ? 'the only standing offer'
      : `${withdrawn.length} of the ${covered.length} standing offers`
  const message = `The sheet withdraws ${part} that it covers; less than half is expected.`
  return [{ rule: 'half-withdrawn', message }]
}

/** Finds terms that stood and have no offer on a complete sheet. Those of a variant that is gone have one finding already. */
export function standingTenuresGone({ sheet, ...comparison }: SheetComparison): readonly Finding[] {
  if (!sheet.complete || sheet.offers.length === 0) return []
  const gone = goneVariants({ sheet, ...comparison })
  const listed = new Set(sheet.offers.map(keyOf))
  const tiersOf = Map.groupBy(comparison.withdrawn, keyOf)
  return [...tiersOf].flatMap(([key, [headline]]) => {
    if (headline === undefined || listed.has(key) || gone.includes(headline.variant)) return []
    const finding = rateFinding({
      rule: 'tenure-gone',
      tier: headline,
      was: headline.rate,
      message: `The sheet does not list ${describeTier(headline)}, which stands at ${headline.rate} %; a complete sheet is expected to list every tenure that stands.`,
    })
    return [finding]
  })
}

/** Finds terms that the source definition expects and that have no offer on the sheet. Also those that never stood. */
export function expectedTenuresGone(
  comparison: SheetComparison,
  expects: readonly ExpectedTenures[],
): readonly Finding[] {
  const { sheet, covered } = comparison
  if (sheet.offers.length === 0) return []
  const gone = goneVariants(comparison)
  const listed = new Set([...sheet.offers, ...(sheet.leaves ?? [])].flatMap(expectedKeys))
  const expected = expects.flatMap(({ tenures, ...rest }) =>
    tenures.map((tenure): Terms => ({ ...rest, ...tenure })),
  )
  return expected.flatMap((terms) => {
    const key = keyOf(terms)
    if (listed.has(key) || gone.includes(terms.variant)) return []
    const stood = covered.find((offer) => expectedKeys(offer).includes(key))
    const finding = rateFinding({
      rule: 'tenure-gone',
      tier: terms,
      was: stood?.rate,
      message: `The page does not list ${describeTier(terms)}, which ${stood === undefined ? 'never stood' : `stands at ${stood.rate} %`}; the source definition expects it.`,
    })
    return [finding]
  })
}

/** The keys of the terms that an offer fulfils: its own, and those of the lower bound of its range. */
function expectedKeys(terms: Terms): readonly TermsKey[] {
  const { variant, tenure, payout } = terms
  return [keyOf(terms), keyOf({ variant, tenure, payout })]
}

/** Finds a tier that stood and is gone while other tiers of its terms are listed: `expects` names tenures and no minimum deposits. */
export function goneTiers({ sheet, withdrawn }: SheetComparison): readonly Finding[] {
  const listed = new Set(sheet.offers.map(keyOf))
  return withdrawn.flatMap((tier) => {
    if (!listed.has(keyOf(tier))) return []
    const message = `The page lists other minimum deposits, but no longer ${describeTier(tier)}, which stands at ${tier.rate} %.`
    return [rateFinding({ rule: 'tier-gone', tier, was: tier.rate, message })]
  })
}

/** The tenures that the page lists for a variant at a payout. */
export type ExpectedTenures = {
  readonly variant: Variant
  readonly payout: Payout
  /** A range is expected with both bounds. A single tenure is also the lower bound of any range. */
  readonly tenures: readonly Pick<Terms, 'tenure' | 'tenureTo'>[]
}
