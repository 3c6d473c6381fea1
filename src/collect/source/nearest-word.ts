import { distance } from 'fastest-levenshtein'

/** The word that was probably meant; `undefined` if none is close. */
function nearestWord(word: string, words: readonly string[]): string | undefined {
  const [nearest] = words
    .map((one) => ({ one, steps: distance(word.toLowerCase(), one.toLowerCase()) }))
    .toSorted((a, b) => a.steps - b.steps)
  if (nearest === undefined) return undefined
  const most = Math.ceil(Math.min(word.length, nearest.one.length) / 3)
  return nearest.steps <= most ? nearest.one : undefined
}

/** The end of a message about an unknown word: the nearest right one, or all of them if they are few. */
export function suggestion(word: string, words: readonly string[]): string {
  const nearest = nearestWord(word, words)
  if (nearest !== undefined) return `did you mean "${nearest}"?`
  if (words.length === 0) return 'there is none here.'
  const some = words.slice(0, 20).join(', ')
  return `possible: ${some}${words.length > 20 ? ', …' : ''}.`
}
