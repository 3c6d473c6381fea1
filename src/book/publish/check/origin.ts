import { counted } from '../../../domain/text.ts'
import type { Entry, Holding } from '../../../domain/entry.ts'
import { bodiesText, pageFormats, type Origin } from '../../../domain/origin.ts'
import {
  day,
  describeValue,
  oneOf,
  text,
  url,
  wholeNumber,
  type Field,
  optional,
  readObject,
  required,
  type Shape,
} from '../input/fields.ts'
import type { PublicationContext } from '../context-from-store.ts'
import { anyDecimal, anyText, problemInShape, listOf } from './details.ts'

const objectOf =
  (shape: Shape): Field<unknown> =>
  (value, location, refuse) =>
    readObject(value, shape, location, refuse)

/** A SHA-256 digest in lower-case hex. */
const sha256: Field<string> = (value, location, refuse) =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
    ? value
    : refuse('wrong-type', location, `${describeValue(value)} is not a digest.`)

/** Parsing the entry has checked the text of an instant. */
const parsedInstant: Field<unknown> = (value) => value

const aPosition = wholeNumber('position', 1, Number.MAX_SAFE_INTEGER)

/** The keys of a reference to a source definition. */
export const sourceShape = { file: required(text), digest: required(sha256) }

/** The text of a cell, which may be empty. */
const printed: Field<string> = (value, location, refuse) =>
  typeof value === 'string'
    ? value
    : refuse('wrong-type', location, `${describeValue(value)} is not a text.`)

/** A list of at least one text. */
const texts: Field<unknown> = (value, location, refuse) =>
  Array.isArray(value) && value.length > 0
    ? value.map((one, index) => anyText(one, `${location}[${index}]`, refuse))
    : refuse('wrong-type', location, 'It is not a list of texts.')

const cellShape = { address: required(anyText), text: required(printed) }
const cell = objectOf(cellShape)
const readCell = objectOf({
  ...cellShape,
  decimal: optional(oneOf('decimal mark', [','])),
  means: optional(anyText),
})

const capturedPages = listOf({
  page: required(text),
  url: required(url),
  at: required(parsedInstant),
  digest: required(sha256),
  format: required(oneOf('format', pageFormats)),
  charset: optional(text),
})

const originShape = {
  source: required(objectOf(sourceShape)),
  captures: required(capturedPages),
  nextDue: required(parsedInstant),
  printedDate: optional(objectOf({ day: required(day), cell: required(cell) })),
  cells: optional(
    listOf({
      capture: optional(wholeNumber('index of a capture', 0, Number.MAX_SAFE_INTEGER)),
      rate: required(readCell),
      tenure: required(readCell),
      column: required(cell),
      annualEffectiveRate: optional(readCell),
      minimumDeposit: optional(readCell),
      factor: optional(anyDecimal),
    }),
  ),
  repeats: optional(aPosition),
  unmatched: optional(texts),
}

/**
 * Checks the origin of an entry against the book before it. `read` has what the run read: the offers of a sheet or the verified
 * tiers; absent if the entry has none of them.
 */
export function problemInOrigin(
  context: PublicationContext,
  { origin }: Entry & { readonly origin?: Origin },
  read?: readonly unknown[],
): string | undefined {
  const problem = problemInShape(origin, originShape)
  if (problem !== undefined || origin === undefined) return problem ?? 'It has no origin.'
  const { captures, cells, repeats } = origin
  if (repeats !== undefined) return problemInRepetition(context, origin, repeats, read)
  if (cells === undefined) return undefined
  if (read === undefined) return 'It has cells, but no offers that they belong to.'
  if (cells.length !== read.length)
    return `It has ${counted(cells.length, 'cell')} for ${counted(read.length, 'offer')}.`
  return cells.every(({ capture = 0 }) => capture < captures.length)
    ? undefined
    : 'A cell is of a page that was not captured.'
}

/** Checks the pages that a person typed a sheet from, if the entry names any. A sheet that was read has an origin instead. */
export function problemInTypedFrom({
  typedFrom,
  origin,
  by,
}: Pick<Holding, 'typedFrom' | 'origin' | 'by'>): string | undefined {
  if (typedFrom === undefined) return undefined
  if (origin !== undefined || by === undefined)
    return 'It names pages that a person typed it from, but no person, or an origin.'
  if (Array.isArray(typedFrom) && typedFrom.length === 0)
    return 'It says that a person typed it from captured pages, but names none.'
  return problemInShape({ typedFrom }, { typedFrom: required(capturedPages) })
}

/** The entry of the institution at a position. */
export function entryAt(
  { book }: Pick<PublicationContext, 'book'>,
  position: number,
): Entry | undefined {
  return book?.entries.find((entry) => entry.position === position)
}

/** A run repeats an earlier reading if the bodies and the source definition are the same. */
function problemInRepetition(
  { book }: PublicationContext,
  { source, captures, cells }: Origin,
  repeats: number,
  read: readonly unknown[] | undefined,
): string | undefined {
  if (cells !== undefined) return 'It has cells, and also repeats those of another entry.'
  const earlier = entryAt({ book }, repeats)
  if (earlier?.kind === 'withheld') return undefined
  const origin = earlier !== undefined && 'origin' in earlier ? earlier.origin : undefined
  if (origin?.cells === undefined)
    return `The entry at position ${repeats} has no cells that it could repeat.`
  if (
    origin.source.digest !== source.digest ||
    bodiesText(origin.captures) !== bodiesText(captures)
  )
    return `It does not repeat position ${repeats}: the pages or the source definition differ.`
  return read === undefined || read.length === origin.cells.length
    ? undefined
    : `Position ${repeats} has ${counted(origin.cells.length, 'cell')}, and it has ${counted(read.length, 'offer')}.`
}
