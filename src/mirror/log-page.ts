import { Failure } from '../domain/failure.ts'

/** The entries of a whole page of the log. */
export const pageSize = 1000

/** The page that a position stands on, from 0. */
export function pageOf(position: number): number {
  return Math.floor((position - 1) / pageSize)
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
