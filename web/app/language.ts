import type { PageLanguage } from '../../src/domain/book-settings.ts'

/**
 * The language that an address asks for with `lang`, or else the first of the reader's languages that the page has; without
 * one, the first of the page.
 */
export function languageOf(
  query: URLSearchParams,
  preferred: readonly string[],
  languages: readonly PageLanguage[],
): string {
  const tags = languages.map(({ tag }) => tag)
  const wanted = [query.get('lang') ?? '', ...preferred.flatMap((tag) => [tag, tag.split('-')[0]])]
  return wanted.flatMap((name) => tags.find((tag) => tag === name) ?? [])[0] ?? tags[0] ?? 'en'
}
