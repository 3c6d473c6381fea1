import { attribution, override, type Entry, type Holding } from '../../../domain/entry.ts'
import {
  bodiesText,
  capturedPage,
  origin as originSchema,
  type Origin,
} from '../../../domain/origin.ts'
import { list, object, type Schema } from '../../../domain/schema.ts'
import { counted } from '../../../domain/text.ts'
import type { PublicationContext } from '../context-from-store.ts'
import {
  day,
  decimal,
  describeValue,
  identifier,
  oneOf,
  readObject,
  text,
  url,
  wholeNumber,
  type Field,
  type Shape,
} from '../input/fields.ts'
import { collectProblems, problemLine } from '../input/problem.ts'

/** Any text, also one with several lines. */
const lines: Field<string> = (value, location, refuse) =>
  typeof value === 'string' && value !== ''
    ? value
    : refuse('wrong-type', location, `${describeValue(value)} is not a text.`)

/** The text of a cell, which may be empty. */
const printed: Field<string> = (value, location, refuse) =>
  typeof value === 'string' ? value : lines(value, location, refuse)

/** A SHA-256 digest in lower-case hex. */
const digest: Field<string> = (value, location, refuse) =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
    ? value
    : refuse('wrong-type', location, `${describeValue(value)} is not a digest.`)

const unchecked: Field<unknown> = (value) => value

const fields = {
  text,
  lines,
  printed,
  url,
  digest,
  identifier,
  decimal: decimal('decimal', () => true, ''),
  day,
  // Parsing the entry has checked the text of an instant.
  instant: unchecked,
  position: wholeNumber('position', 1, Number.MAX_SAFE_INTEGER),
  index: wholeNumber('index of a capture', 0, Number.MAX_SAFE_INTEGER),
  unchecked,
}

/** The check of a value that has a schema. */
function fieldOf(schema: Schema): Field<unknown> {
  if (schema.is === 'object') {
    const shape = Object.entries(schema.keys).map(([key, one]) => [
      key,
      { field: fieldOf(one), required: one.isOptional !== true },
    ])
    const keys = Object.fromEntries(shape) as Shape
    return (value, location, refuse) => readObject(value, keys, location, refuse)
  }
  if (schema.is === 'list') {
    const { of, isFilled } = schema
    const field = fieldOf(of)
    return (value, location, refuse) => {
      if (!Array.isArray(value) || (isFilled && value.length === 0))
        return refuse('wrong-type', location, `It is not a list${isFilled ? ' of texts' : ''}.`)
      return value.map((one, index) => field(one, `${location}[${index}]`, refuse))
    }
  }
  if (schema.is === 'word') return oneOf(schema.what, schema.words)
  return schema.is === 'either' ? unchecked : fields[schema.is]
}

/** The check of the values of a schema: returns the first problem, as a sentence. */
export function checkOf(schema: Schema): (value: unknown) => string | undefined {
  const field = fieldOf(schema)
  return (value) => {
    const { problems, refuse } = collectProblems()
    field(value, '', refuse)
    return problems[0] && problemLine(problems[0])
  }
}

const details = { ...attribution, ...override }
const checkDetails = checkOf(object(details))

/**
 * Checks the name, the remark, the reason and the findings of an entry, and returns the first problem. `audit` cannot recompute
 * them, because they do not follow from the book.
 */
export function problemInDetails(entry: Entry): string | undefined {
  return checkDetails(
    Object.fromEntries(Object.entries(entry).filter(([key]) => Object.hasOwn(details, key))),
  )
}

const checkOrigin = checkOf(originSchema)

/**
 * Checks the origin of an entry against the book before it. `read` has what the run read: the offers of a sheet or the verified
 * tiers; absent if the entry has none of them.
 */
export function problemInOrigin(
  context: PublicationContext,
  { origin }: Entry & { readonly origin?: Origin },
  read?: readonly unknown[],
): string | undefined {
  const problem = checkOrigin(origin)
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

const checkTypedFrom = checkOf(object({ typedFrom: list(capturedPage) }))

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
  return checkTypedFrom({ typedFrom })
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
