import type { Attribution, Override, Entry } from '../../../domain/entry.ts'
import { payouts, variants } from '../../../domain/offer.ts'
import {
  decimal,
  describeValue,
  oneOf,
  text,
  optional,
  readObject,
  required,
  type Field,
  type Shape,
} from '../input/fields.ts'
import { collectProblems, problemLine } from '../input/problem.ts'

/** Any decimal. */
export const anyDecimal = decimal('decimal', () => true, '')

/** Any text, also one with several lines. */
export const anyText: Field<string> = (value, location, refuse) =>
  typeof value === 'string' && value !== ''
    ? value
    : refuse('wrong-type', location, `${describeValue(value)} is not a text.`)

const tierShape = {
  variant: required(oneOf('variant', variants)),
  tenure: required(anyDecimal),
  tenureTo: optional(anyDecimal),
  payout: required(oneOf('payout', payouts)),
  minimumDeposit: optional(anyDecimal),
}

const limitShape = { name: required(text), value: required(anyDecimal) }

const findingShape = {
  rule: required(text),
  tier: optional<unknown>((value, location, refuse) =>
    readObject(value, tierShape, location, refuse),
  ),
  was: optional(anyDecimal),
  now: optional(anyDecimal),
  limit: optional<unknown>((value, location, refuse) =>
    readObject(value, limitShape, location, refuse),
  ),
  message: required(anyText),
}

/** A list of objects with these keys. */
export function listOf(shape: Shape): Field<unknown> {
  return (value, location, refuse) => {
    if (!Array.isArray(value)) return refuse('wrong-type', location, 'It is not a list.')
    const items: readonly unknown[] = value
    return items.map((item, index) => readObject(item, shape, `${location}[${index}]`, refuse))
  }
}

const detailsShape = {
  by: optional(text),
  note: optional(text),
  reason: optional(text),
  findings: optional(listOf(findingShape)),
}

/**
 * Checks the name, the remark, the reason and the findings of an entry, and returns the first problem. `audit` cannot recompute
 * them, because they do not follow from the book.
 */
export function problemInDetails(entry: Entry): string | undefined {
  if (entry.kind === 'institution-registered') return undefined
  const details = Object.keys(detailsShape).filter((key) => Object.hasOwn(entry, key))
  const values = new Map<string, unknown>(Object.entries(entry))
  return problemInShape(
    Object.fromEntries(details.map((key) => [key, values.get(key)])),
    detailsShape,
  )
}

/** The first problem of an object that must have these keys and no others. */
export function problemInShape(value: unknown, shape: Shape): string | undefined {
  const { problems, refuse } = collectProblems()
  readObject(value, shape, '', refuse)
  return problems[0] && problemLine(problems[0])
}

/** The name, the remark, the reason and the findings of an entry. */
export function detailsOf({
  by,
  note,
  reason,
  findings,
}: Attribution & Override): Attribution & Override {
  return {
    ...(by !== undefined && { by }),
    ...(note !== undefined && { note }),
    ...(reason !== undefined && { reason }),
    ...(findings !== undefined && { findings }),
  }
}
