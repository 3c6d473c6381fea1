import { refuse, shown } from '../refusal.ts'

/** The number of bytes at the start of a page in which it may name its encoding; browsers have the same limit. */
const prescanLength = 1024

/**
 * Decodes a page. The encoding is that of a byte-order mark, the response, or a `meta` element, in this order; UTF-8 if none names
 * one. Unknown encodings, and bytes that the encoding does not have, end the read. The byte-order mark is not part of the text.
 */
export function decodePage(body: Uint8Array, charset: string | undefined): string {
  const label = markedEncoding(body) ?? charset ?? metaEncoding(body) ?? 'utf-8'
  const decoder = decoderOf(label)
  try {
    return decoder.decode(body)
  } catch {
    return refuse(`The page has bytes that are not ${decoder.encoding}.`)
  }
}

function decoderOf(label: string) {
  try {
    return new TextDecoder(label, { fatal: true })
  } catch {
    return refuse(`The page names the unknown encoding ${shown(label)}.`)
  }
}

/** The encoding of a byte-order mark. */
function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined
}

/** The encoding that a `meta` element names. A page that can be searched for it cannot be UTF-16. */
function metaEncoding(body: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(body.subarray(0, prescanLength))
  const label = /<meta\b[^>]*\bcharset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start)?.[1]
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label
}
