import type { PageBytes } from '../reading.ts'
import { orFailure } from '../refusal.ts'
import type { ReadFailure } from '../table.ts'
import { pieceAt, sliceText } from '../html/slice-text.ts'
import { decodeJson } from '../decode-page.ts'
import { isScalar, memberOf, parseJson, scalarText, type JsonValue } from './parse-json.ts'
import { keyText, keysOfPointer } from './pointer.ts'

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
export function createJsonFinder(
  text: string,
): (fragments: readonly string[]) => string | undefined {
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
