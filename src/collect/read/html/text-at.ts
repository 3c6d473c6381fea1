import { createJsonFinder } from '../json/text-at.ts'
import type { PageBytes } from '../reading.ts'
import { orFailure } from '../refusal.ts'
import type { ReadFailure } from '../table.ts'
import { decodePage } from '../decode-page.ts'
import { decodeScriptString } from './script-string.ts'
import { decodeReferences, pieceAt, sliceText } from './slice-text.ts'

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
