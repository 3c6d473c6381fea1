import { Type, type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { parseDay } from '../../domain/day.ts'
import { decimalPattern, type Decimal } from '../../domain/decimal.ts'
import { payouts, variants, type Offer } from '../../domain/offer.ts'
import type { OfferCells } from '../../domain/origin.ts'
import { tenureWords } from '../../domain/tenure.ts'
import type { ReadResult } from '../read/reading.ts'
import type { ReadFailure, Table } from '../read/table.ts'
import type { PageSurvey } from '../read/survey-page.ts'
import type { PageView } from '../read/view/view-page.ts'
import { keptElements } from '../read/view/write-html.ts'

/** More structure than an honest answer has. Arrays and objects take many times the memory of their text. */
const limits = {
  structure: 400_000,
  text: 1_000_000,
  sentence: 4_000,
  list: 20_000,
  view: 8_000_000,
}

const closed = { additionalProperties: false } as const
const text = Type.String({ maxLength: limits.text })
const sentence = Type.String({ maxLength: limits.sentence })
const list = (items: TSchema) => Type.Array(items, { maxItems: limits.list })
const optional = (schema: TSchema) => Type.Optional(schema)
const decimal = Type.String({ pattern: `^${decimalPattern}$` })
const whole = Type.Integer({ minimum: 0 })
const cell = Type.Object({ address: text, text }, closed)
const figureCell = Type.Object(
  { address: text, text, decimal: optional(Type.Literal(',')) },
  closed,
)
const tenureCell = Type.Object({ address: text, text, means: optional(text) }, closed)
const amountCell = Type.Object(
  { address: text, text, decimal: optional(Type.Literal(',')), means: optional(decimal) },
  closed,
)
const tier = {
  variant: Type.Enum([...variants]),
  tenure: decimal,
  tenureTo: optional(decimal),
  payout: Type.Enum([...payouts]),
  minimumDeposit: optional(decimal),
}
const offer = Type.Object(
  {
    ...tier,
    tenureDays: optional(whole),
    tenureToDays: optional(whole),
    rate: decimal,
    annualEffectiveRate: optional(decimal),
    product: optional(text),
  },
  closed,
)
const offerCells = Type.Object(
  {
    capture: optional(whole),
    rate: figureCell,
    tenure: tenureCell,
    column: cell,
    annualEffectiveRate: optional(figureCell),
    minimumDeposit: optional(amountCell),
    factor: optional(decimal),
  },
  closed,
)
const finding = Type.Object(
  {
    rule: text,
    tier: optional(Type.Object(tier, closed)),
    was: optional(decimal),
    now: optional(decimal),
    message: text,
  },
  closed,
)
const counts = Type.Object({ total: whole, read: whole, empty: whole, ignored: whole }, closed)
const reading = Type.Object(
  {
    offers: list(offer),
    cells: list(offerCells),
    covers: list(Type.Enum([...variants])),
    printedDate: optional(Type.Object({ day: text, cell }, closed)),
    findings: list(finding),
    account: Type.Object(
      { rows: counts, figures: counts, hidden: Type.Object({ rows: whole }, closed) },
      closed,
    ),
    leftOut: list(
      Type.Object({ line: text, reason: text, rows: whole, figures: whole, first: cell }, closed),
    ),
    unmatched: list(text),
  },
  closed,
)
const tableCell = Type.Object(
  {
    address: text,
    text,
    lines: optional(list(cell)),
    isMissing: optional(Type.Boolean()),
    isNumber: optional(Type.Boolean()),
    name: optional(text),
    problem: optional(text),
  },
  closed,
)
const tableParts = { headings: list(cell), rows: Type.Array(list(tableCell)), address: text }
const table = Type.Object(tableParts, closed)
const survey = Type.Object(
  {
    language: optional(text),
    texts: list(text),
    parts: list(
      Type.Object(
        {
          path: optional(list(text)),
          members: optional(Type.Record(Type.String(), list(text))),
          embedded: optional(Type.Object({ element: text, id: text }, closed)),
          tables: list(Type.Object({ ...tableParts, selectors: list(text) }, closed)),
        },
        closed,
      ),
    ),
  },
  closed,
)
const problem = {
  failure: Type.String({ minLength: 1, maxLength: limits.sentence }),
  place: optional(text),
}
const failure = Type.Object(
  { ...problem, more: optional(list(Type.Object(problem, closed))) },
  closed,
)
const schemas = {
  read: reading,
  tables: Type.Object({ tables: list(table) }, closed),
  names: Type.Object({ names: list(text) }, closed),
  survey,
  check: Type.Object({ problems: list(sentence) }, closed),
  missing: Type.Object({ missing: list(decimal) }, closed),
  texts: Type.Object({ texts: list(Type.Union([text, Type.Null()])) }, closed),
  view: Type.Object({ view: Type.String({ maxLength: limits.view }) }, closed),
}

/** The answers that the child may give in each mode. */
export type CageAnswers = {
  readonly read: ReadResult
  readonly tables: { readonly tables: readonly Table[] } | ReadFailure
  readonly names: { readonly names: readonly string[] } | ReadFailure
  readonly survey: PageSurvey | ReadFailure
  readonly check: { readonly problems: readonly string[] } | ReadFailure
  readonly missing: { readonly missing: readonly Decimal[] } | ReadFailure
  /** The text at each address; null if nothing stands there. */
  readonly texts: { readonly texts: readonly (string | null)[] } | ReadFailure
  readonly view: PageView | ReadFailure
}

const invalid: ReadFailure = { failure: 'The reader gave an answer that is not valid.' }

/** Reads the answer of the child, which is not trusted: a hostile page may have taken it over. */
export function parseAnswer<Mode extends keyof CageAnswers>(
  mode: Mode,
  line: string,
  pages: number,
): CageAnswers[Mode] | ReadFailure {
  if (structureOf(line) > limits.structure)
    return { failure: 'The page gives more cells than a rate sheet.' }
  const answer = parsed(line)
  if (Check(failure, answer)) return answer as ReadFailure
  if (!Check(schemas[mode], answer)) return invalid
  if (mode === 'view' && !isPlainMarkup((answer as PageView).view)) return invalid
  if (mode !== 'read') return answer as CageAnswers[Mode]
  const result = answer as Exclude<ReadResult, ReadFailure>
  const isConsistent =
    result.offers.length > 0 &&
    result.cells.length === result.offers.length &&
    result.cells.every(({ capture = 0 }) => capture < pages) &&
    result.offers.every((offer, index) => meansTenure(offer, result.cells[index])) &&
    (result.printedDate === undefined || parseDay(result.printedDate.day) !== undefined)
  return isConsistent ? (answer as CageAnswers[Mode]) : invalid
}

/** Whether a mapped label means the tenure of its offer, so that it carries no text of the page to receipts. */
function meansTenure(offer: Offer, cells: OfferCells | undefined): boolean {
  const means = cells?.tenure.means
  return means === undefined || means === tenureWords(offer)
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** How many values a JSON text can have, counted without building them. */
function structureOf(line: string): number {
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
