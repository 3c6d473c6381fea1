import { hash } from 'node:crypto'
import { dayOf, type Day } from '../../domain/day.ts'
import type { CapturedPage } from '../../domain/origin.ts'

/** The evidence store: the bodies of fetched pages by their digests. All implementations pass `test/collect/captures/contract.ts`. */
export type Captures = {
  /** Stores a body and returns its digest. The body survives a crash from then on. A body that is there is replaced by itself. */
  put(body: Uint8Array): Promise<string>
  /** The body with this digest; `undefined` if there is none. Throws a `CapturesError` if the stored one is damaged. */
  get(digest: string): Promise<Uint8Array | undefined>
}

/** The largest body that is stored, in bytes. Fetching has a lower limit. */
export const bodyLimit = 32 * 1024 * 1024

/** The digest of a body as it is kept: SHA-256 in lower-case hex. */
export function digestOfBody(body: Uint8Array): string {
  return hash('sha256', body)
}

const digestPattern = /^[0-9a-f]{64}$/

/** Whether a text has the form of a digest. Only such a text may become part of a path. */
export function isDigest(text: string): boolean {
  return digestPattern.test(text)
}

/** `configuration`: a setting or a permission must change. `disk`: the disk failed, or a file is damaged. */
export type CapturesErrorKind = 'configuration' | 'disk'

/** An error of the evidence store, as a sentence for the person who runs the command. */
export class CapturesError extends Error {
  readonly kind: CapturesErrorKind

  constructor(kind: CapturesErrorKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'CapturesError'
    this.kind = kind
  }
}

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
