import type { PageBytes } from '../reading.ts'
import { orFailure, refuse } from '../refusal.ts'
import { listOf, namesProblem } from '../source/page-pattern.ts'
import type { SourcePage } from '../source/page-schema.ts'
import type { ReadFailure } from '../table.ts'
import { followPath } from './follow-path.ts'
import { isScalar, scalarText } from './parse-json.ts'
import { addressOf } from './pointer.ts'
import { jsonRoot } from './read-json.ts'

/** The names that a JSON page lists for the addresses of the pages of a pattern. */
export function listedNames(
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
