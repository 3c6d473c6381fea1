import type { PageBytes } from './reading.ts'
import { orFailure } from './refusal.ts'
import type { ReadFailure } from './table.ts'
import { decodePage, decodeJson } from './decode-page.ts'
import { decodeReferences, pieceAt, sliceText } from './html/slice-text.ts'
import { isScalar, memberOf, parseJson, scalarText, type JsonValue } from './json/parse-json.ts'
import { keyText, keysOfPointer } from './json/places.ts'

/**
 * A function that returns the text at an address of an HTML page: `#char=a,b`, or the words of `followWord` and then those of
 * JSON. It returns `undefined` if the page has no such place. It does not know the source definition.
 */
export function htmlTexts({
  body,
  charset,
}: Pick<PageBytes, 'body' | 'charset'>): ((address: string) => string | undefined) | ReadFailure {
  return orFailure(() => {
    const html = decodePage(body, charset)
    const finders = new Map<string, ReturnType<typeof createJsonFinder> | undefined>()
    const finderAt = (words: readonly string[]) => {
      const key = words.join('#')
      if (!finders.has(key)) {
        const text = textOfWords(html, words)
        finders.set(key, text === undefined ? undefined : createJsonFinder(text))
      }
      return finders.get(key)
    }
    return (address) => {
      const [before, ...fragments] = address.split('#')
      if (before !== '' || fragments.length === 0) return undefined
      const start = fragments.findIndex((word) => word === '' || /^(?:key=)?\//.test(word))
      if (start !== -1) return finderAt(fragments.slice(0, start))?.(fragments.slice(start))
      const [word = '', ...more] = fragments
      const slice = more.length === 0 ? followWord(html, word) : undefined
      return slice === undefined ? undefined : sliceText(slice)
    }
  })
}

/** The text that some words of an address lead to; `undefined` if there is no such place. */
export function textOfWords(html: string, words: readonly string[]): string | undefined {
  let text: string | undefined = html
  for (const word of words) text = text === undefined ? undefined : followWord(text, word)
  return text
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

/**
 * A function that returns the text at an address of a page of JSON, such as `#/data/0#/rows/0/1` or
 * `#/body#char=10,20`; `undefined` if the page has no such
 * place. It does not know the source definition.
 */
export function jsonTexts({
  body,
  charset,
}: Pick<PageBytes, 'body' | 'charset'>): ((address: string) => string | undefined) | ReadFailure {
  return orFailure(() => {
    const find = createJsonFinder(decodeJson(body, charset))
    return (address) => {
      const [before, ...fragments] = address.split('#')
      return before === '' ? find(fragments) : undefined
    }
  })
}

/** Finds the text at fragments of an address in a text of JSON. It parses each document once. */
function createJsonFinder(text: string): (fragments: readonly string[]) => string | undefined {
  const documents = new Map<string, JsonValue | undefined>()
  const documentAt = (fragments: readonly string[]): JsonValue | undefined => {
    const key = fragments.join('#')
    if (!documents.has(key)) documents.set(key, parsed(textOfDocument(fragments)))
    return documents.get(key)
  }
  const textOfDocument = (fragments: readonly string[]): string | undefined => {
    if (fragments.length === 0) return text
    const value = valueAt(documentAt(fragments.slice(0, -1)), fragments.at(-1) ?? '')
    return typeof value === 'string' ? value : undefined
  }
  return (fragments) => {
    const last = fragments.at(-1)
    if (last === undefined) return undefined
    if (last.startsWith('char=') && fragments.length > 1) {
      const html = textOfDocument(fragments.slice(0, -1))
      const piece = html === undefined ? undefined : pieceAt(html, last)
      return piece === undefined ? undefined : sliceText(piece)
    }
    const document = documentAt(fragments.slice(0, -1))
    const pointer = last.startsWith('key=') ? last.slice('key='.length) : last
    const value = valueAt(document, pointer)
    if (value === undefined) return undefined
    if (pointer !== last) return keyText({ pointer })
    return isScalar(value) ? scalarText(value) : undefined
  }
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
