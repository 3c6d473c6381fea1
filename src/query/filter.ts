import type { Institution, InstitutionType } from '../domain/institution.ts'

/** Which institutions are asked for; a property that is absent or undefined asks for all. */
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
