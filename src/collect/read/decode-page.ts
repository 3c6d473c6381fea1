import { quoted } from '../../domain/text.ts'
import { refuse } from './refusal.ts'

/** The number of bytes at the start of a page in which it may name its encoding; browsers have the same limit. */
const prescanLength = 1024

/**
 * Decodes a page. The encoding is that of a byte-order mark, the response, or a `meta` element, in this order; UTF-8 if none names
 * one. Bytes that are not UTF-8 become U+FFFD, as in browsers, and a cell with one is not read. In other encodings such a byte could
 * hide the next one, so it ends the read, as an unknown encoding does. The byte-order mark is not part of the text.
 */
export function decodePage(body: Uint8Array, charset: string | undefined): string {
  const label = markedEncoding(body) ?? charset ?? metaEncoding(body) ?? 'utf-8'
  const encoding = encodingOf(label)
  try {
    return new TextDecoder(encoding, { fatal: encoding !== 'utf-8' }).decode(body)
  } catch {
    return refuse(
      `The page has bytes that are not ${encoding}; if it has another encoding, name it as \`encoding\` in the source.`,
    )
  }
}

/** Decodes a page of JSON. A `meta` element in one of its strings says nothing about its encoding. */
export function decodeJson(body: Uint8Array, charset: string | undefined): string {
  return decodePage(body, charset ?? 'utf-8')
}

function encodingOf(label: string): string {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return refuse(
      `The page names the unknown encoding ${quoted(label)}; name the right one as \`encoding\` in the source.`,
    )
  }
}

/** The end of a sentence about a cell with a character that could not be decoded. */
export const undecoded =
  'has bytes that are not in the encoding of the page; if the server names a wrong one, name the right one as `encoding` in the source'

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
