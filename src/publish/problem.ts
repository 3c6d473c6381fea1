/** The reasons to refuse an input file. Programs may rely on these codes; `docs/rate-sheet.md` explains each. */
export const problemCodes = [
  'not-a-file',
  'too-large',
  'not-utf-8',
  'not-json',
  'not-csv',
  'formula',
  'missing-column',
  'differs-between-rows',
  'several-sheets',
  'duplicate-key',
  'unknown-key',
  'missing-key',
  'wrong-type',
  'bad-text',
  'invisible-character',
  'bad-decimal',
  'out-of-range',
  'bad-identifier',
  'bad-instant',
  'bad-day',
  'bad-url',
  'url-with-password',
  'bad-currency',
  'unknown-currency',
  'unknown-value',
  'two-tenures',
  'no-tenure',
  'not-covered',
  'duplicate-offer',
  'listed-and-left',
  'duplicate-institution',
  'confusable-name',
  'no-offers',
  'too-many-offers',
  'unregistered',
  'other-currency',
  'older-than-last',
  'in-the-future',
  'before-last-entry',
  'not-correctable',
  'clock-behind',
  'clock-ahead',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** A problem in an input file. `location` is such as `offers[3].rate_pa` or `line 5, rate_pa`, and empty for the whole file. */
export type InputProblem = {
  readonly code: ProblemCode
  readonly location: string
  readonly message: string
}

/** Reports a problem. Returns `undefined`, so that a reader can `return refuse(…)`. */
export type Refuse = (code: ProblemCode, location: string, message: string) => undefined

/** Formats a problem as one line of text. */
export function problemLine({ code, location, message }: InputProblem): string {
  return `${location === '' ? '' : `${location}: `}${message} [${code}]`
}

/** Returns an empty list of problems and the function that adds to it. */
export function collectProblems(): { problems: InputProblem[]; refuse: Refuse } {
  const problems: InputProblem[] = []
  const refuse: Refuse = (code, location, message) => {
    problems.push({ code, location, message })
    return undefined
  }
  return { problems, refuse }
}
