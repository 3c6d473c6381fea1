import { parseWhole, type Decimal } from '../domain/decimal.ts'
import { text as plainText } from '../book/publish/input/fields.ts'
import { collectProblems } from '../book/publish/input/problem.ts'
import { rate as readRate } from '../book/publish/input/read-offers.ts'

/** A whole number; `undefined` if the text is none. */
export function wholeOf(text: string | null | undefined): number | undefined {
  const number = parseWhole(text ?? '')
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined
}

/** A text that goes into an entry: one line, without invisible characters. The problem is a sentence. */
export function lineOf(
  value: string | null,
  name: string,
): { readonly text: string } | { readonly problem: string } {
  const given = (value ?? '').trim()
  if (given === '') return { problem: `${name} is missing.` }
  const { problems, refuse } = collectProblems()
  plainText(given, name, refuse)
  const [problem] = problems
  return problem === undefined ? { text: given } : { problem: `${name}: ${problem.message}` }
}

/** A rate of a form. The problem is a sentence. */
export function rateOf(typed: string): { readonly rate: Decimal } | { readonly problem: string } {
  if (typed === '') return { problem: 'The rate is missing.' }
  const { problems, refuse } = collectProblems()
  const rate = readRate(typed, 'rate', refuse)
  return rate === undefined ? { problem: problems[0]?.message ?? 'This is no rate.' } : { rate }
}
