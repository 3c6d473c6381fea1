import type { Decimal } from '../../domain/decimal.ts'
import type { InstitutionType } from '../../domain/institution.ts'
import type { Payout, Variant } from '../../domain/offer.ts'
import type { OfferFilter, TermsAndType } from '../../query/current-offers.ts'

type TypeParameter = { readonly type?: InstitutionType }
type TermsParameters = {
  readonly variant: Variant
  readonly tenure_months: Decimal
  readonly payout_type: Payout
}

/** The parameters that name terms, under the names that `query/` uses. Some endpoints require all of them. */
export function termsOf(query: TypeParameter & TermsParameters): TermsAndType
export function termsOf(query: TypeParameter & Partial<TermsParameters>): OfferFilter
export function termsOf(query: TypeParameter & Partial<TermsParameters>): OfferFilter {
  const { type, variant, tenure_months: tenure, payout_type: payout } = query
  return { type, variant, tenure, payout }
}
