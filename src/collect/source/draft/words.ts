import { comparableText } from '../../read/words/folded-text.ts'
import vocabulary from './vocabulary.json' with { type: 'json' }

/** A hint that words of the vocabulary give. */
export type Hint = keyof typeof vocabulary

/** The expression of each hint. A word with letters of an alphabet begins a word of the text; other scripts do not mark words. */
const expressions = new Map(
  Object.entries(vocabulary).map(([hint, words]) => {
    const forms = words.map((word) => {
      const start = /^\p{Script=Latin}|^\p{Script=Cyrillic}|^\p{Script=Greek}/u.test(word)
      // A short word is a word of its own: "cd" is not in "CDs of music", "ira" not in "irate".
      const end = start && word.length <= 3 && /\p{L}$/u.test(word) ? String.raw`s?(?!\p{L})` : ''
      return (start ? String.raw`(?<!\p{L})` : '') + RegExp.escape(comparableText(word)) + end
    })
    return [hint, new RegExp(forms.join('|'), 'iu')] as const
  }),
)

/** The first word of a text that hints at something; `undefined` if none does. */
export function hintIn(text: string, hint: Hint): string | undefined {
  return expressions.get(hint)?.exec(comparableText(text.slice(0, 300)))?.[0]
}

/** Hints that a table has no rates of fixed deposits for the public, with the words for the reason. */
export const unwanted: readonly (readonly [Hint, string])[] = [
  ['loans', 'rates of loans'],
  ['savings', 'savings or current accounts'],
  ['retirement', 'retirement accounts'],
  ['foreign', 'another currency or another kind of customer'],
  ['large', 'large deposits or business customers'],
  ['average', 'averages'],
  ['comparison', 'a comparison of banks'],
]
