import { parseWhole } from '../../domain/decimal.ts'
import type { OfferCells } from '../../domain/origin.ts'
import type { TableCell } from '../../read/table.ts'

/** The part that a cell has in the figures of a sheet. `lit`: it holds the chosen figure; `beside`: its tenure, heading or AER. */
export type CellPart = 'lit' | 'beside' | 'read'

/** Finds the part of each cell of a page. */
export type PartOf = (cell: TableCell) => CellPart | undefined

/** The parts of the cells of one page of a sheet; `chosen` is the figure that is looked at. */
export function partsOf(
  all: readonly OfferCells[],
  chosen: OfferCells | undefined,
  page: number,
): PartOf {
  const read = all.filter(({ capture = 0 }) => capture === page)
  const own = chosen !== undefined && (chosen.capture ?? 0) === page ? chosen : undefined
  const lit = own === undefined ? [] : [own.rate.address]
  const beside = own === undefined ? [] : addressesOf(own)
  const rates = new Set(read.map(({ rate }) => rate.address))
  return (cell) => {
    if (lit.some((address) => isIn(address, cell))) return 'lit'
    if (beside.some((address) => isIn(address, cell))) return 'beside'
    const places = [cell.address, ...(cell.lines ?? []).map(({ address }) => address)]
    return places.some((address) => rates.has(address)) ? 'read' : undefined
  }
}

function addressesOf({
  tenure,
  column,
  annualEffectiveRate,
  minimumDeposit,
}: OfferCells): readonly string[] {
  return [tenure, column, annualEffectiveRate ?? [], minimumDeposit ?? []]
    .flat()
    .map(({ address }) => address)
}

/** Whether an address names a cell, one of its lines, or a part of its text. */
function isIn(address: string, cell: TableCell): boolean {
  if (address === cell.address) return true
  if (cell.lines?.some((line) => line.address === address) === true) return true
  const [inner, outer] = [rangeOf(address), rangeOf(cell.address)]
  return (
    inner !== undefined && outer !== undefined && outer.from <= inner.from && inner.to <= outer.to
  )
}

function rangeOf(address: string): { readonly from: number; readonly to: number } | undefined {
  const [, first = '', last = ''] = /^#char=(\d{1,9}),(\d{1,9})$/.exec(address) ?? []
  const [from, to] = [parseWhole(first), parseWhole(last)]
  return from === undefined || to === undefined || from === to ? undefined : { from, to }
}
