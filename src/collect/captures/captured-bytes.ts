import { CapturesError, digestOfBody, type Captures } from './captures.ts'
import { dayOf, type Day } from '../../domain/day.ts'
import type { CapturedPage } from '../../domain/origin.ts'

/** A captured page with its body, as readers take it: `name` is that of the page in the source definition. */
export type CapturedBody = Pick<CapturedPage, 'format' | 'charset'> & {
  readonly name: string
  /** The day of the capture in UTC. */
  readonly day: Day
  readonly body: Uint8Array
}

/** Why a captured page cannot be read again: a sentence. `isDamage`: its body is damaged. */
export type UnreadableCapture = { readonly message: string; readonly isDamage?: true }

/** The body of a captured page, ready to be read again. */
export async function capturedBytes(
  { page: name, at, digest, format, charset }: CapturedPage,
  captures: Captures,
): Promise<CapturedBody | UnreadableCapture> {
  try {
    const body = await captures.get(digest)
    if (body === undefined)
      return { message: `The capture ${digest} of the page ${name} is missing.` }
    if (digestOfBody(body) !== digest)
      return { message: `The capture ${digest} has another digest.`, isDamage: true }
    return { name, format, day: dayOf(at), body, ...(charset !== undefined && { charset }) }
  } catch (error) {
    if (!(error instanceof CapturesError) || error.kind !== 'disk') throw error
    return { message: error.message, isDamage: true }
  }
}

/** The bodies of captured pages; or why the first that cannot be read is not. */
export async function capturedPages(
  cited: readonly CapturedPage[],
  captures: Captures,
): Promise<readonly CapturedBody[] | UnreadableCapture> {
  const pages: CapturedBody[] = []
  for (const capture of cited) {
    const page = await capturedBytes(capture, captures)
    if ('message' in page) return page
    pages.push(page)
  }
  return pages
}
