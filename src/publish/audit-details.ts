import type { Entry } from '../domain/entry.ts'
import { payouts, variants } from '../domain/offer.ts'
import { decimal, oneOf, text, type Field } from './fields.ts'
import { collectProblems, problemLine } from './problem.ts'
import { optional, readObject, required } from './read-object.ts'

const anyDecimal = decimal('decimal', () => true, '')

const tierShape = {
  variant: required(oneOf('variant', variants)),
  tenure: required(anyDecimal),
  payout: required(oneOf('payout', payouts)),
  minimumDeposit: optional(anyDecimal),
}

const findingShape = {
  rule: required(text),
  tier: optional<unknown>((value, location, refuse) =>
    readObject(value, tierShape, location, refuse),
  ),
  was: optional(anyDecimal),
  now: optional(anyDecimal),
  message: required<unknown>((value, location, refuse) =>
    typeof value === 'string' ? value : refuse('wrong-type', location, 'It is not a string.'),
  ),
}

const findings: Field<unknown> = (value, location, refuse) => {
  if (!Array.isArray(value)) return refuse('wrong-type', location, 'It is not a list.')
  const items: readonly unknown[] = value
  return items.map((item, index) => readObject(item, findingShape, `${location}[${index}]`, refuse))
}

const detailsShape = {
  by: optional(text),
  note: optional(text),
  reason: optional(text),
  findings: optional(findings),
}

/**
 * Checks the name, the remark, the reason and the findings of an entry, and returns the first problem. `audit` cannot recompute
 * them, because they do not follow from the book.
 */
export function differenceInDetails(entry: Entry): string | undefined {
  if (entry.kind === 'institution-registered') return undefined
  const { problems, refuse } = collectProblems()
  const details = Object.keys(detailsShape).filter((key) => Object.hasOwn(entry, key))
  const values = new Map<string, unknown>(Object.entries(entry))
  readObject(
    Object.fromEntries(details.map((key) => [key, values.get(key)])),
    detailsShape,
    '',
    refuse,
  )
  return problems[0] && problemLine(problems[0])
}
