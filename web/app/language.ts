/** The languages of the page. */
export const languages = ['en', 'si', 'ta'] as const
export type Language = (typeof languages)[number]

/** The languages in their own words and scripts. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  si: 'සිංහල',
  ta: 'தமிழ்',
}

/** The language that an address asks for with `lang`, or else the first of the reader's languages that the page has. */
export function languageOf(query: URLSearchParams, preferred: readonly string[]): Language {
  const wanted = [
    query.get('lang') ?? '',
    ...preferred.map((tag) => tag.toLowerCase().split('-')[0]),
  ]
  return wanted.map((name) => languages.find((one) => one === name)).find(Boolean) ?? 'en'
}
