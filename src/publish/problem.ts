/** Why a rate sheet, or another file, is refused. Programs may rely on these codes; each has a row in `docs/rate-sheet.md`. */
export const problemCodes = [
  'not-a-file',
  'too-large',
  'byte-order-mark',
  'not-utf-8',
  'not-json',
  'not-csv',
  'carriage-return',
  'formula',
  'missing-column',
  'differs-between-rows',
  'duplicate-key',
  'unknown-key',
  'missing-key',
  'wrong-type',
  'bad-text',
  'bad-decimal',
  'out-of-range',
  'bad-identifier',
  'bad-instant',
  'bad-day',
  'bad-url',
  'bad-currency',
  'unknown-value',
  'two-tenures',
  'no-tenure',
  'not-covered',
  'duplicate-offer',
  'duplicate-institution',
  'no-offers',
  'too-many-offers',
  'unregistered',
  'other-currency',
  'older-than-last',
  'in-the-future',
  'before-last-entry',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** One thing that is wrong: `place` is a path such as `offers[3].rate_pa` or `line 5, rate_pa`; empty for the whole file. */
export type Problem = {
  readonly code: ProblemCode
  readonly place: string
  readonly message: string
}

/** Takes up problems while a file is read. */
export type Refuse = (code: ProblemCode, place: string, message: string) => undefined

/** The problem as one line for people. */
export function problemLine({ code, place, message }: Problem): string {
  return `${place === '' ? '' : `${place}: `}${message} [${code}]`
}

/** An empty list of problems, and the function that adds to it. */
export function collectProblems(): { problems: Problem[]; refuse: Refuse } {
  const problems: Problem[] = []
  const refuse: Refuse = (code, place, message) => {
    problems.push({ code, place, message })
    return undefined
  }
  return { problems, refuse }
}
