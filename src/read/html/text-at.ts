import { createJsonFinder } from '../json/text-at.ts'
import type { PageBytes } from '../reading.ts'
import { orFailure } from '../refusal.ts'
import type { ReadFailure } from '../table.ts'
import { decodePage } from './decode-page.ts'
import { followWord } from './fragments.ts'
import { sliceText } from './slice-text.ts'

/**
 * A function that returns the text at an address of an HTML page: `#char=a,b`, or the words of `fragments.ts` and then those of
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

function textOfWords(html: string, words: readonly string[]): string | undefined {
  let text: string | undefined = html
  for (const word of words) text = text === undefined ? undefined : followWord(text, word)
  return text
}
