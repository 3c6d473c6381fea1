import { comparableWord } from './folded-text.ts'

/** The words and phrases of a vocabulary, with what each can mean. */
export type Lexicon<T> = {
  readonly meanings: ReadonlyMap<string, readonly T[]>
  /** The phrases by their first character, the longest first. */
  readonly byStart: ReadonlyMap<string, readonly string[]>
}

/** A number in digits, a word of the lexicon, or another word or character. */
export type Token<T> =
  | { readonly kind: 'number'; readonly text: string; readonly at: number }
  | { readonly kind: 'word'; readonly text: string; readonly meanings: readonly T[] }
  | { readonly kind: 'other'; readonly text: string }

/** Makes a lexicon from phrases and their meanings. A point at the end of a phrase is left out: texts may have it or not. */
export function lexiconOf<T>(entries: Iterable<readonly [string, T]>): Lexicon<T> {
  const meanings = new Map<string, T[]>()
  for (const [phrase, meaning] of entries) {
    const word = comparableWord(phrase).replace(/(?<=\p{L}|\p{M})\.$/u, '')
    const others = meanings.get(word) ?? []
    const isNew = others.every((other) => JSON.stringify(other) !== JSON.stringify(meaning))
    if (isNew) meanings.set(word, [...others, meaning])
  }
  const phrases = [...meanings.keys()].toSorted((a, b) => b.length - a.length)
  return { meanings, byStart: Map.groupBy(phrases, ([start = '']) => start) }
}

/** Letters of scripts that put no spaces between words. A word of them may begin and end within others. */
const spacelessScripts = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}`
const spaceless = new RegExp(`^[${spacelessScripts}]$`, 'u')
const letter = /^[\p{L}\p{M}]$/u
const other = new RegExp(String.raw` |(?:(?![${spacelessScripts}])[\p{L}\p{M}])+|.`, 'suy')

/** Cuts a text into numbers, the longest phrases of a lexicon, and other words and characters. Its time is linear in the text. */
export function tokensOf<T>(
  text: string,
  { meanings, byStart }: Lexicon<T>,
  numbers = /\d+(?:[.,]\d+)*/y,
): readonly Token<T>[] {
  const plain = comparableWord(text)
  const tokens: Token<T>[] = []
  let at = 0
  while (at < plain.length) {
    const phrase = byStart.get(plain[at] ?? '')?.find((one) => isPhraseAt(plain, at, one))
    const [number] = match(numbers, plain, at)
    if (phrase !== undefined) {
      tokens.push({ kind: 'word', text: phrase, meanings: meanings.get(phrase) ?? [] })
      at += phrase.length
      if (plain[at] === '.' && /[\p{L}\p{M}]$/u.test(phrase)) at++
    } else if (number !== undefined) {
      tokens.push({ kind: 'number', text: number, at })
      at += number.length
    } else {
      const [word = ''] = match(other, plain, at)
      if (word !== ' ') tokens.push({ kind: 'other', text: word })
      at += word.length
    }
  }
  return tokens
}

function match(pattern: RegExp, text: string, at: number): readonly string[] {
  pattern.lastIndex = at
  return pattern.exec(text) ?? []
}

function isPhraseAt(text: string, at: number, phrase: string): boolean {
  const end = at + phrase.length
  return (
    text.startsWith(phrase, at) &&
    isBoundary(text[at - 1], text[at]) &&
    isBoundary(text[end - 1], text[end])
  )
}

/** Whether a word can end between two characters: one is no letter, or their scripts put no spaces between words. */
function isBoundary(before = ' ', after = ' '): boolean {
  if (/\d/.test(before) && /\d/.test(after)) return false
  return (
    !letter.test(before) || !letter.test(after) || spaceless.test(before) || spaceless.test(after)
  )
}
