import { unseen } from '../../../domain/text.ts'

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
  'not-a-range',
  'no-upper-bounds',
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
type ProblemCode = (typeof problemCodes)[number]

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

/** The maximum length of a text, in UTF-16 code units, as `maxlength` of a form counts it. */
export const textLimit = 300

/** Why a value cannot be a text of one line, as a sentence; `undefined` if it can. */
export function formProblem(value: string, limit = textLimit): string | undefined {
  if (value.trim() === '') return 'The text is empty; fill it, or leave it out if it is optional.'
  if (value.length > limit) return `The text is longer than ${limit} characters.`
  if (!value.isWellFormed()) return 'The text has an unpaired surrogate.'
  return characterProblem(value, /\p{Cc}/u, 'a control character')
}

/** Why a text has an invisible character; `undefined` if it has none. */
export function invisibleProblem(value: string): string | undefined {
  return characterProblem(value, unseen, 'an invisible or directional character')
}

/** Why an entry cannot keep a text of one line, as a sentence; `undefined` if it can. */
export function textProblem(value: string, limit = textLimit): string | undefined {
  return formProblem(value, limit) ?? invisibleProblem(value)
}

function characterProblem(value: string, pattern: RegExp, kind: string): string | undefined {
  const found = pattern.exec(value)
  if (found === null) return undefined
  const position = Array.from(value.slice(0, found.index)).length + 1
  return `Character ${position} is U+${hexOf(found[0]).padStart(4, '0')}, ${kind}; remove it.`
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
}
