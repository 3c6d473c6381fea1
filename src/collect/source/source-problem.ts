import { distance } from 'fastest-levenshtein'
import { payouts } from '../../domain/offer.ts'

/** Something wrong in a file of a source, and where it stands. Lines and columns begin with 1. */
export type SourceProblem = {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
}

/** A problem as one line, in the form that editors and terminals link to the file. */
export function sourceProblemLine({ file, line, column, message }: SourceProblem): string {
  return `${file}:${line}:${column}: ${message}`
}

/** A way from the top of a document to a value in it: keys of objects and indexes of lists. */
export type ValuePath = readonly (string | number)[]

/** Something wrong with a value of a definition, or with the key that the path ends with. */
export type ValueProblem = {
  readonly path: ValuePath
  readonly isAboutKey?: boolean
  readonly message: string
}

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

/** The suggestion for a payout, and what to do with one that the specification does not have. */
export function payoutSuggestion(word: string): string {
  const found = suggestion(word, payouts)
  return nearestWord(word, payouts) === undefined
    ? `${found} Ratebook has no others: ignore the column or the word by its name, with a reason.`
    : found
}
