import type { Finding } from '../../domain/finding.ts'
import { keyOf, type Terms } from '../../domain/offer.ts'
import { goneVariants, type SheetComparison } from '../comparison.ts'
import { describeTier, rateFinding } from '../rate-finding.ts'
import type { ExpectedTenures } from '../source-rules.ts'

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
  const listed = new Set([...sheet.offers, ...(sheet.leaves ?? [])].map(keyOf))
  const expected = expects.flatMap(({ tenures, ...rest }) =>
    tenures.map((tenure): Terms => ({ ...rest, tenure })),
  )
  return expected.flatMap((terms) => {
    const key = keyOf(terms)
    if (listed.has(key) || gone.includes(terms.variant)) return []
    const stood = covered.find((offer) => keyOf(offer) === key)
    const finding = rateFinding({
      rule: 'tenure-gone',
      tier: terms,
      was: stood?.rate,
      message: `The page does not list ${describeTier(terms)}, which ${stood === undefined ? 'never stood' : `stands at ${stood.rate} %`}; the source definition expects it.`,
    })
    return [finding]
  })
}
