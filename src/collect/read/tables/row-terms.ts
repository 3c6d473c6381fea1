import { sameDecimal, type Decimal } from '../../../domain/decimal.ts'
import { payouts, variants, type Payout, type Variant } from '../../../domain/offer.ts'
import type { ReadCell } from '../../../domain/origin.ts'
import { quoted } from '../../../domain/text.ts'
import { refuse, refuseDoubtful } from '../refusal.ts'
import type { SourceDefinition } from '../source-schema.ts'
import type { SourceTable } from '../source/table-schema.ts'
import type { Row, TableCell } from '../table.ts'
import { parseAmount, parseAmounts } from '../words/amount.ts'
import { otherMark, type DecimalMark } from '../words/figure.ts'
import { compilePattern, matchingLine, patternLines } from '../words/pattern.ts'
import { parsePayout } from '../words/payout.ts'
import type { ReadColumn } from './columns.ts'
import type { NamedColumn } from './grid.ts'
import { decimalMarkOf } from './read-figure.ts'
import { isIgnored, type IgnoringLine } from './reading-notes.ts'

/** The terms that the cells of a row state, besides tenure and rates. */
export type RowFacts = {
  /** One item for each cell that states something, in the order of the columns. */
  readonly stated: readonly Stated[]
  readonly minimumCell?: ReadCell
}

/** Reads the words of a row, or says which line of the source leaves such rows out. What `relabel` states is not read. */
export function readRowFacts(
  columns: readonly ReadColumn[],
  row: Row,
  relabel: RelabelLine | undefined,
  source: SourceDefinition,
): RowFacts | { readonly ignored: IgnoringLine } {
  const stated: Stated[] = []
  let minimumCell: ReadCell | undefined
  for (const column of columns) {
    const cell = row[column.index]
    const { is } = column.role
    if (cell === undefined || cell.isMissing === true) continue
    if (!isWord(is) || is in (relabel ?? {})) continue
    if (is === 'min_deposit' && source.empty.includes(cell.text)) continue
    const meaning = meaningOf(column, cell, source.currency)
    if (meaning === 'unstated') continue
    if ('ignored' in meaning) {
      if (relabel !== undefined)
        refuse(
          `The word ${quoted(cell.text)} leaves out a row that \`relabel\` names, and the line says no ${is} for it.`,
          cell.address,
        )
      return meaning
    }
    if (is === 'min_deposit') {
      const { amount, read } = readAmount(column, cell, meaning.text, source)
      stated.push({ minimumDeposit: amount })
      minimumCell = read
    } else stated.push(statedByWord(is, meaning.text, column, cell, source))
  }
  return { stated, ...(minimumCell !== undefined && { minimumCell }) }
}

function statedByWord(
  is: Exclude<(typeof words)[number], 'min_deposit'>,
  word: string,
  column: ReadColumn,
  cell: TableCell,
  { currency }: SourceDefinition,
): Stated {
  switch (is) {
    case 'payout':
      return { payouts: [payoutOf(word, column, cell)] }
    case 'variant':
      return { variant: oneOf(variants, word, 'variant') }
    case 'product':
      return { product: word }
    case 'currency':
      if (word === currency) return {}
      return refuse(`The currency of a row is ${quoted(word)}, not ${currency}.`, cell.address)
    default:
      throw is satisfies never
  }
}

function oneOf<T extends string>(allowed: readonly T[], word: string, what: string): T {
  const found = allowed.find((one) => one === word)
  return (
    found ?? refuse(`${quoted(word)} in the source is not a ${what}; use ${allowed.join(', ')}.`)
  )
}

/** The payout that a word means: one that `values` gives, or without `values` one that a language has for it. */
function payoutOf(word: string, { role, name }: ReadColumn, cell: TableCell): Payout {
  if (role.values !== undefined) return oneOf(payouts, word, 'payout')
  const payout = parsePayout(word)
  if (payout === undefined)
    refuse(
      `The column ${quoted(name)} has the word ${quoted(word)}; say in \`values\` what it means.`,
      cell.address,
    )
  if (payout === 'other')
    refuse(
      `The column ${quoted(name)} has the payout ${quoted(word)}. Ratebook has the payouts ${payouts.join(', ')}: leave such rows out in \`values\`, with a reason.`,
      cell.address,
    )
  return payout
}

/** The amount of a cell, or the one that `values` gives to its text. A number that the text prints means itself. */
function readAmount(
  column: ReadColumn,
  cell: TableCell,
  word: string,
  { currency, language }: SourceDefinition,
): { readonly amount: Decimal; readonly read: ReadCell } {
  const { address, text, isNumber } = cell
  const decimal = decimalMarkOf(column, cell)
  const amountsBy = (mark: DecimalMark) =>
    parseAmounts(text, { decimal: mark, currency, language, isNumber })
  const [printed, another] = amountsBy(decimal)
  if (word === text) {
    if (another !== undefined)
      refuse(
        `The cell ${quoted(text)} may mean ${printed} or ${another} of ${currency}; give the \`language\` of the pages, or say in \`values\` what it means.`,
        address,
      )
    if (printed !== undefined)
      return { amount: printed, read: { address, text, ...(decimal === ',' && { decimal }) } }
    const other = otherMark(decimal)
    const hasOther = isNumber !== true && amountsBy(other).length === 1
    const advice = hasOther
      ? `If all amounts of the column ${quoted(column.name)} have the decimal mark of another language, write \`decimal: "${other}"\` for it; else say in \`values\` what it means.`
      : 'Say in `values` what it means.'
    refuse(`The cell ${quoted(text)} is not an amount of ${currency}. ${advice}`, address)
  }
  const means =
    parseAmount(word, { decimal: '.', currency }) ??
    refuse(`${quoted(word)} in the source is not an amount.`)
  if (printed !== undefined && another === undefined && !sameDecimal(printed, means))
    refuse(
      `The cell ${quoted(text)} is the amount ${printed}, and the source says ${means}.`,
      address,
    )
  return { amount: means, read: { address, text, means } }
}

const words = ['payout', 'variant', 'min_deposit', 'product', 'currency'] as const

function isWord(is: ReadColumn['role']['is']): is is (typeof words)[number] {
  return words.some((word) => word === is)
}

/** The meaning of a cell by the `values` of its column. Without `values`, most words mean themselves; amounts that it does not name, too. */
export function meaningOf(
  { name, role }: ReadColumn,
  cell: TableCell,
  currency?: string,
): { readonly text: string } | { readonly ignored: IgnoringLine } | 'unstated' {
  const { is, values } = role
  const { address, text } = cell
  const line = matchingLine(text, patternLines(values))
  const value = line?.role
  if (isIgnored(value)) {
    const source = JSON.stringify(line?.pattern.source)
    return {
      ignored: { line: `values ${source} of ${JSON.stringify(name)}`, reason: value.ignore },
    }
  }
  refuseDoubtful(cell)
  if (typeof value === 'string') return { text: value }
  if (value !== undefined) return 'unstated'
  const meansItself = is === 'product' || is === 'payout' || text === currency
  if (is === 'min_deposit' || (meansItself && values === undefined)) return { text }
  return refuse(
    `The column ${quoted(name)} has the word ${quoted(text)}, which the source does not name.`,
    address,
  )
}

/** A line that says what a wrongly labelled row is. */
export type RelabelLine = NonNullable<SourceTable['relabel']>[number]

/** The terms that a table, a column, a row or a label states for its offers. An absent member is not stated. */
export type Stated = {
  readonly payouts?: readonly Payout[] | undefined
  readonly variant?: Variant | undefined
  readonly minimumDeposit?: Decimal | undefined
  readonly product?: string | undefined
}

/** The terms that a line of the source states. */
export function statedBy({
  payout,
  variant,
  min_deposit,
  product,
}: Pick<SourceTable, 'variant' | 'min_deposit' | 'product'> & {
  readonly payout?: Payout | readonly Payout[]
}): Stated {
  const payouts = payout === undefined ? undefined : [payout].flat()
  return { payouts, variant, minimumDeposit: min_deposit as Decimal | undefined, product }
}

/** The terms of a rate, and which of them two places of the page state differently. */
export type AgreedTerms = {
  readonly payouts: readonly Payout[]
  readonly variant: Variant
  readonly minimumDeposit?: Decimal
  readonly product?: string
  readonly conflicts: readonly string[]
}

/**
 * The terms that several places state about one rate. The specific places (column, cells of the row, row label) must agree; what
 * the table states counts where none of them says anything. Relabelling goes before all.
 */
export function agreedTerms(
  specific: readonly Stated[],
  table: Stated,
  relabelled: Stated,
): AgreedTerms {
  const conflicts: string[] = []
  const agreed = <T>(
    what: string,
    of: (stated: Stated) => T | undefined,
    isSame: (a: T, b: T) => boolean,
  ): T | undefined => {
    const corrected = of(relabelled)
    if (corrected !== undefined) return corrected
    const all = specific.map(of).filter((value) => value !== undefined)
    const [first] = all
    if (first === undefined) return of(table)
    if (all.some((other) => !isSame(first, other))) conflicts.push(what)
    return first
  }
  const isSame = (a: string, b: string) => a === b
  const minimumDeposit = agreed('minimum deposit', (stated) => stated.minimumDeposit, sameDecimal)
  const product = agreed('product', (stated) => stated.product, isSame)
  return {
    payouts:
      agreed(
        'payout',
        (stated) => stated.payouts,
        (a, b) => a.join() === b.join(),
      ) ?? [],
    variant: agreed('variant', (stated) => stated.variant, isSame) ?? 'general',
    ...(minimumDeposit !== undefined && { minimumDeposit }),
    ...(product !== undefined && { product }),
    conflicts,
  }
}

/** The line of the source that relabels a row; `undefined` for other rows. */
export function relabellingLine(
  named: readonly NamedColumn[],
  row: Row,
  { relabel = [] }: SourceTable,
): RelabelLine | undefined {
  const isRow = ([key, texts]: [string, string | string[]]): boolean => {
    const heading = compilePattern(key)
    const columns = named.filter(({ name }) => heading.match(name).length > 0)
    const patterns = [texts].flat().map(compilePattern)
    return columns.some(({ index }) =>
      patterns.some((pattern) => pattern.match(row[index]?.text ?? '').length > 0),
    )
  }
  return relabel.find(({ where }) => Object.entries(where).every(isRow))
}
