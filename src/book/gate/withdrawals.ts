import { keyOf, tierOf, type Terms, type TermsKey, type Variant } from '../../domain/offer.ts'
import { describeTier } from '../../domain/tenure.ts'
import type {
  Check,
  CheckedSheet,
  CollectedCheck,
  ExpectedTenures,
  SheetComparison,
} from './checked-sheet.ts'

/** Finds a complete sheet without offers, unless it leaves all alone. The other rules about withdrawals are then silent. */
export const noOffers: Check = ({ sheet, covered }) => {
  if (!sheet.complete || sheet.offers.length > 0) return []
  if (sheet.leaves !== undefined && covered.length === 0) return []
  const message = `The sheet is complete and lists no offers; publishing it would withdraw every standing offer that it covers (${covered.length}).`
  return [{ message }]
}

/** Finds whole variants that the sheet withdraws and that were probably only not read. */
export const withdrawnVariants: Check = (checked) => {
  if (noOffers(checked).length > 0) return []
  return goneVariants(checked).map((variant) => {
    const count = checked.covered.filter((offer) => offer.variant === variant).length
    const message = `The sheet covers ${variant} and ${count === 1 ? 'does not list its standing offer' : `lists none of its ${count} standing offers`}, which would be withdrawn.`
    return { message }
  })
}

/** The variants that the sheet withdraws whole. */
function goneVariants({ sheet, covered, withdrawn }: SheetComparison): readonly Variant[] {
  return sheet.covers.filter((variant) => {
    const stood = covered.filter((offer) => offer.variant === variant)
    return stood.length > 0 && stood.every((offer) => withdrawn.includes(offer))
  })
}

/** Finds a sheet that withdraws a large part of what it covers, which was probably only not read. */
export const halfWithdrawn: Check = (checked) => {
  const { covered, withdrawn } = checked
  if (noOffers(checked).length > 0) return []
  if (withdrawn.length === 0 || withdrawn.length * 2 < covered.length) return []
  const part =
    covered.length === 1
      ? 'the only standing offer'
      : `${withdrawn.length} of the ${covered.length} standing offers`
  const message = `The sheet withdraws ${part} that it covers; less than half is expected.`
  return [{ message }]
}

/**
 * Finds terms that have no offer on a complete sheet: those that stood, or those that its source definition expects. Terms of a
 * variant that is gone have one finding already.
 */
export const tenuresGone: Check = (checked) => {
  const { sheet, collected } = checked
  if (!sheet.complete || sheet.offers.length === 0) return []
  return collected === undefined
    ? standingTenuresGone(checked)
    : expectedTenuresGone(checked, collected.source.expects)
}

function standingTenuresGone(checked: CheckedSheet): ReturnType<Check> {
  const gone = goneVariants(checked)
  const listed = new Set(checked.sheet.offers.map(keyOf))
  const tiersOf = Map.groupBy(checked.withdrawn, keyOf)
  return [...tiersOf].flatMap(([key, [headline]]) => {
    if (headline === undefined || listed.has(key) || gone.includes(headline.variant)) return []
    const message = `The sheet does not list ${describeTier(headline)}, which stands at ${headline.rate} %; a complete sheet is expected to list every tenure that stands.`
    return [{ tier: tierOf(headline), was: headline.rate, message }]
  })
}

/** Also finds terms that never stood. */
function expectedTenuresGone(
  checked: CheckedSheet,
  expects: readonly ExpectedTenures[],
): ReturnType<Check> {
  const { sheet, covered } = checked
  const gone = goneVariants(checked)
  const listed = new Set([...sheet.offers, ...(sheet.leaves ?? [])].flatMap(expectedKeys))
  const expected = expects.flatMap(({ tenures, ...rest }) =>
    tenures.map((tenure): Terms => ({ ...rest, ...tenure })),
  )
  return expected.flatMap((terms) => {
    const key = keyOf(terms)
    if (listed.has(key) || gone.includes(terms.variant)) return []
    const stood = covered.find((offer) => expectedKeys(offer).includes(key))
    const message = `The page does not list ${describeTier(terms)}, which ${stood === undefined ? 'never stood' : `stands at ${stood.rate} %`}; the source definition expects it.`
    return [{ tier: tierOf(terms), ...(stood && { was: stood.rate }), message }]
  })
}

/** The keys of the terms that an offer fulfils: its own, and those of the lower bound of its range. */
function expectedKeys(terms: Terms): readonly TermsKey[] {
  const { variant, tenure, payout } = terms
  return [keyOf(terms), keyOf({ variant, tenure, payout })]
}

/** Finds a tier that stood and is gone while other tiers of its terms are listed: `expects` names tenures and no minimum deposits. */
export const goneTiers: CollectedCheck = ({ sheet, withdrawn }) => {
  const listed = new Set(sheet.offers.map(keyOf))
  return withdrawn
    .filter((tier) => listed.has(keyOf(tier)))
    .map((tier) => {
      const message = `The page lists other minimum deposits, but no longer ${describeTier(tier)}, which stands at ${tier.rate} %.`
      return { tier: tierOf(tier), was: tier.rate, message }
    })
}
