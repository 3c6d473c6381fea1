import type { Day } from './day.ts'
import type { Insurance } from './insurance.ts'

/** The types of institution, in the order of the specification, part 2. */
export const institutionTypes = ['bank', 'nbfi'] as const
export type InstitutionType = (typeof institutionTypes)[number]

/** The identifier of an institution: lower-case words joined by hyphens, at most 64 characters. */
export const institutionIdPattern = '^[a-z0-9]+(-[a-z0-9]+)*$'
export const institutionIdLength = 64

const grammar = new RegExp(institutionIdPattern)

/** Whether a text is a valid identifier of an institution. */
export function isInstitutionId(text: string): boolean {
  return text.length <= institutionIdLength && grammar.test(text)
}

/** The record of a bank or finance company (specification, part 2). */
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
  /** The rates are stale once more than this many days have passed since their last verification. */
  readonly staleAfterDays: number
  /** How its deposits are insured; absent if the default of its type applies. */
  readonly insurance?: Insurance
}
