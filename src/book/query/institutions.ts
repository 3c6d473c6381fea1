import type { Institution, InstitutionType } from '../../domain/institution.ts'
import type { Market } from '../market/market.ts'

/** Restricts a query to some institutions; a property that is absent or undefined does not restrict. */
export type InstitutionFilter = {
  readonly institutionId?: string | undefined
  readonly type?: InstitutionType | undefined
}

/** Whether an institution passes a filter. */
export function isInstitution(institution: Institution, filter: InstitutionFilter): boolean {
  return (
    (filter.institutionId === undefined || institution.id === filter.institutionId) &&
    (filter.type === undefined || institution.type === filter.type)
  )
}

/** The registered institutions by id, only the active ones or all. */
export function institutions(
  market: Market,
  filter: Pick<InstitutionFilter, 'type'> & { readonly activeOnly: boolean },
): Institution[] {
  return Array.from(market.institutions.values(), ({ institution }) => institution).filter(
    (institution) =>
      isInstitution(institution, { type: filter.type }) &&
      (institution.active || !filter.activeOnly),
  )
}
