import type { Captures } from '../../captures/captures.ts'
import type { CapturedPage } from '../../domain/origin.ts'
import type { SourceDefinition } from '../../read/source-schema.ts'
import type { CapturedBody } from './try-pages.ts'

/**
 * The kept bodies of the pages of a source, in the order of the definition, which may have changed since the capture. Returns a
 * sentence if one of them is missing.
 */
export async function keptPages(
  captures: Captures,
  { pages }: SourceDefinition,
  captured: readonly CapturedPage[],
): Promise<readonly CapturedBody[] | string> {
  const bodies: CapturedBody[] = []
  for (const { name, url, format } of pages) {
    const found =
      captured.find(({ page }) => page === name) ?? captured.find((one) => one.url === url)
    if (found === undefined) return `The page "${name}" was not captured.`
    const body = await captures.get(found.digest)
    if (body === undefined)
      return `The captures have no body ${found.digest}, the page "${name}" of that run.`
    bodies.push({ capture: { ...found, page: name, format }, body })
  }
  return bodies
}
