import { variants, type Variant } from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'
import { currency, flag, identifier, instant, shown, url, type Field } from './fields.ts'
import { collectProblems, type Problem, type Refuse } from './problem.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import { optional, readObject, required } from './read-object.ts'
import { readOffers, variant, type PlaceOf } from './read-offers.ts'
import { readText } from './read-text.ts'

/** A sheet as it was read: the sheet if nothing is wrong with it, and else as much of its head as could be read. */
export type SheetReading = {
  readonly sheet: Sheet | undefined
  readonly head: Partial<Pick<Sheet, 'institutionId' | 'currency' | 'scrapedAt'>>
  readonly problems: readonly Problem[]
}

/** Reads a rate sheet in JSON or CSV (design, section 5), with all of its problems at once. */
export function readSheet(bytes: Uint8Array): SheetReading {
  const { problems, refuse } = collectProblems()
  const source = readText(bytes, refuse)
  if (source === undefined) return { sheet: undefined, head: {}, problems }
  // A lone text is JSON; a text and a comma are the first columns of a CSV that puts every cell in quotes.
  const isJson = /^\s*(?:[{[]|"[^"]*"\s*$|$)/.test(source)
  const value = isJson ? readJson(source, refuse) : readCsv(source, refuse)
  if (value === undefined) return { sheet: undefined, head: {}, problems }
  const { whole, head } = isJson
    ? readParts(value, refuse, inJson)
    : readParts(value, refuseInLines(problems, refuse), inCsv)
  // Every required key was read, or a problem says why not.
  return { sheet: problems.length === 0 ? (whole as Sheet) : undefined, head, problems }
}

/** Places as a CSV has them, `line 5, rate_pa`; what was refused there already is not refused again. */
function refuseInLines(problems: readonly Problem[], refuse: Refuse): Refuse {
  const refused = new Set(problems.map(({ place }) => place))
  return (code, place, message) => {
    const cell = place.replace(/^(line \d+)\./, '$1, ')
    const [line = ''] = cell.split(',')
    return refused.has(cell) || refused.has(line) ? undefined : refuse(code, cell, message)
  }
}

const inJson: PlaceOf = (index) => `offers[${index}]`
/** A CSV's first line names the columns. */
const inCsv: PlaceOf = (index) => `line ${index + 2}`

const covers: Field<Variant[]> = (value, place, refuse) => {
  if (!Array.isArray(value) || value.length === 0) {
    return refuse(
      'wrong-type',
      place,
      `${shown(value)} is not a list of variants; leave the key out to cover all.`,
    )
  }
  const named = value.map((item, index) => variant(item, `${place}[${index}]`, refuse))
  return named.includes(undefined) ? undefined : variants.filter((known) => named.includes(known))
}

const list: Field<unknown[]> = (value, place, refuse) =>
  Array.isArray(value)
    ? value
    : refuse('wrong-type', place, `${shown(value)} is not a list of offers.`)

const sheetShape = {
  institution_id: required(identifier),
  source_url: required(url),
  scraped_at: required(instant),
  currency: required(currency),
  complete: optional(flag),
  covers: optional(covers),
  offers: required(list),
}

function readParts(
  value: unknown,
  refuse: Refuse,
  placeOf: PlaceOf,
): { readonly whole?: Partial<Record<keyof Sheet, unknown>>; readonly head: SheetReading['head'] } {
  const read = readObject(value, sheetShape, '', refuse)
  if (read === undefined) return { head: {} }
  const { institution_id: institutionId, source_url: sourceUrl, scraped_at: scrapedAt } = read
  const covered = read.covers ?? variants
  const offers = readOffers(read.offers ?? [], covered, placeOf, refuse)
  if (read.offers?.length === 0) {
    refuse('no-offers', 'offers', 'The sheet lists no offer; a sheet lists at least one.')
  }
  const head = {
    ...(institutionId !== undefined && { institutionId }),
    ...(scrapedAt !== undefined && { scrapedAt }),
    ...(read.currency !== undefined && { currency: read.currency }),
  }
  const whole = { ...head, sourceUrl, complete: read.complete ?? true, covers: covered, offers }
  return { whole, head }
}
