import { variants, type Variant } from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'
import { boolean, currency, describeValue, identifier, instant, url, type Field } from './fields.ts'
import { collectProblems, type InputProblem, type Refuse } from './problem.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import { optional, readObject, required } from './read-object.ts'
import { readOffers, variant, type LocationOf } from './read-offers.ts'
import { readText } from './read-text.ts'

/** The result of reading a rate sheet: `sheet` if there are no problems, and the parts of its head that could be read. */
export type ParsedSheet = {
  readonly sheet: Sheet | undefined
  readonly head: Partial<Pick<Sheet, 'institutionId' | 'currency' | 'scrapedAt'>>
  readonly problems: readonly InputProblem[]
}

/** Reads a rate sheet in JSON or CSV and reports all problems at once. */
export function readSheet(bytes: Uint8Array): ParsedSheet {
  const { problems, refuse } = collectProblems()
  const source = readText(bytes, refuse)
  if (source === undefined) return { sheet: undefined, head: {}, problems }
  // A quoted string is JSON only if nothing follows it: a CSV may quote all of its cells.
  const isJson = /^\s*(?:[{[]|"[^"]*"\s*$|$)/.test(source)
  const value = isJson ? readJson(source, refuse) : readCsv(source, refuse)
  if (value === undefined) return { sheet: undefined, head: {}, problems }
  const { whole, head } = isJson
    ? readParts(value, refuse, inJson)
    : readParts(value, refuseInLines(problems, refuse), inCsv)
  // Without problems all required keys were read.
  return { sheet: problems.length === 0 ? (whole as Sheet) : undefined, head, problems }
}

/** Reports problems at CSV locations such as `line 5, rate_pa`, one for each location. */
function refuseInLines(problems: readonly InputProblem[], refuse: Refuse): Refuse {
  const reported = new Set(problems.map(({ location }) => location))
  return (code, location, message) => {
    const cell = location.replace(/^(line \d+)\./, '$1, ')
    const [line = ''] = cell.split(',')
    return reported.has(cell) || reported.has(line) ? undefined : refuse(code, cell, message)
  }
}

const inJson: LocationOf = (index) => `offers[${index}]`
/** Line 1 of a CSV has the column names. */
const inCsv: LocationOf = (index) => `line ${index + 2}`

const covers: Field<Variant[]> = (value, location, refuse) => {
  if (!Array.isArray(value) || value.length === 0) {
    return refuse(
      'wrong-type',
      location,
      `${describeValue(value)} is not a list of variants; leave the key out to cover all.`,
    )
  }
  const named = value.map((item, index) => variant(item, `${location}[${index}]`, refuse))
  return named.includes(undefined) ? undefined : variants.filter((known) => named.includes(known))
}

const list: Field<unknown[]> = (value, location, refuse) =>
  Array.isArray(value)
    ? value
    : refuse('wrong-type', location, `${describeValue(value)} is not a list of offers.`)

const sheetShape = {
  institution_id: required(identifier),
  source_url: required(url),
  scraped_at: required(instant),
  currency: required(currency),
  complete: optional(boolean),
  covers: optional(covers),
  offers: required(list),
}

function readParts(
  value: unknown,
  refuse: Refuse,
  locationOf: LocationOf,
): { readonly whole?: Partial<Record<keyof Sheet, unknown>>; readonly head: ParsedSheet['head'] } {
  const read = readObject(value, sheetShape, '', refuse)
  if (read === undefined) return { head: {} }
  const { institution_id: institutionId, source_url: sourceUrl, scraped_at: scrapedAt } = read
  const covered = read.covers ?? variants
  const offers = readOffers(read.offers ?? [], covered, locationOf, refuse)
  if (read.offers?.length === 0) {
    refuse('no-offers', 'offers', 'The sheet lists no offers; it must list at least one.')
  }
  const head = {
    ...(institutionId !== undefined && { institutionId }),
    ...(scrapedAt !== undefined && { scrapedAt }),
    ...(read.currency !== undefined && { currency: read.currency }),
  }
  const whole = { ...head, sourceUrl, complete: read.complete ?? true, covers: covered, offers }
  return { whole, head }
}
