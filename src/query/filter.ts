import { sameDecimal, type Decimal } from '../domain/decimal.ts'
import type { Institution, InstitutionType } from '../domain/institution.ts'
import type { Payout, Terms, Variant } from '../domain/offer.ts'

/** What terms are asked for; a property that is absent or undefined asks for all. The tenure is in months. */
export type TermsFilter = {
  readonly variant?: Variant | undefined
  readonly tenure?: Decimal | undefined
  readonly payout?: Payout | undefined
}

/** Which institutions are asked for. */
export type InstitutionFilter = {
  readonly institutionId?: string | undefined
  readonly type?: InstitutionType | undefined
}

/** Part of a list: `limit` records after the first `offset`. */
export type Page = { readonly limit: number; readonly offset: number }

/** Whether terms pass a filter; tenures compare by value. */
export function hasTerms(terms: Terms, { variant, tenure, payout }: TermsFilter): boolean {
  return (
    (variant === undefined || terms.variant === variant) &&
    (payout === undefined || terms.payout === payout) &&
    (tenure === undefined || sameDecimal(terms.tenure, tenure))
  )
}

/** Whether an institution passes a filter. */
export function isInstitution(institution: Institution, filter: InstitutionFilter): boolean {
  return (
    (filter.institutionId === undefined || institution.id === filter.institutionId) &&
    (filter.type === undefined || institution.type === filter.type)
  )
}

/** A page of what passes; only what the page and those before it hold is looked at. */
export function pageOf<T>(items: Iterable<T>, passes: (item: T) => boolean, page: Page): T[] {
  const found: T[] = []
  let skip = page.offset
  for (const item of items) {
    if (!passes(item)) continue
    if (skip-- > 0) continue
    found.push(item)
    if (found.length === page.limit) break
  }
  return found
}
