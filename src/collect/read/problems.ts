import type { ReadFailure } from './table.ts'

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
