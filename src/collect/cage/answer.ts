import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { parseDay } from '../../domain/day.ts'
import { tenureWords } from '../../domain/tenure.ts'
import {
  failureSchema,
  missingSchema,
  namesSchema,
  readingSchema,
  surveySchema,
  tablesSchema,
  type Reading,
  type ValueOf,
} from '../read/reading.ts'
import type { ReadFailure } from '../read/table.ts'
import { keptElements } from '../read/view/write-html.ts'
import { longestSentence, longestText, mostItems, mostValues, viewLimit } from './limits.ts'

const closed = { additionalProperties: false } as const
// Compiled: otherwise, checking a large answer takes more than a second.
const isFailure = Compile(failureSchema)
const checks = {
  read: Compile(readingSchema),
  tables: Compile(tablesSchema),
  names: Compile(namesSchema),
  survey: Compile(surveySchema),
  check: Compile(Type.Object({ problems: Type.Array(Type.String()) }, closed)),
  missing: Compile(missingSchema),
  /** The text at each address; null if nothing stands there. */
  texts: Compile(
    Type.Object({ texts: Type.Array(Type.Union([Type.String(), Type.Null()])) }, closed),
  ),
  view: Compile(Type.Object({ view: Type.String() }, closed)),
}

/** The texts of an answer with limits of their own, by key. */
const longest: ReadonlyMap<string, number> = new Map([
  ['failure', longestSentence],
  ['problems', longestSentence],
  ['view', viewLimit],
])

/** The answers that the child may give in each mode. */
export type CageAnswers = {
  readonly [Mode in keyof typeof checks]:
    | ValueOf<ReturnType<(typeof checks)[Mode]['Type']>>
    | ReadFailure
}

const invalid: ReadFailure = { failure: 'The reader gave an answer that is not valid.' }

/** Reads the answer of the child, which is not trusted: a hostile page may have taken it over. */
export function parseAnswer<Mode extends keyof CageAnswers>(
  mode: Mode,
  line: string,
  pages: number,
): CageAnswers[Mode] | ReadFailure {
  if (countValues(line) > mostValues)
    return { failure: 'The page gives more cells than a rate sheet.' }
  const answer = parsed(line)
  const isValid = isFailure.Check(answer) || checks[mode].Check(answer)
  if (!isValid || !isWithinLimits(answer)) return invalid
  if ('view' in answer && !isPlainMarkup(answer.view)) return invalid
  if ('offers' in answer && !isOfPages(answer, pages)) return invalid
  return answer as CageAnswers[Mode]
}

/** Whether every text, and every list but the rows of a table, is within its limit. */
function isWithinLimits(value: unknown, key = ''): boolean {
  if (typeof value === 'string') return value.length <= (longest.get(key) ?? longestText)
  if (Array.isArray(value))
    return (
      (key === 'rows' || value.length <= mostItems) &&
      value.every((one) => isWithinLimits(one, key === 'rows' ? '' : key))
    )
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, one]) => isWithinLimits(one, name))
}

/** Whether the cells of a reading are of its offers, and of as many pages. */
function isOfPages({ offers, cells, printedDate }: Reading, pages: number): boolean {
  return (
    offers.length > 0 &&
    cells.length === offers.length &&
    cells.every(({ capture = 0 }) => capture < pages) &&
    // A mapped label that means another tenure could carry a text of the page to receipts.
    cells.every(({ tenure: { means } }, index) => {
      const offer = offers[index]
      return means === undefined || (offer !== undefined && means === tenureWords(offer))
    }) &&
    (printedDate === undefined || parseDay(printedDate.day) !== undefined)
  )
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** How many values a JSON text can have, counted without building them. */
function countValues(line: string): number {
  let count = 0
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index)
    if (code === 0x2c || code === 0x5b || code === 0x7b) count++
  }
  return count
}

const attribute = String.raw` (?:align|class|colspan|dir|hidden|id|rowspan|span|style)(?:="[a-z0-9:;.-]*")?`
const tag = new RegExp(`</?(?:${keptElements.join('|')})(?:${attribute})*>`, 'g')

/** Whether HTML has only the elements and attributes of a view. The child that made it may have been taken over by the page. */
export function isPlainMarkup(html: string): boolean {
  return !html.replaceAll(tag, '').includes('<')
}
