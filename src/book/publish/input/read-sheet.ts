import { instantText } from '../../../domain/instant.ts'
import { variants, type Sheet, type Variant } from '../../../domain/offer.ts'
import {
  boolean,
  currency,
  describeValue,
  identifier,
  instant,
  optional,
  readObject,
  required,
  url,
  type Field,
} from './fields.ts'
import { collectProblems, type InputProblem, type Refuse } from './problem.ts'
import {
  conflictsOf,
  csvSheetValue,
  otherMarks,
  readCsvSheets,
  refuseConflict,
  upperBoundColumns,
  type CsvSheet,
  type DecimalMark,
  type SheetConflicts,
} from './read-csv.ts'
import { readJson, readText } from './read-file.ts'
import {
  checkOffer,
  checkTerms,
  readLeaves,
  readOffers,
  variant,
  type LocationOf,
} from './read-offers.ts'

/** The result of reading a rate sheet: `sheet` if there are no problems, and the parts of its head that could be read. */
export type ParsedSheet = {
  readonly sheet: Sheet | undefined
  readonly head: Partial<Pick<Sheet, 'institutionId' | 'currency' | 'scrapedAt'>> & {
    /** Present if the file is a CSV without a column for the upper bounds of ranges. */
    readonly lacksUpperBounds?: true
  }
  readonly problems: readonly InputProblem[]
}

/** How a file is written: its encoding if it is not UTF-8, and the decimal mark of the figures of a CSV if it is not a point. */
export type FileForm = { readonly encoding?: string; readonly decimal?: DecimalMark }

/** Reads a file with rate sheets: one in JSON, or one or several in CSV. Reports all problems at once. */
export function readSheets(bytes: Uint8Array, form: FileForm = {}): readonly ParsedSheet[] {
  const { problems, refuse } = collectProblems()
  const source = readText(bytes, refuse, form)
  if (source === undefined) return [unreadable(problems)]
  // A quoted string is JSON only if nothing follows it: a CSV may quote all of its cells.
  if (/^\s*(?:[{[]|"[^"]*"\s*$|$)/.test(source)) return [readJsonSheet(source)]
  const sheets = readCsvSheets(source, refuse)
  if (problems.length > 0) return [unreadable(problems)]
  const conflicts = conflictsOf(sheets)
  const marks = form.decimal === undefined ? otherMarks(sheets) : undefined
  const decimal = form.decimal ?? marks?.decimal
  const parsed = sheets.map((sheet) => readCsvSheet(sheet, conflicts, decimal))
  if (marks !== undefined)
    return [unreadable([marks.problem, ...parsed.flatMap((one) => one.problems)])]
  // `publish` refuses a sheet that is older than the institution's last one.
  return parsed.toSorted((a, b) => scrapedAtOf(a) - scrapedAtOf(b))
}

/** The sort key of a sheet. Sheets without a valid `scraped_at` come last. */
export function scrapedAtOf({ head }: ParsedSheet): number {
  return head.scrapedAt ?? Number.MAX_VALUE
}

/** Reads a file with one rate sheet in JSON. Reports all problems at once. */
export function readSheet(bytes: Uint8Array): ParsedSheet {
  const { problems, refuse } = collectProblems()
  const source = readText(bytes, refuse)
  return source === undefined ? unreadable(problems) : readJsonSheet(source)
}

/** Applies the rules of rate sheets to a sheet that was not read from a file. Problems have the names of a JSON rate sheet. */
export function validateSheet(sheet: Sheet): ParsedSheet {
  const { problems, refuse } = collectProblems()
  const { institutionId, sourceUrl, scrapedAt, currency: own, complete } = sheet
  identifier(institutionId, 'institution_id', refuse)
  url(sourceUrl, 'source_url', refuse)
  instant(instantText(scrapedAt), 'scraped_at', refuse)
  currency(own, 'currency', refuse)
  boolean(complete, 'complete', refuse)
  const covered = covers(sheet.covers, 'covers', refuse) ?? variants
  const offers = readOffers(sheet.offers, covered, inJson, refuse, checkOffer)
  const leaves = readLeaves(sheet.leaves ?? [], { covered, offers }, refuse, checkTerms)
  if (sheet.offers.length === 0 && !complete) refuseEmpty(refuse)
  const head = { institutionId, scrapedAt, currency: own }
  const left: Pick<Sheet, 'leaves'> = leaves.length === 0 ? {} : { leaves }
  const whole = { ...head, sourceUrl, complete, covers: covered, ...left, offers }
  return parsedSheet({ whole, head }, problems)
}

function readJsonSheet(source: string): ParsedSheet {
  const { problems, refuse } = collectProblems()
  const value = readJson(source, refuse)
  if (value === undefined) return unreadable(problems)
  return parsedSheet(readParts(value, refuse, inJson), problems)
}

function unreadable(problems: readonly InputProblem[]): ParsedSheet {
  return { sheet: undefined, head: {}, problems }
}

function readCsvSheet(
  rows: CsvSheet,
  conflicts: SheetConflicts,
  decimal: DecimalMark | undefined,
): ParsedSheet {
  const { problems, refuse } = collectProblems()
  refuseConflict(rows, conflicts, refuse)
  const value = csvSheetValue(rows, decimal, refuse)
  const locationOf: LocationOf = (index) => `line ${rows[index]?.line}`
  const inLines = refuseInLines(rows[0].line, problems, refuse)
  const parts = readParts(value, inLines, locationOf)
  const hasUpperBounds = upperBoundColumns.some((column) => column in rows[0].cells)
  const head = hasUpperBounds ? parts.head : { ...parts.head, lacksUpperBounds: true as const }
  return parsedSheet({ ...parts, head }, problems)
}

/** Without problems all required keys were read. */
function parsedSheet({ whole, head }: Parts, problems: readonly InputProblem[]): ParsedSheet {
  return { sheet: problems.length === 0 ? (whole as Sheet) : undefined, head, problems }
}

/** Reports problems at CSV locations such as `line 5, rate_pa`, one for each location; those of the sheet in its first line. */
function refuseInLines(
  firstLine: number,
  problems: readonly InputProblem[],
  refuse: Refuse,
): Refuse {
  const reported = new Set(problems.map(({ location }) => location))
  return (code, location, message) => {
    const cell = /^line \d+/.test(location)
      ? location.replace(/^(line \d+)\./, '$1, ')
      : `line ${firstLine}, ${location}`
    return reported.has(cell) ? undefined : refuse(code, cell, message)
  }
}

const inJson: LocationOf = (index) => `offers[${index}]`

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

const listOf =
  (what: 'terms' | 'offers'): Field<unknown[]> =>
  (value, location, refuse) =>
    Array.isArray(value)
      ? value
      : refuse('wrong-type', location, `${describeValue(value)} is not a list of ${what}.`)

const sheetShape = {
  institution_id: required(identifier),
  source_url: required(url),
  scraped_at: required(instant),
  currency: required(currency),
  complete: optional(boolean),
  covers: optional(covers),
  leaves: optional(listOf('terms')),
  offers: required(listOf('offers')),
}

/** The parts of a sheet that could be read: all of its fields, and those that `decideSheet` compares with the book. */
type Parts = {
  readonly whole?: Partial<Record<keyof Sheet, unknown>>
  readonly head: ParsedSheet['head']
}

function readParts(value: unknown, refuse: Refuse, locationOf: LocationOf): Parts {
  const read = readObject(value, sheetShape, '', refuse)
  if (read === undefined) return { head: {} }
  const { institution_id: institutionId, source_url: sourceUrl, scraped_at: scrapedAt } = read
  const covered = read.covers ?? variants
  const complete = read.complete ?? true
  const offers = readOffers(read.offers ?? [], covered, locationOf, refuse)
  const leaves = readLeaves(read.leaves ?? [], { covered, offers }, refuse)
  if (read.offers?.length === 0 && !complete) refuseEmpty(refuse)
  const head = {
    ...(institutionId !== undefined && { institutionId }),
    ...(scrapedAt !== undefined && { scrapedAt }),
    ...(read.currency !== undefined && { currency: read.currency }),
  }
  const left: Pick<Sheet, 'leaves'> = leaves.length === 0 ? {} : { leaves }
  return { whole: { ...head, sourceUrl, complete, covers: covered, ...left, offers }, head }
}

/** A complete sheet without offers withdraws all that it covers; a partial one would say nothing. */
function refuseEmpty(refuse: Refuse): undefined {
  const message = 'The sheet lists no offers and is not complete; list at least one.'
  return refuse('no-offers', 'offers', message)
}
