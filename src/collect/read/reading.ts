import { type Static, type TSchema, Type } from 'typebox'
import type { Day } from '../../domain/day.ts'
import { decimalPattern, type Decimal } from '../../domain/decimal.ts'
import { payouts, variants } from '../../domain/offer.ts'
import type { PageFormat } from '../../domain/origin.ts'

// The child process that reads pages answers with these values. Readers import the types, and `collect/cage` checks with the schemas.

/** A captured page, ready to be read. */
export type PageBytes = {
  /** The name of the page in the source definition. */
  readonly name: string
  readonly format: PageFormat
  readonly charset?: string
  /** The day of the capture at the place of the institution: a table for a later day is not current yet. */
  readonly day: Day
  readonly body: Uint8Array
}

/** The values that a schema allows, which nobody changes. */
export type ValueOf<Schema extends TSchema> = Frozen<Static<Schema>>
type Frozen<T> = T extends string | number | boolean | null | undefined
  ? T
  : { readonly [Key in keyof T]: Frozen<T[Key]> }

const closed = { additionalProperties: false } as const
const text = Type.String()
const texts = Type.Array(text)
const whole = Type.Integer({ minimum: 0 })
const variant = Type.Enum([...variants])
const decimalText = Type.String({ pattern: `^${decimalPattern}$` })
const decimal = Type.Unsafe<Decimal>(decimalText)
const cell = Type.Object({ address: text, text }, closed)
const decimalMark = Type.Optional(Type.Literal(','))
const figureCell = Type.Object({ address: text, text, decimal: decimalMark }, closed)
const tenureCell = Type.Object({ address: text, text, means: Type.Optional(text) }, closed)
const amountCell = Type.Object(
  { address: text, text, decimal: decimalMark, means: Type.Optional(decimalText) },
  closed,
)
const tier = {
  variant,
  tenure: decimal,
  tenureTo: Type.Optional(decimal),
  payout: Type.Enum([...payouts]),
  minimumDeposit: Type.Optional(decimal),
}
const offer = Type.Object(
  {
    ...tier,
    tenureDays: Type.Optional(whole),
    tenureToDays: Type.Optional(whole),
    rate: decimal,
    annualEffectiveRate: Type.Optional(decimal),
    product: Type.Optional(text),
  },
  closed,
)
const offerCells = Type.Object(
  {
    capture: Type.Optional(whole),
    rate: figureCell,
    tenure: tenureCell,
    column: cell,
    annualEffectiveRate: Type.Optional(figureCell),
    minimumDeposit: Type.Optional(amountCell),
    factor: Type.Optional(decimalText),
  },
  closed,
)
const finding = Type.Object(
  {
    rule: text,
    tier: Type.Optional(Type.Object(tier, closed)),
    was: Type.Optional(decimal),
    now: Type.Optional(decimal),
    message: text,
  },
  closed,
)
const counts = Type.Object(
  {
    total: whole,
    /** Those that an offer was read from, or a finding that holds the sheet. */
    read: whole,
    /** Those with nothing but texts that `empty` lists. */
    empty: whole,
    /** Those that a line of the source leaves out. */
    ignored: whole,
  },
  closed,
)
const account = Type.Object(
  { rows: counts, figures: counts, hidden: Type.Object({ rows: whole }, closed) },
  closed,
)
const leftOut = Type.Object(
  {
    /** The line, such as `rows "90 days or more"`. */
    line: text,
    reason: text,
    rows: whole,
    figures: whole,
    /** The first cell that it leaves out. */
    first: cell,
  },
  closed,
)

/** The schema of a reading. */
export const readingSchema = Type.Object(
  {
    /** In tier order. */
    offers: Type.Array(offer),
    /** The cells of each offer, in the same order. */
    cells: Type.Array(offerCells),
    /** The variants that the source reads. */
    covers: Type.Array(variant),
    printedDate: Type.Optional(Type.Object({ day: Type.Unsafe<Day>(text), cell }, closed)),
    /** Doubts that only the pages can raise: an ambiguous date, a range, fields that contradict each other. Each one holds the sheet. */
    findings: Type.Array(finding),
    account,
    leftOut: Type.Array(leftOut),
    /** The `ignore` and `misprints` lines of the source that match nothing any more, as sentences. */
    unmatched: texts,
  },
  closed,
)

/** The offers that the pages of a source print, with their cells and findings. */
export type Reading = ValueOf<typeof readingSchema>

/** The numbers of rows or figures that are read, empty or ignored. */
export type Counts = ValueOf<typeof counts>

/** Rows and figures that one line of the source leaves out. */
export type LeftOut = ValueOf<typeof leftOut>

/**
 * The rows of the tables that are read, and their figures: the cells under rate and AER columns and under ignored columns. Blank rows
 * do not count. `hidden`: the rows of all tables of the pages that have a number and that a reader of the pages does not see.
 */
export type Account = ValueOf<typeof account>

const tableCell = Type.Object(
  {
    address: text,
    text,
    /** The lines of the cell, if it has several: each has an address of its own. */
    lines: Type.Optional(Type.Array(cell)),
    /** True for a member that a JSON record does not have. Its address is that of the record. */
    isMissing: Type.Optional(Type.Boolean()),
    /** True for a number of a workbook or of JSON, whose decimal mark is a point whatever the source declares. */
    isNumber: Type.Optional(Type.Boolean()),
    /** The name of the column in the source definition, if it differs from the text of the heading. */
    name: Type.Optional(text),
    /** Why the text cannot be trusted, as the end of a sentence about the cell. */
    problem: Type.Optional(text),
  },
  closed,
)
const table = {
  /** The texts that name the table, nearest first: caption, headings, tab label; for JSON the keys and strings on its path. */
  headings: Type.Array(cell),
  /** From top to bottom, each from left to right. Rows may have different lengths. */
  rows: Type.Array(Type.Array(tableCell)),
  /** The address of the start of the table, for messages. */
  address: text,
}

/** A table of a captured page as a grid. A cell that spans several places stands in each of them, with the same address. */
const tableSchema = Type.Object(table, closed)

/** The schema of the tables of a page. */
export const tablesSchema = Type.Object({ tables: Type.Array(tableSchema) }, closed)

const surveyPart = Type.Object(
  {
    path: Type.Optional(texts),
    members: Type.Optional(Type.Record(Type.String(), texts)),
    embedded: Type.Optional(Type.Object({ element: text, id: text }, closed)),
    /** Without their titles, and with the class and id of their elements as selectors. Long tables are cut. */
    tables: Type.Array(Type.Object({ ...table, selectors: texts }, closed)),
  },
  closed,
)

/** The schema of a survey. */
export const surveySchema = Type.Object(
  {
    /** The language that the markup names. */
    language: Type.Optional(text),
    /** The first visible texts. */
    texts,
    parts: Type.Array(surveyPart),
  },
  closed,
)

const problem = { failure: Type.String({ minLength: 1 }), place: Type.Optional(text) }

/** The schema of a failure. */
export const failureSchema = Type.Object(
  {
    ...problem,
    /** The other problems of the same read. */
    more: Type.Optional(Type.Array(Type.Object(problem, closed))),
  },
  closed,
)

/** The result of reading the pages of a source. */
export type ReadResult = Reading | ValueOf<typeof failureSchema>

/** The schemas of short answers: figures that stand nowhere on a page, and names that a page lists. */
export const missingSchema = Type.Object({ missing: Type.Array(decimal) }, closed)
export const namesSchema = Type.Object({ names: texts }, closed)
