import type { Decimal } from './decimal.ts'
import type { GateLimits } from './gate-limits.ts'
import type { Institution, InstitutionType, Insurance } from './institution.ts'

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
type TypeNames = Partial<
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

/** The settings of a book without a `ratebook.yaml`. */
export const defaultSettings: BookSettings = {
  languages: ['en'],
  operator: {},
  insurance: {},
  gate: {},
}

/** How the deposits of an institution are insured: its own insurance, else the default of its type, else unknown. */
export function insuranceOf(
  { insurance, type }: Institution,
  defaults: BookSettings['insurance'],
): Insurance {
  return insurance ?? defaults[type] ?? { status: 'unknown' }
}

/** The settings of a book that its page needs before it asks the API. The server writes them into the HTML document. */
export type PageSettings = {
  /** ISO 3166; empty if the operator has not set it. */
  readonly country: string
  /** ISO 4217; empty while nothing is published. */
  readonly currency: string
  /** IANA. */
  readonly timeZone: string
  /** The languages of the page; the first is the default. */
  readonly languages: readonly PageLanguage[]
  readonly typeNames: TypeNames
  /** The operator of the page; `logo` is the path of an image on this server. */
  readonly operator: Operator
  /** Words of amounts in the languages of the page, but for English. */
  readonly amountWords: readonly AmountWords[]
}

/** A language of the page: its BCP 47 tag, its own name for itself, the direction of its script. */
export type PageLanguage = {
  readonly tag: string
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  /** How many sentences its catalogue lacks. */
  readonly missing: number
}

/**
 * Words of amounts that CLDR lacks: units with their powers of ten, and names of currencies. With `countries`, they belong to
 * these countries only.
 */
export type AmountWords = {
  readonly countries?: readonly string[]
  readonly units?: Readonly<Record<string, number>>
  readonly currencies?: Readonly<Record<string, readonly string[]>>
}

/** The settings of a page without any. */
export const noPageSettings: PageSettings = {
  country: '',
  currency: '',
  timeZone: 'UTC',
  languages: [{ tag: 'en', name: 'English', direction: 'ltr', missing: 0 }],
  typeNames: {},
  operator: {},
  amountWords: [],
}

/** Whether a text is an https URL without credentials. */
export function isHttps(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}

/** Whether a text is an https URL without credentials, or an e-mail address. */
export function isContact(text: string): boolean {
  return isHttps(text) || /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text)
}
