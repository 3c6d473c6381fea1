import { compareDecimals, compareProducts, type Decimal } from '../../../domain/decimal.ts'
import { variants, type Variant } from '../../../domain/offer.ts'
import type { Role } from '../../read/source/table-schema.ts'
import type { SurveyTable } from '../../read/survey-page.ts'
import { nameColumns, transposed } from '../../read/tables/grid.ts'
import { parseAmount } from '../../read/words/amount.ts'
import type { DecimalMark } from '../../read/words/figure.ts'
import type { TenureUnit } from '../../read/words/tenure.ts'
import {
  figureIn,
  hasFigure,
  hintIn,
  namedTenure,
  patternOf,
  payoutsIn,
  tenureIn,
  unitIn,
} from './words.ts'

/** A guess about a column, with its reason. */
export type ColumnGuess = {
  /** The key in `columns`. */
  readonly key: string
  readonly role: Role
  readonly remark: string
  readonly column: LaidColumn
}

/** What the cells of a column are, with the terms that its heading states; `undefined` if they are left out. */
export function meaningOf({ role }: ColumnGuess) {
  return typeof role === 'object' && 'is' in role ? role : undefined
}

/** The decimal mark of numbers, and the currency whose signs amounts have. */
export type NumberMarks = { readonly decimal: DecimalMark; readonly currency: string }

/** The guesses of all columns, in the order of the table. */
export function guessColumns(
  layout: Layout,
  { decimal: mark, currency }: NumberMarks,
): readonly ColumnGuess[] {
  const { columns, tenure } = layout
  const rates = columns.filter(
    (column, index) => index !== tenure.index && isRateColumn(column, mark),
  )
  const yields = rates.filter((column) => isYield(column, rates, mark))
  const periods = columns[tenure.index]?.texts ?? []
  // Rows with one tenure differ in something else, most often in the amount.
  const isTiered = periods.includes('') || new Set(periods).size < periods.length
  let hasMinimum = false
  const guesses = columns.map((column, index): ColumnGuess => {
    const guess = (role: Role, remark: string): ColumnGuess => ({
      key: patternOf(column.name),
      role,
      remark,
      column,
    })
    if (index === tenure.index) return guess(tenureRole(layout), tenureRemark(layout))
    if (rates.includes(column)) {
      const old = hintIn(column.name, 'old')
      if (old !== undefined) return guess({ ignore: `guess: "${old}", not the present rates` }, '')
      if (payoutsIn(column.name).includes('other'))
        return guess({ ignore: 'guess: no such payout in a book' }, 'confirm')
      const terms = termsOf(column.name)
      if (yields.includes(column))
        return guess(
          { is: 'aer', ...terms },
          'guess: slightly above the rate, and the heading says so',
        )
      // A yield is never turned into a rate.
      const named = hintIn(column.name, 'aer')
      return named === undefined
        ? guess({ is: 'rate', ...terms }, `guess: ${countOf(column, mark)} are figures`)
        : guess({ ignore: `guess: a yield ("${named}") without a rate of its own` }, 'confirm')
    }
    const byCells = fromCells(column, periods)
    if (byCells !== undefined) return guess(...byCells)
    const isMinimum =
      isAmounts(column, { decimal: mark, currency }, isTiered) &&
      hintIn(column.name, 'maximum') === undefined
    if (isMinimum && !hasMinimum) {
      hasMinimum = true
      return guess({ is: 'min_deposit' }, 'guess: amounts; of a band the lower bound')
    }
    return guess({ ignore: ignoredBecause(column, isMinimum) }, 'confirm')
  })
  return merged(withOnePayout(guesses))
}

/** If one column has words for the payout, columns of durations between payments are ignored. */
function withOnePayout(guesses: readonly ColumnGuess[]): readonly ColumnGuess[] {
  const payouts = guesses.filter((guess) => meaningOf(guess)?.is === 'payout')
  const isDurations = ({ column }: ColumnGuess) =>
    column.texts.every((text) => text === '' || /^P\d/.test(text))
  const named = payouts.find((guess) => !isDurations(guess))
  if (named === undefined) return guesses
  const ignore = `guess: ${JSON.stringify(named.key)} states the payout`
  return guesses.map((guess) =>
    payouts.includes(guess) && isDurations(guess)
      ? { ...guess, role: { ignore }, remark: 'confirm' }
      : guess,
  )
}

function tenureRole({ tenure: { unit, index }, columns }: Layout): Role {
  const texts = columns[index]?.texts ?? []
  const isContinued = texts.some(
    (text, row) =>
      text === '' && row > 0 && columns.some((other) => /\d/.test(other.texts[row] ?? '')),
  )
  if (unit === undefined && !isContinued) return 'tenure'
  return { is: 'tenure', ...(unit && { unit }), ...(isContinued && { continues: true }) }
}

function tenureRemark({ tenure: { plain, unit }, labels }: Layout): string {
  const reading = unit === undefined ? '' : `, in ${unit} by the heading`
  return `guess: ${plain} of ${labels} cells are tenures${reading}`
}

function countOf({ texts }: LaidColumn, mark: DecimalMark): string {
  const filled = texts.filter((text) => text !== '')
  return `${filled.filter((text) => figureIn(text, mark) !== undefined).length} of ${filled.length} cells`
}

function isRateColumn({ name, texts }: LaidColumn, mark: DecimalMark): boolean {
  if (hintIn(name, 'minimum') !== undefined && hintIn(name, 'aer') === undefined) return false
  if (/minimum|maximum|change|difference/i.test(name)) return false
  const filled = texts.filter((text) => /\d/.test(text))
  const figures = filled.filter((text) => figureIn(text, mark) !== undefined)
  if (figures.length === 0 || figures.length * 10 < filled.length * 6) return false
  const isNamed = hintIn(name, 'rate') !== undefined || hintIn(name, 'aer') !== undefined
  return (
    figures.some((text) => hasFigure(text, mark)) ||
    (isNamed && !filled.some((text) => text.length > 4))
  )
}

/** Whether a column is an AER: its heading says so, and another column of rates is never above it. */
function isYield(column: LaidColumn, rates: readonly LaidColumn[], mark: DecimalMark): boolean {
  if (hintIn(column.name, 'aer') === undefined) return false
  return rates.some((other) => {
    if (other === column || hintIn(other.name, 'aer') !== undefined) return false
    const pairs = column.texts.flatMap((text, row) => {
      const [own, rate] = [figureIn(text, mark), figureIn(other.texts[row] ?? '', mark)]
      return own === undefined || rate === undefined ? [] : [[own, rate] as const]
    })
    const near = pairs.filter(
      ([own, rate]) =>
        compareDecimals(own, rate) >= 0 &&
        compareProducts([own, '2' as Decimal], [rate, '3' as Decimal]) <= 0,
    )
    return pairs.length > 0 && near.length * 10 >= pairs.length * 7
  })
}

/** The terms that a heading states. */
function termsOf(text: string) {
  const named = payoutsIn(text)
  const [payout] = named
  const variant = variantIn(text)
  return {
    ...(named.length === 1 && payout !== undefined && payout !== 'other' && { payout }),
    ...(variant !== undefined && { variant }),
  }
}

/** The variant that a text names. */
export function variantIn(text: string): Variant | undefined {
  if (hintIn(text, 'senior') !== undefined) return 'senior_citizen'
  return variants.find((variant) => {
    const hint =
      variant === 'women' || variant === 'digital' || variant === 'minor' ? variant : undefined
    return hint !== undefined && hintIn(text, hint) !== undefined
  })
}

/** The role of a column whose cells are words or durations. */
function fromCells(
  { name, texts }: LaidColumn,
  periods: readonly string[],
): readonly [Role, string] | undefined {
  const filled = texts.filter((text) => text !== '')
  const words = [...new Set(filled)]
  const [only] = words
  if (words.length > 1 && words.length <= 24 && words.every((word) => /^P\d+[DWMY]$/.test(word)))
    return frequencyRole(texts, periods, words)
  if (only === undefined || words.length > 24) return undefined
  const isFixed = words.some((word) => /^(?:FIXED|BONUS|VARIABLE)$/.test(word))
  if (isFixed && words.length > 1) {
    const values = Object.fromEntries(
      words.map((word): [string, string | { ignore: string }] =>
        word === 'FIXED'
          ? [word, 'general']
          : [word, { ignore: 'guess: not the fixed rate itself' }],
      ),
    )
    return [{ is: 'variant', values }, 'guess: only the fixed rates are read']
  }
  const payouts = words.map((word) => [word, payoutsIn(word)] as const)
  const named = payouts.filter(([, found]) => found.length === 1)
  const isOfPayouts = named.length * 2 > words.length && !/\d[.,]\d/.test(only)
  if (isOfPayouts && (words.length > 1 || hintIn(name, 'frequency') !== undefined)) {
    const values = payouts.map(([word, [payout, other]]): [string, string | { ignore: string }] => {
      if (payout === 'other') return [word, { ignore: 'guess: no such payout' }]
      return payout === undefined || other !== undefined
        ? [word, { ignore: 'guess: names no payout' }]
        : [word, payout]
    })
    return [{ is: 'payout', values: Object.fromEntries(values) }, 'guess: the cells name payouts']
  }
  return undefined
}

function isAmounts({ name, texts }: LaidColumn, marks: NumberMarks, isTiered: boolean): boolean {
  const filled = texts.filter((text) => text !== '')
  const isNamed = hintIn(name, 'minimum') !== undefined
  const areLarge = filled.some((text) => /\d{3}(?!\d)/.test(text))
  return (
    filled.length > 0 &&
    (isNamed || (isTiered && areLarge)) &&
    filled.every((text) => parseAmount(text, marks) !== undefined)
  )
}

function ignoredBecause({ name, texts }: LaidColumn, isMinimum: boolean): string {
  const words = [...new Set(texts.filter((text) => text !== ''))]
  const [only] = words
  if (isMinimum) return 'guess: another amount'
  if (hintIn(name, 'maximum') !== undefined) return 'guess: a maximum'
  if (only === undefined) return 'guess: empty'
  if (words.length === 1) return `guess: always ${JSON.stringify(only.slice(0, 40))}`
  return 'guess: no tenure, rate, amount or payout'
}

/** One line for each key: columns that differ only in a date have one key. */
function merged(guesses: readonly ColumnGuess[]): readonly ColumnGuess[] {
  const all = new Map<string, ColumnGuess>()
  for (const guess of guesses) if (!all.has(guess.key)) all.set(guess.key, guess)
  return [...all.values()]
}

type Row = SurveyTable['rows'][number]

/** A column of a table: its name in a source, and the texts below its headings. */
export type LaidColumn = { readonly name: string; readonly texts: readonly string[] }

/** The most likely reading of a table: its heading rows, and its column of tenures. */
export type Layout = {
  readonly isTransposed: boolean
  readonly headerRows: number
  readonly columns: readonly LaidColumn[]
  readonly tenure: { readonly index: number; readonly unit?: TenureUnit; readonly plain: number }
  /** How many rows have a label. */
  readonly labels: number
}

/** The layout in which most rows have a tenure and a figure; `undefined` if no row has both. */
export function layoutOf({ rows }: SurveyTable, mark: DecimalMark): Layout | undefined {
  const width = rows[0]?.length ?? 0
  const isGrid = rows.every((row) => row.length === width)
  const across = isGrid ? transposed(rows) : []
  const found = [layOut(rows, false, mark), layOut(across, true, mark)].flatMap((one) => one ?? [])
  return found.toSorted((a, b) => b.score - a.score)[0]?.layout
}

function layOut(rows: readonly Row[], isTransposed: boolean, mark: DecimalMark) {
  const headerRows = headerRowsOf(rows, mark)
  const width = Math.max(0, ...rows.map((row) => row.length))
  const body = rows.slice(headerRows)
  const columns = nameColumns(rows.slice(0, headerRows), width).map(({ name, index }) => ({
    name,
    texts: body.map((row) => row[index]?.text ?? ''),
  }))
  const tenure = tenureColumn(columns)
  if (tenure === undefined) return undefined
  const labels = columns[tenure.index]?.texts ?? []
  const isRead = (label: string): boolean =>
    tenureIn(label, tenure.unit) !== undefined || namedTenure(label) !== undefined
  const score = labels.filter(
    (label, row) =>
      isRead(label) &&
      columns.some(
        ({ texts }, index) => index !== tenure.index && hasFigure(texts[row] ?? '', mark),
      ),
  ).length
  if (score === 0) return undefined
  const filled = labels.filter((label) => label !== '').length
  return { score, layout: { isTransposed, headerRows, columns, tenure, labels: filled } }
}

/** The rows above the first one with a figure. Blank rows and titles of sections just above it are not headings. */
function headerRowsOf(rows: readonly Row[], mark: DecimalMark): number {
  const first = rows.findIndex(
    (row) =>
      row.some(({ text }) => hasFigure(text, mark)) ||
      (row.some(({ text }) => tenureIn(text) !== undefined) &&
        row.some(({ text }) => /^\d{1,2}$/.test(text))),
  )
  let count = Math.min(5, Math.max(0, first))
  const filled = (row: Row | undefined): number =>
    (row ?? []).filter(({ text }) => text !== '').length
  while (count > 1 && filled(rows[count - 1]) <= 1) count--
  return count
}

/** The column with most tenures. Bare numbers are tenures if the heading names their unit. */
function tenureColumn(columns: readonly LaidColumn[]): Layout['tenure'] | undefined {
  const found = columns.flatMap(({ name, texts }, index) => {
    if (hintIn(name, 'frequency') !== undefined) return []
    const unit = texts.some((text) => /^\d+$/.test(text)) ? unitIn(name) : undefined
    const filled = texts.filter((text) => text !== '')
    const plain = filled.filter((text) => tenureIn(text, unit) !== undefined).length
    const named = filled.filter(
      (text) => text.length <= 100 && namedTenure(text) !== undefined,
    ).length
    const count = Math.max(plain, named)
    if (count === 0 || count * 3 < filled.length) return []
    const score = count + (hintIn(name, 'tenure') === undefined ? 0 : filled.length / 2)
    return [{ index, plain, score, ...(unit !== undefined && { unit }) }]
  })
  return found.toSorted((a, b) => b.score - a.score)[0]
}

const frequencies: Readonly<Record<string, string>> = {
  P1M: 'monthly',
  P3M: 'quarterly',
  P12M: 'annual',
  P1Y: 'annual',
}

/** The role of a column of ISO 8601 durations between payments. A duration as long as the term is one payment. */
function frequencyRole(
  texts: readonly string[],
  periods: readonly string[],
  words: readonly string[],
): readonly [Role, string] {
  const isTerm = (row: number): boolean =>
    tenureIn(texts[row] ?? '')?.months === tenureIn(periods[row] ?? '')?.months
  if (texts.every((text, row) => text === '' || isTerm(row)))
    return [{ ignore: 'guess: as long as the term, so interest is paid once' }, 'confirm']
  const values = words.map((word): [string, string | { ignore: string }] => {
    const known = frequencies[word]
    if (known !== undefined) return [word, known]
    const isOnce = texts.every((text, row) => text !== word || isTerm(row))
    return [word, isOnce ? 'maturity' : { ignore: 'guess: no such payout' }]
  })
  return [
    { is: 'payout', values: Object.fromEntries(values) },
    'guess: how often interest is paid; as long as the term: at maturity',
  ]
}
