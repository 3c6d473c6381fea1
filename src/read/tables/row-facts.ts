import type { ReadCell } from '../../domain/origin.ts'
import { payouts, variants } from '../../domain/offer.ts'
import { parseAmount } from '../words/amount.ts'
import { refuse, shown, refuseDoubtful } from '../refusal.ts'
import type { TableCell } from '../table.ts'
import { patternLines, matchingLine } from '../words/pattern.ts'
import type { ReadColumn } from './columns.ts'
import type { Stated } from './terms.ts'

/** The terms that the cells of a row state, besides tenure and rates. */
export type RowFacts = {
  /** One item for each cell that states something, in the order of the columns. */
  readonly stated: readonly Stated[]
  readonly minimumCell?: ReadCell
}

/** Reads the words of a row. Returns `undefined` if the source leaves such rows out. */
export function readRowFacts(
  columns: readonly ReadColumn[],
  row: readonly TableCell[],
  { empty, currency }: { readonly empty: readonly string[]; readonly currency: string },
): RowFacts | undefined {
  const stated: Stated[] = []
  let minimumCell: ReadCell | undefined
  for (const column of columns) {
    const cell = row[column.index]
    const { is } = column.role
    if (cell === undefined || !isWord(is)) continue
    if (cell.isMissing === true) continue
    if (is === 'min_deposit' && empty.includes(cell.text)) continue
    const meaning = meaningOf(column, cell, currency)
    if (meaning === 'ignored') return undefined
    if (meaning === 'unstated') continue
    const word = meaning.text
    if (is === 'payout') stated.push({ payouts: [oneOf(payouts, word, 'payout')] })
    if (is === 'variant') stated.push({ variant: oneOf(variants, word, 'variant') })
    if (is === 'product') stated.push({ product: word })
    if (is === 'min_deposit') {
      const amount = parseAmount(word, { decimal: '.', currency: currency })
      if (amount === undefined)
        refuse(`The cell ${shown(cell.text)} is not an amount.`, cell.address)
      stated.push({ minimumDeposit: amount })
      const isMapped = column.role.values !== undefined
      minimumCell = { address: cell.address, text: cell.text, ...(isMapped && { means: amount }) }
    }
    if (is === 'currency' && word !== currency)
      refuse(`The currency of a row is ${shown(word)}, not ${currency}.`, cell.address)
  }
  return { stated, ...(minimumCell !== undefined && { minimumCell }) }
}

function oneOf<T extends string>(allowed: readonly T[], word: string, what: string): T {
  const found = allowed.find((one) => one === word)
  return (
    found ?? refuse(`${shown(word)} in the source is not a ${what}; use ${allowed.join(', ')}.`)
  )
}

const words = ['payout', 'variant', 'min_deposit', 'product', 'currency'] as const

function isWord(is: ReadColumn['role']['is']): is is (typeof words)[number] {
  return words.some((word) => word === is)
}

/** The meaning of a cell by the `values` of its column. Without `values`, products, amounts and currencies mean themselves. */
export function meaningOf(
  { name, role }: ReadColumn,
  cell: TableCell,
  currency?: string,
): { readonly text: string } | 'ignored' | 'unstated' {
  const { is, values } = role
  const { address, text } = cell
  const value = matchingLine(text, patternLines(values))?.role
  if (typeof value === 'object' && 'ignore' in value) return 'ignored'
  refuseDoubtful(cell)
  if (typeof value === 'string') return { text: value }
  if (value !== undefined) return 'unstated'
  const meansItself = is === 'product' || is === 'min_deposit' || text === currency
  if (meansItself && values === undefined) return { text }
  return refuse(
    `The column ${shown(name)} has the word ${shown(text)}, which the source does not name.`,
    address,
  )
}
