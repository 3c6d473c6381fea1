import type { Institution, InstitutionType } from '../domain/institution.ts'
import type { Market } from '../market/market.ts'

/** The registered institutions by id, the active ones or all. */
export function institutions(
  market: Market,
  filter: { readonly type?: InstitutionType | undefined; readonly activeOnly: boolean },
): Institution[] {
  return Array.from(market.institutions.values(), ({ institution }) => institution).filter(
    ({ type, active }) =>
      (filter.type === undefined || type === filter.type) && (active || !filter.activeOnly),
  )
}
