import { Failure } from '../../domain/failure.ts'
import { lineLimit } from '../../domain/log-line.ts'
import { readAddress, type RequestLimits } from '../../outbound/request-file.ts'

/** The limits of a mirror's requests. Bytes count after decompression. */
export type LogLimits = RequestLimits & {
  /** The most bytes of a line. */
  readonly line: number
}

/** The limits that docs/mirror.md promises. */
export const logLimits: LogLimits = { progress: 30_000, total: 600_000, line: lineLimit }

/** The limits of requests, and the signal that stops them. */
export type LogOptions = { readonly limits: LogLimits; readonly signal: AbortSignal }

/** Reads the address of a log: of a server or of a folder of static files, without a slash at its end. */
export function readLogAddress(text: string): string {
  const { href, search, hash } = readAddress(text)
  if (search !== '' || hash !== '')
    throw new Failure('usage', `${text} has a ? or a #: give the address before it.`)
  return href.replace(/\/+$/, '')
}

/** The address of a page. A folder of static files has it, too. */
export function pageAddress(url: string, page: number): string {
  return `${url}/log/${page}`
}

const lineFeed = 0x0a

/**
 * The lines of a file of the log, without their line feeds. Keeps no more than one line in memory. Throws a `Failure` at a line
 * that is too long, that is not UTF-8, or that the file ends in.
 */
export async function* linesOf(
  address: string,
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let count = 0
  let parts: Uint8Array[] = []
  let size = 0
  const add = (part: Uint8Array): void => {
    parts.push(part)
    size += part.byteLength
    if (size > limit)
      throw new Failure('refused', `${place()} is longer than ${limit} bytes, the maximum.`)
  }
  const place = (): string => `${address}, line ${count + 1},`
  for await (const chunk of chunks) {
    let start = 0
    for (let end; (end = chunk.indexOf(lineFeed, start)) !== -1; start = end + 1) {
      add(chunk.subarray(start, end))
      let line: string
      try {
        line = decoder.decode(Buffer.concat(parts))
      } catch {
        throw new Failure('refused', `${place()} is not UTF-8.`)
      }
      yield line
      count++
      parts = []
      size = 0
    }
    add(chunk.subarray(start))
  }
  if (size > 0)
    throw new Failure('unreachable', `${place()} has no line feed: the response was cut off.`)
}
