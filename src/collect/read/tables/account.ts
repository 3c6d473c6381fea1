import type { Account, LeftOut } from '../reading.ts'
import { refuse } from '../refusal.ts'
import type { TableCell } from '../table.ts'
import { quoted } from '../../../domain/text.ts'

/** A line of the source that leaves something out. */
export type IgnoringLine = { readonly line: string; readonly reason: string }

type Group = { -readonly [member in keyof LeftOut]: LeftOut[member] }

type MutableCounts = { read: number; empty: number; ignored: number }

/** Counts what becomes of each row and figure, so that none is lost unseen. */
export type Ledger = {
  readonly rows: MutableCounts
  readonly figures: MutableCounts
  readonly groups: Map<string, Group>
}

export function newLedger(): Ledger {
  const none = { read: 0, empty: 0, ignored: 0 }
  return { rows: { ...none }, figures: { ...none }, groups: new Map() }
}

/** A column of figures: one that is read, or one that a line of the source leaves out. */
export type FigureColumn = { readonly index: number; readonly ignored?: IgnoringLine }

/** The indexes of the columns whose figures were used, or the line that leaves the row out. */
export type RowOutcome = { readonly used: ReadonlySet<number> } | { readonly ignored: IgnoringLine }

/** Enters a row and its figures. A figure that was not used, and that nothing leaves out, ends the read. */
export function enterRow(
  { rows, figures, groups }: Ledger,
  row: readonly TableCell[],
  outcome: RowOutcome,
  columns: readonly FigureColumn[],
  empty: readonly string[],
): void {
  const [first = { address: '', text: '' }] = row
  if ('ignored' in outcome) {
    rows.ignored++
    groupOf(groups, outcome.ignored, first).rows++
  } else if (outcome.used.size > 0) rows.read++
  else rows.empty++
  for (const { index, ignored } of columns) {
    const cell = row[index]
    if (cell === undefined || cell.isMissing === true) continue
    const line = 'ignored' in outcome ? outcome.ignored : ignored
    if ('used' in outcome && outcome.used.has(index)) figures.read++
    else if (empty.includes(cell.text)) figures.empty++
    else if (line !== undefined) {
      figures.ignored++
      groupOf(groups, line, cell).figures++
    } else refuse(`The figure ${quoted(cell.text)} belongs to no offer.`, cell.address)
  }
}

function groupOf(groups: Map<string, Group>, line: IgnoringLine, cell: TableCell): Group {
  const key = JSON.stringify([line.line, line.reason])
  const first = { address: cell.address, text: cell.text }
  const group = groups.get(key) ?? { ...line, rows: 0, figures: 0, first }
  groups.set(key, group)
  return group
}

/** The account of all rows and figures that were entered. */
export function accountOf(
  { rows, figures, groups }: Ledger,
  hiddenRows: number,
): {
  readonly account: Account
  readonly leftOut: readonly LeftOut[]
} {
  const counted = ({ read, empty, ignored }: MutableCounts) => ({
    total: read + empty + ignored,
    read,
    empty,
    ignored,
  })
  return {
    account: { rows: counted(rows), figures: counted(figures), hidden: { rows: hiddenRows } },
    leftOut: [...groups.values()],
  }
}
