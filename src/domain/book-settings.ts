import type { Decimal } from './decimal.ts'
import type { GateLimits } from './gate-limits.ts'
import type { Institution, InstitutionType } from './institution.ts'
import type { Insurance } from './insurance.ts'

/** The operator's settings of the book and its country, from `ratebook.yaml`. */
export type BookSettings = {
  /** The country (ISO 3166-1 alpha-2), the currency (ISO 4217) and the time zone (IANA). */
  readonly country?: string | undefined
  readonly currency?: string | undefined
  readonly timeZone?: string | undefined
  /** BCP 47; the first is the default. */
  readonly languages: readonly string[]
  /** The folder of the catalogues `<language>.json` that the operator adds. */
  readonly catalogues?: string | undefined
  /** The country's words for a bank and an nbfi, by language. */
  readonly typeNames?: TypeNames | undefined
  readonly operator: Operator
  /** The default of each type of institution. */
  readonly insurance: Partial<Record<InstitutionType, Insurance>>
  /** Percent of interest. */
  readonly withholdingTax?: Decimal | undefined
  readonly gate: Partial<GateLimits>
}

/** The country's words for the types of institutions, by language. */
export type TypeNames = Partial<
  Record<
    InstitutionType,
    Readonly<Record<string, { readonly one: string; readonly other: string }>>
  >
>

/** The operator of the book, for the page, `/about` and feeds. */
export type Operator = {
  readonly name?: string | undefined
  readonly website?: string | undefined
  /** A file, SVG or PNG. */
  readonly logo?: string | undefined
  /** A text, or an https URL. */
  readonly imprint?: string | undefined
  /** The licence of the data. */
  readonly licence?: { readonly name: string; readonly url: string } | undefined
  /** Where to report a wrong rate: an https URL or an e-mail address. */
  readonly contact?: string | undefined
  /** Where the newest release is: an https URL. */
  readonly releases?: string | undefined
}

/** How the deposits of an institution are insured: its own insurance, else the default of its type, else unknown. */
export function insuranceOf(
  { insurance, type }: Institution,
  defaults: BookSettings['insurance'],
): Insurance {
  return insurance ?? defaults[type] ?? { status: 'unknown' }
}

/** The settings of a book without a `ratebook.yaml`. */
export const defaultSettings: BookSettings = {
  languages: ['en'],
  operator: {},
  insurance: {},
  gate: {},
}
