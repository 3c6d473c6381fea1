import { decodeJson, decodePage } from './decode-page.ts'
import { decodeReferences, pieceAt, sliceText } from './html/slice-text.ts'
import { isScalar, memberOf, parseJson, scalarText, type JsonValue } from './json/parse-json.ts'
import { keyText, keysOfPointer } from './json/places.ts'
import type { PageBytes } from './reading.ts'
import { orFailure } from './refusal.ts'
import type { ReadFailure } from './table.ts'

/** Finds the text at an address of a page; `undefined` if nothing stands there. */
export type TextAt = (address: string) => string | undefined

/**
 * Opens a page of HTML or JSON to look up texts by their addresses, such as `#char=10,20`, `#/data/0#/rows/0/1` or
 * `#char=10,90#string#/rates/0`. It needs no source definition.
 */
export function textsOfMarkup({
  format,
  body,
  charset,
}: Pick<PageBytes, 'format' | 'body' | 'charset'>): TextAt | ReadFailure {
  const isHtml = format === 'html'
  return orFailure(() => {
    const page = isHtml ? decodePage(body, charset) : decodeJson(body, charset)
    return textFinder(page, isHtml)
  })
}

/** Finds texts in a page by the fragments of an address: words, pointers into JSON, or a range of HTML. It parses each document once. */
function textFinder(page: string, isHtml: boolean): TextAt {
  const documents = new Map<string, JsonValue | undefined>()
  const documentAt = (fragments: readonly string[]): JsonValue | undefined =>
    documents.getOrInsertComputed(fragments.join('#'), () => parsed(textOf(fragments)))
  const textOf = (fragments: readonly string[]): string | undefined => {
    const [before, last] = [fragments.slice(0, -1), fragments.at(-1)]
    if (last === undefined) return page
    if (!isPointer(last)) return textOfWords(page, fragments)
    const value = valueAt(documentAt(before), last)
    return typeof value === 'string' ? value : undefined
  }
  return (address) => {
    const [start, ...fragments] = address.split('#')
    const [before, last] = [fragments.slice(0, -1), fragments.at(-1)]
    if (start !== '' || last === undefined) return undefined
    if (!isPointer(last)) {
      const isPiece = before.length === 0 ? isHtml : isPointer(before.at(-1) ?? '')
      const html = isPiece ? textOf(before) : undefined
      const piece = html === undefined ? undefined : pieceAt(html, last)
      return piece === undefined ? undefined : sliceText(piece)
    }
    const pointer = last.replace(/^key=/, '')
    const value = valueAt(documentAt(before), pointer)
    if (value === undefined) return undefined
    if (pointer !== last) return keyText({ pointer })
    return isScalar(value) ? scalarText(value) : undefined
  }
}

/** Whether a fragment of an address leads into JSON. */
export function isPointer(fragment: string): boolean {
  return fragment === '' || /^(?:key=)?\//.test(fragment)
}

function parsed(text: string | undefined): JsonValue | undefined {
  if (text === undefined) return undefined
  const value = orFailure((): { readonly value: JsonValue } => ({ value: parseJson(text, '') }))
  return 'failure' in value ? undefined : value.value
}

function valueAt(document: JsonValue | undefined, pointer: string): JsonValue | undefined {
  let value = document
  for (const key of keysOfPointer(pointer) ?? [undefined]) {
    if (value === undefined || key === undefined) return undefined
    value = memberOf(value, key)
  }
  return value
}

/** The text that some words of an address lead to; `undefined` if there is no such place. */
export function textOfWords(html: string, words: readonly string[]): string | undefined {
  return words.reduce<string | undefined>(
    (text, word) => (text === undefined ? undefined : followWord(text, word)),
    html,
  )
}

/**
 * A text inside a page, and its address. The words of the address: `char=a,b` takes a range of characters, `references` decodes
 * character references, `string` decodes a JavaScript string literal.
 */
export type AddressedText = { readonly text: string; readonly address: string }

/** Reads one word of an address in a text; `undefined` if there is no such place. */
function followWord(text: string, word: string): string | undefined {
  if (word === 'references') return decodeReferences(text)
  if (word === 'string') return decodeScriptString(text)
  return pieceAt(text, word)
}

/** The text that a word leads to, with its address. */
export function addressed(
  { text, address }: AddressedText,
  word: string,
): AddressedText | undefined {
  const found = followWord(text, word)
  return found === undefined ? undefined : { text: found, address: `${address}#${word}` }
}

/** The escapes of JavaScript strings that stand for one character. */
const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '0': '\0',
}

/** The end of the value that begins at an index: a string in any quotes, a list or an object. `undefined` if it does not end. */
export function endOfValue(text: string, start: number): number | undefined {
  const first = text[start] ?? ''
  if (`"'\``.includes(first)) return endOfString(text, start)
  if (!'[{'.includes(first)) return undefined
  const token = /["[\]{}]/g
  token.lastIndex = start
  let depth = 0
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '"') {
      const end = endOfString(text, match.index)
      if (end === undefined) return undefined
      token.lastIndex = end
    } else depth += '[{'.includes(match[0]) ? 1 : -1
    if (depth === 0) return token.lastIndex
  }
  return undefined
}

function endOfString(text: string, start: number): number | undefined {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++
    else if (text[index] === text[start]) return index + 1
  }
  return undefined
}

/**
 * The value of a JavaScript string literal, quotes included. Nothing is evaluated: a template with `${` and an unknown escape give
 * `undefined`.
 */
function decodeScriptString(literal: string): string | undefined {
  const quote = literal[0]
  if (quote === undefined || !`"'\``.includes(quote)) return undefined
  if (endOfString(literal, 0) !== literal.length) return undefined
  const inner = literal.slice(1, -1)
  if (quote === '`' && /(?<!\\)\$\{/.test(inner)) return undefined
  let isKnown = true
  const decoded = inner.replace(
    /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|(\r\n|[^]))/gi,
    (_, braced?: string, four?: string, two?: string, character?: string) => {
      const hex = braced ?? four ?? two
      if (hex !== undefined) return fromHex(hex) ?? ((isKnown = false), '')
      if (character === undefined || /[\r\n\u2028\u2029]/.test(character)) return ''
      if (Object.hasOwn(escapes, character)) return escapes[character] ?? ''
      if (/[ux1-9]/.test(character)) isKnown = false
      return character
    },
  )
  return isKnown ? decoded : undefined
}

function fromHex(hex: string): string | undefined {
  const code = hex
    .split('')
    .reduce((sum, digit) => sum * 16 + '0123456789abcdef'.indexOf(digit.toLowerCase()), 0)
  // `\uXXXX` may be half of a pair; `String.fromCharCode` keeps it.
  return code > 0x10ffff
    ? undefined
    : code > 0xffff
      ? String.fromCodePoint(code)
      : String.fromCharCode(code)
}
