import { parseWhole } from '../../domain/decimal.ts'
import { decodeScriptString } from './script-string.ts'
import { decodeReferences } from './slice-text.ts'

/**
 * A text inside a page, and its address. The words of the address: `char=a,b` takes a range of characters, `references` decodes
 * character references, `string` decodes a JavaScript string literal.
 */
export type AddressedText = { readonly text: string; readonly address: string }

/** Reads one word of an address in a text; `undefined` if there is no such place. */
export function followWord(text: string, word: string): string | undefined {
  if (word === 'references') return decodeReferences(text)
  if (word === 'string') return decodeScriptString(text)
  const range = /^char=(\d{1,9}),(\d{1,9})$/.exec(word)
  if (range === null) return undefined
  const [from, to] = [parseWhole(range[1] ?? ''), parseWhole(range[2] ?? '')]
  if (from === undefined || to === undefined) return undefined
  return from <= to && to <= text.length ? text.slice(from, to) : undefined
}

/** The text that a word leads to, with its address. */
export function addressed(
  { text, address }: AddressedText,
  word: string,
): AddressedText | undefined {
  const found = followWord(text, word)
  return found === undefined ? undefined : { text: found, address: `${address}#${word}` }
}
