import { type Decimal, parseDecimal, sameDecimal } from '../../domain/decimal.ts'
import { type Offer, type Tier, depositOf, keyOf, payouts, variants } from '../../domain/offer.ts'
import type { SourceDefinition } from '../source-schema.ts'

/** The tier of a `misprints` line, such as `general 24 maturity 5000`; `undefined` for another text. */
export function tierOfTerms(terms: string): Tier | undefined {
  const words = terms.trim().split(/\s+/)
  const variant = variants.find((one) => one === words[0])
  const payout = payouts.find((one) => one === words[2])
  const [tenure, minimumDeposit] = [words[1], words[3]].map((word) => parseDecimal(word ?? ''))
  if (variant === undefined || payout === undefined || tenure === undefined) return undefined
  if (words.length === 3) return { variant, tenure, payout }
  return words.length > 4 || minimumDeposit === undefined
    ? undefined
    : { variant, tenure, payout, minimumDeposit }
}

/** A sentence for each `misprints` line whose offer is gone or prints another AER. */
export function unmatchedMisprints(
  { misprints = [] }: SourceDefinition,
  offers: readonly Offer[],
): readonly string[] {
  return misprints
    .filter(({ terms, aer }) => {
      const tier = tierOfTerms(terms)
      return tier === undefined || !offersOfTier(tier, offers).some((offer) => prints(offer, aer))
    })
    .map(
      ({ terms, aer }) =>
        `The page no longer prints the AER ${aer} for ${terms}, a misprint of the source.`,
    )
}

/** The offers that a tier means. Without a minimum deposit it means the only tier of its terms. */
function offersOfTier(tier: Tier, offers: readonly Offer[]): readonly Offer[] {
  const { minimumDeposit } = tier
  const sameTerms = offers.filter((offer) => keyOf(offer) === keyOf(tier))
  if (minimumDeposit === undefined) return sameTerms.length === 1 ? sameTerms : []
  return sameTerms.filter((offer) => sameDecimal(depositOf(offer), minimumDeposit))
}

function prints({ annualEffectiveRate: printed }: Offer, aer: string): boolean {
  return printed !== undefined && sameDecimal(printed, aer as Decimal)
}
