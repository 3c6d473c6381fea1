import type { TermsFilter } from '../../domain/offer.ts'
import type { InstitutionType } from '../../domain/institution.ts'

/** The parameters that name terms; an endpoint may have only some of them. */
type TermsParameters = {
  readonly type?: InstitutionType | undefined
  readonly variant?: TermsFilter['variant']
  readonly tenure_months?: TermsFilter['tenure']
  readonly payout_type?: TermsFilter['payout']
}

/** These parameters under the names that `query/` uses; a required one stays required. */
export function termsOf<P extends TermsParameters>(query: P) {
  const { type, variant, tenure_months: tenure, payout_type: payout } = query
  return { type, variant, tenure, payout } as {
    readonly type: P['type']
    readonly variant: P['variant']
    readonly tenure: P['tenure_months']
    readonly payout: P['payout_type']
  }
}
