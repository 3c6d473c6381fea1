import { compareDecimals, type Decimal } from '../../../domain/decimal.ts'
import type { Payout, Variant } from '../../../domain/offer.ts'
import type { RowRole } from '../../read/source/table-schema.ts'
import type { SurveyPart, SurveyTable } from '../../read/survey-page.ts'
import type { DecimalMark } from '../../read/words/figure.ts'
import type { PrintedTenure } from '../../read/words/tenure.ts'
import {
  guessColumns,
  layoutOf,
  meaningOf,
  variantIn,
  type ColumnGuess,
  type Layout,
} from './columns.ts'
import {
  figureIn,
  hasFigure,
  hintIn,
  markOf,
  namedTenure,
  payoutsIn,
  statedAs,
  tenureIn,
  unwanted,
} from './words.ts'

/** A table that a draft reads, with the guesses about it. */
export type TableGuess = {
  readonly table: SurveyTable
  readonly number: number
  readonly mark: DecimalMark
  readonly layout: Layout
  readonly columns: readonly ColumnGuess[]
  readonly rows: RowGuesses
  readonly isFraction: boolean
  readonly payout?: Payout
  readonly variant?: Variant
}

/** A table that a draft does not read, and why. */
export type LeftOut = {
  readonly table: SurveyTable
  readonly number: number
  readonly because: string
}

/** The tables of a part of a page: those to read, and the others. */
export type PartGuess = {
  readonly part: SurveyPart
  readonly read: readonly TableGuess[]
  readonly leftOut: readonly LeftOut[]
}

/** Guesses which tables of a part have the rates of deposits. */
export function guessPart(part: SurveyPart, currency: string): PartGuess {
  const candidates: { readonly guess: TableGuess; readonly doubts: readonly string[] }[] = []
  const leftOut: LeftOut[] = []
  for (const [index, table] of part.tables.entries()) {
    const number = index + 1
    const guess = guessTable(table, number, currency)
    if (typeof guess === 'string') leftOut.push({ table, number, because: guess })
    else candidates.push({ guess, doubts: doubtsAbout(guess) })
  }
  // If every table is in doubt, the least doubtful ones are read.
  const least = Math.min(...candidates.map(({ doubts }) => doubts.length))
  const read: TableGuess[] = []
  for (const { guess, doubts } of candidates) {
    const copied = read.find((other) => isSameTerms(guess, other))
    const [doubt] = doubts
    if (doubts.length > least && doubt !== undefined) leftOut.push({ ...guess, because: doubt })
    else if (copied !== undefined)
      leftOut.push({
        ...guess,
        because: `the terms of table ${copied.number}; one of them can be read`,
      })
    else read.push(guess)
  }
  return { part, read, leftOut: leftOut.toSorted((a, b) => a.number - b.number) }
}

/** The guesses about one table, or why it has none. */
function guessTable(table: SurveyTable, number: number, currency: string): TableGuess | string {
  const texts = table.rows.flat().map(({ text }) => text)
  const mark = markOf(texts)
  const layout = layoutOf(table, mark)
  if (layout === undefined) return 'no row has a tenure and a rate'
  const columns = guessColumns(layout, { decimal: mark, currency })
  const rates = columns.filter(isRate)
  if (rates.length === 0)
    return columns.some(({ key }) => hintIn(key, 'aer') !== undefined)
      ? 'prints a yield and no rate'
      : 'no column is a rate'
  const names = table.headings.slice(0, 4).map(({ text }) => text)
  const variant = names.map(variantIn).find((one) => one !== undefined)
  const payouts = names.flatMap(payoutsIn)
  const [payout] = payouts
  const rows = guessRows(layout, columns, mark)
  if (rows.tenures.length === 0) return 'no row has a tenure and a rate'
  return {
    table,
    number,
    mark,
    layout,
    columns: withoutExtraRates(columns, layout),
    rows,
    isFraction: isFraction(rates, mark),
    ...(payouts.length === 1 && payout !== undefined && payout !== 'other' && { payout }),
    ...(variant !== undefined && { variant }),
  }
}

function isRate(guess: ColumnGuess): boolean {
  return meaningOf(guess)?.is === 'rate'
}

/** Of rates whose headings state the same terms, the first one is read. */
function withoutExtraRates(
  columns: readonly ColumnGuess[],
  { isTransposed }: Layout,
): readonly ColumnGuess[] {
  const seen = new Map<string, string>()
  return columns.map((guess) => {
    const { is, payout, variant } = meaningOf(guess) ?? {}
    if (is !== 'rate' && is !== 'aer') return guess
    const terms = JSON.stringify([is, payout, variant])
    const first = seen.get(terms)
    if (first === undefined) {
      seen.set(terms, guess.key)
      return guess
    }
    const because = `guess: ${isTransposed ? 'older, or another product' : 'the same terms'} than ${JSON.stringify(first)}`
    return { ...guess, role: { ignore: because }, remark: 'which of them is yours?' }
  })
}

/** Whether all figures are fractions: below 0.3, with more than two decimals and without a percent sign. */
function isFraction(rates: readonly ColumnGuess[], mark: DecimalMark): boolean {
  const texts = rates.flatMap(({ column }) => column.texts).filter((text) => /\d/.test(text))
  const figures = texts.flatMap((text) => figureIn(text, mark) ?? [])
  return (
    figures.length > 0 &&
    texts.every((text) => !text.includes('%')) &&
    figures.every((figure) => compareDecimals(figure, '0.3' as Decimal) < 0) &&
    figures.some(
      (figure) => /\.\d{3}/.test(figure) || compareDecimals(figure, '0.1' as Decimal) < 0,
    )
  )
}

/** Why a table may have no rates of fixed deposits. */
function doubtsAbout({ table, columns, layout }: TableGuess): readonly string[] {
  const near = [
    ...table.headings.slice(0, 3).map(({ text }) => text),
    ...columns.map(({ key }) => key),
  ]
  const hints = unwanted.flatMap(([hint, words]) => {
    const found = near.map((text) => hintIn(text, hint)).find((word) => word !== undefined)
    return found === undefined ? [] : [`${words} ("${found}")`]
  })
  const rates = layout.columns.length - 1
  const isCrossed = layout.isTransposed && rates > 8
  const isTiny = layout.labels > 0 && columns.length < 2
  return [
    ...hints,
    ...(isCrossed ? ['rates of many names or dates'] : []),
    ...(isTiny ? ['hardly a table'] : []),
  ]
}

/** Whether most tenures of a table are those of another with the same terms. */
function isSameTerms(one: TableGuess, other: TableGuess): boolean {
  if (one.variant !== other.variant || one.payout !== other.payout) return false
  const terms = ({ columns }: TableGuess) =>
    JSON.stringify(
      columns.filter(isRate).map((guess) => [meaningOf(guess)?.payout, meaningOf(guess)?.variant]),
    )
  if (terms(one) !== terms(other)) return false
  const known = new Set(other.rows.tenures.map(({ tenure }) => statedAs(tenure)))
  const shared = one.rows.tenures.filter(({ tenure }) => known.has(statedAs(tenure)))
  return shared.length > 0
}

/** A guess about a row label, with its reason. */
export type RowGuess = { readonly label: string; readonly role: RowRole; readonly remark: string }

/** The guesses about rows, and the tenures of the others. */
export type RowGuesses = {
  readonly rows: readonly RowGuess[]
  readonly tenures: readonly RowTenure[]
}

/** A row that is read: its place below the headings, and its tenure. */
export type RowTenure = { readonly row: number; readonly tenure: PrintedTenure }

/** A row with a tenure, before it is compared with the others. */
type ReadRow = RowTenure & {
  readonly label: string
  readonly isPlain: boolean
  readonly terms: string
}

/** The labels that are no plain tenure. Of several rows with the same terms, the one with the plainest label is read. */
function guessRows(layout: Layout, columns: readonly ColumnGuess[], mark: DecimalMark): RowGuesses {
  const { tenure, columns: laid } = layout
  const labels = laid[tenure.index]?.texts ?? []
  const rates = columns.filter(isRate)
  const guesses = new Map<string, RowGuess>()
  const read: ReadRow[] = []
  const add = (label: string, role: RowRole, remark: string) =>
    void guesses.set(label.toLowerCase(), { label, role, remark })
  for (const [row, label] of labels.entries()) {
    if (label === '') continue
    const hasRate = rates.some(
      ({ column }) =>
        hasFigure(column.texts[row] ?? '', mark) || /^\d/.test(column.texts[row] ?? ''),
    )
    const plain = tenureIn(label, tenure.unit)
    const found = plain ?? (label.length <= 100 ? namedTenure(label) : undefined)
    if (!hasRate && plain !== undefined) continue
    if (!hasRate) add(label, { ignore: 'guess: a title, without figures' }, 'confirm')
    else if (found === undefined)
      add(
        label,
        { ignore: 'guess: states no tenure' },
        'confirm; else write `{ tenure: 12 months, because: … }`',
      )
    else {
      const terms = termsOfRow(row, found, columns)
      read.push({ row, label, tenure: found, isPlain: plain !== undefined, terms })
    }
  }
  const kept = plainest(read)
  for (const one of read) {
    const { label, tenure, isPlain } = one
    const ours = kept.get(one.terms)
    if (ours !== undefined && ours.label.toLowerCase() !== label.toLowerCase())
      add(
        label,
        { ignore: `guess: the terms of ${JSON.stringify(ours.label)}; one of them can be read` },
        'which of them is yours?',
      )
    else if (!isPlain) {
      const variant = variantIn(label)
      const role = {
        tenure: statedAs(tenure),
        ...(variant && { variant }),
        because: 'guess: its name',
      }
      add(label, role, 'confirm')
    }
  }
  return { rows: [...guesses.values()], tenures: [...kept.values()] }
}

/** A key that differs between rows of one tenure: the words and amounts of the columns that state terms. */
function termsOfRow(row: number, tenure: PrintedTenure, columns: readonly ColumnGuess[]): string {
  const stated = columns.filter(
    (guess) => !['rate', 'aer', 'tenure'].includes(meaningOf(guess)?.is ?? 'rate'),
  )
  return JSON.stringify([statedAs(tenure), ...stated.map(({ column }) => column.texts[row])])
}

/** For each terms the row to read: a plain label before others, then the shortest. */
function plainest(rows: readonly ReadRow[]): ReadonlyMap<string, ReadRow> {
  const kept = new Map<string, ReadRow>()
  for (const row of rows) {
    const other = kept.get(row.terms)
    const isPlainer =
      other === undefined ||
      (row.isPlain && !other.isPlain) ||
      (row.isPlain === other.isPlain && row.label.length < other.label.length)
    if (isPlainer) kept.set(row.terms, row)
  }
  return kept
}
