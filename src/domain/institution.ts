import type { Day } from './day.ts'

/** The types of institution, in the order of the specification, part 2. */
export const institutionTypes = ['bank', 'nbfi'] as const
export type InstitutionType = (typeof institutionTypes)[number]

/** An institution's identifier: lower-case words joined by hyphens, 64 characters at most. */
export const institutionIdPattern = '^[a-z0-9]+(-[a-z0-9]+)*$'
export const institutionIdLength = 64

const grammar = new RegExp(institutionIdPattern)

/** Whether a text is an identifier that an institution may have. */
export function isInstitutionId(text: string): boolean {
  return text.length <= institutionIdLength && grammar.test(text)
}

/** One bank or finance company as the book registers it (specification, part 2). */
export type Institution = {
  readonly id: string
  readonly name: string
  readonly type: InstitutionType
  readonly website: string
  readonly active: boolean
  readonly licenseType: string
  readonly creditRating: string | null
  readonly ratingAgency: string | null
  readonly ratingUpdated: Day | null
  /** Whole days after its last verification at which its rates count as stale. */
  readonly staleAfterDays: number
}
