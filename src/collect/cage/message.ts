import type { CitedFigures } from '../read/evidence.ts'
import type { SoughtFigures } from '../read/missing-figures.ts'
import type { PageBytes } from '../read/reading.ts'
import type { SourceDefinition } from '../read/source-schema.ts'

/** A request to the child process about some pages. */
export type CageRequest =
  | { readonly mode: 'read'; readonly source: SourceDefinition }
  | { readonly mode: 'tables'; readonly definition: SourceDefinition['pages'][number] }
  | { readonly mode: 'names'; readonly pattern: SourceDefinition['pages'][number] }
  | { readonly mode: 'survey' }
  | { readonly mode: 'check'; readonly figures: CitedFigures }
  | { readonly mode: 'missing'; readonly sought: SoughtFigures }
  | { readonly mode: 'texts'; readonly addresses: readonly string[] }
  | { readonly mode: 'view'; readonly address: string }

/** The header of a message: the request, and the pages with the lengths of their bodies, which follow it. */
type Header = {
  readonly request: CageRequest
  readonly pages: readonly (Omit<PageBytes, 'body'> & { readonly length: number })[]
}

/** The bytes of a request: the length of the header, the header, the bodies. The bodies are not copied. */
export function encodeRequest(
  request: CageRequest,
  pages: readonly PageBytes[],
): readonly Uint8Array[] {
  const header: Header = {
    request,
    pages: pages.map(({ body, ...page }) => ({ ...page, length: body.byteLength })),
  }
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.byteLength)
  return [length, text, ...pages.map(({ body }) => body)]
}

/** The request and the pages of a message. */
export function decodeRequest(message: Buffer): {
  readonly request: CageRequest
  readonly pages: readonly PageBytes[]
} {
  let offset = 4 + message.readUInt32BE(0)
  const { request, pages } = JSON.parse(message.toString('utf8', 4, offset)) as Header
  return {
    request,
    pages: pages.map(({ length, ...page }) => {
      const body = message.subarray(offset, offset + length)
      offset += length
      return { ...page, body }
    }),
  }
}
