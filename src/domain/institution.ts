import type { Day } from './day.ts'
import type { Decimal } from './decimal.ts'

/** The types of institution, in the order of the specification, part 2. */
export const institutionTypes = ['bank', 'nbfi'] as const

export type InstitutionType = (typeof institutionTypes)[number]

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

/** Whether and how a deposit is insured. */
export const insuranceStatuses = [
  'insured_up_to',
  'guaranteed_by_state',
  'not_insured',
  'unknown',
] as const

/** How deposits are insured, at one institution or by default at all of a type. */
export type Insurance = {
  readonly status: (typeof insuranceStatuses)[number]
  /** The limit for one depositor and its currency, only of `insured_up_to`. */
  readonly amount?: Decimal
  readonly currency?: string
  /** The name of the scheme, such as `KDIC`. */
  readonly scheme?: string
  /** A page that explains it. */
  readonly address?: string
  readonly since?: Day
}

/** The identifier of an institution: lower-case words joined by hyphens, at most 64 characters. */
export const institutionIdPattern = '^[a-z0-9]+(-[a-z0-9]+)*$'

export const institutionIdLength = 64

const grammar = new RegExp(institutionIdPattern)

/** Whether a text is a valid identifier of an institution. */
export function isInstitutionId(text: string): boolean {
  return text.length <= institutionIdLength && grammar.test(text)
}

/** The host of an address without `www.`, as the name of a site; the text itself if it is no address. */
export function hostOf(address: string): string {
  try {
    return new URL(address).host.replace(/^www\./, '')
  } catch {
    return address
  }
}

/** Whether a page is on the host of a website or below it, as `web.boc.lk` is below `www.boc.lk`. */
export function isOwnPage(page: string, website: string): boolean {
  return `.${hostOf(page)}`.endsWith(`.${hostOf(website)}`)
}
