import type { Operator, TypeNames } from './book-settings.ts'

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
