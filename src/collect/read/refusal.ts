import { firstProblems, quoted, shortened } from '../../domain/text.ts'
import type { ReadFailure, TableCell } from './table.ts'

/** Ends the read of a page. It never leaves the folder: `orFailure` turns it into a `ReadFailure`. */
class Refusal extends Error {
  readonly place: string | undefined
  constructor(message: string, place: string | undefined) {
    super(message)
    this.place = place
  }
}

/** Ends the read with a sentence and, where there is one, the address of the place. */
export function refuse(sentence: string, place?: string): never {
  throw new Refusal(sentence, place)
}

/** The most characters of a sentence, which may quote the page. The cage takes longer ones for no honest answer. */
const longestSentence = 3_900

/** The result of a read, or why it was refused. */
export function orFailure<T>(read: () => T): T | ReadFailure {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const failure = shortened(error.message, longestSentence)
    return { failure, ...(error.place !== undefined && { place: error.place }) }
  }
}

/** A problem of a read: a sentence, and the place in the page. */
export type Problem = Omit<ReadFailure, 'more'>

/** Runs one step of a read. If it is refused, its problem is collected, and the other steps can find theirs. */
export function collect<T>(problems: Problem[], step: () => T): T | undefined {
  const result = orFailure(() => ({ value: step() }))
  if ('value' in result) return result.value
  problems.push(result)
  return undefined
}

/** The failure of a read with these problems, at least one. A sentence that repeats another is left out; its cure is the same. */
export function failureOf(problems: readonly Problem[]): ReadFailure {
  const distinct = [...new Map(problems.toReversed().map((one) => [one.failure, one])).values()]
  const some = firstProblems(distinct.toReversed(), (failure) => ({ failure }))
  const [first = { failure: 'The page cannot be read.' }, ...more] = some
  return more.length === 0 ? first : { ...first, more }
}

/** Ends the read if the text of a cell cannot be trusted. */
export function refuseDoubtful({ text, problem, address }: TableCell): void {
  if (problem !== undefined) refuse(`The cell ${quoted(text)} ${problem}.`, address)
}

/** A problem of a read, and its place in the page. */
export type ReadProblem = { readonly message: string; readonly place: string | null }

/** All problems of a read that failed. */
export function problemsOf({ more = [], ...first }: ReadFailure): readonly ReadProblem[] {
  return [first, ...more].map(({ failure, place = null }) => ({ message: failure, place }))
}

/** A problem with its place, on one line. */
export function problemText({ message, place }: ReadProblem): string {
  return place === null ? message : `${message} (${place})`
}
