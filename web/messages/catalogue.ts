import type { english } from './en/english.ts'

/** The sentences of a language, and its calendar where that of browsers is missing or wrong. The server has checked them. */
export type Catalogue = Partial<TranslationOf<typeof english>> & { readonly calendar?: Calendar }

/** Sentences in another language. Any of them may be missing; one that counts has a form for each plural category. */
type TranslationOf<T> = T extends string | { readonly other: string }
  ? string | Readonly<Record<string, string>>
  : { readonly [Key in keyof T]?: TranslationOf<T[Key]> }

/** The names of months from January on, and how days are written with them: `{year} {month} {day}`. */
export type Calendar = {
  readonly months: readonly string[]
  readonly shortMonths: readonly string[]
  readonly day: string
  readonly dayOfMonth: string
}
