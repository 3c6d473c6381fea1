import { isScalar, scalarText } from './json/parse-json.ts'
import { addressOf, followPath } from './json/places.ts'
import { jsonRoot } from './json/read-json.ts'
import type { PageBytes } from './reading.ts'
import { orFailure, refuse } from './refusal.ts'
import type { SourceDefinition } from './source-schema.ts'
import { expandedSource, listOf, namesProblem, plainPages } from './source/page-pattern.ts'
import type { SourcePage } from './source/page-schema.ts'
import type { ReadFailure } from './table.ts'

/**
 * The source with a plain page for each captured page. Ends the read unless the captured pages are those of the source: of a pattern,
 * one for each name.
 */
export function sourceOfPages(
  source: SourceDefinition,
  pages: readonly PageBytes[],
): SourceDefinition {
  const captured = pages.map(({ name }) => name)
  const wanted = source.pages.flatMap((page) => namesOfPages(source, page, pages))
  const missing = wanted.find((name) => !captured.includes(name))
  if (missing !== undefined) refuse(`The page ${missing} was not captured.`)
  const unknown = captured.find((name) => !wanted.includes(name))
  if (unknown !== undefined) refuse(`The source has no page ${unknown}.`)
  return expandedSource(source, captured)
}

/** The names of the pages that a page of the source stands for. */
function namesOfPages(
  { pages: definitions }: SourceDefinition,
  page: SourcePage,
  pages: readonly PageBytes[],
): readonly string[] {
  const list = listOf(page)
  if (list === undefined) return plainPages(page, []).map(({ name }) => name)
  const captured = pages.find(({ name }) => name === list.page)
  if (captured === undefined) return refuse(`The page ${list.page} was not captured.`)
  const definition = definitions.find(({ name }) => name === list.page) ?? page
  const names = listedNames(inEncoding(captured, definition), page)
  return plainPages(page, names).map(({ name }) => name)
}

/** A captured page in the encoding that the source names, which counts before that of the response. */
export function inEncoding(page: PageBytes, { encoding }: SourcePage): PageBytes {
  return encoding === undefined ? page : { ...page, charset: encoding }
}

/** The names that a JSON page lists for the addresses of the pages of a pattern. */
function listedNames(
  list: Pick<PageBytes, 'name' | 'body' | 'charset'>,
  pattern: SourcePage,
): readonly string[] {
  const path = listOf(pattern)?.path ?? []
  const names = followPath(jsonRoot(list), path).map(({ value, place }) => {
    const isName = isScalar(value) && typeof value !== 'boolean' && value !== null
    return isName
      ? scalarText(value)
      : refuse(
          `The page ${list.name} has something that is neither a text nor a number among the names of the pages ${pattern.name}.`,
          addressOf(place),
        )
  })
  const problem = namesProblem(names)
  return problem === undefined ? names : refuse(`${problem} They stand in the page ${list.name}.`)
}

/** The same for the collector, or why there are none. */
export function namesListed(
  list: PageBytes,
  pattern: SourcePage,
): { readonly names: readonly string[] } | ReadFailure {
  return orFailure(() => ({ names: listedNames(list, pattern) }))
}
