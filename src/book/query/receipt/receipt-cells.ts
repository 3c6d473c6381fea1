import type { OfferCells } from '../../../domain/origin.ts'
import { sameDecimal } from '../../../domain/decimal.ts'
import type { Entry, Publishing } from '../../../domain/entry.ts'
import { tierKeyOf } from '../../../domain/offer.ts'
import { tiersRead } from '../../market/runs.ts'
import type { EvidenceId } from '../ids.ts'

/** The positions of the entries that have the cells of a sheet. A market leaves them out, so they are read from the book. */
export function positionsOfCells({ position, origin }: Publishing): readonly number[] {
  return origin?.repeats === undefined ? [position] : [position, origin.repeats]
}

/** The cells that a figure was read from, found in whole entries of the book by position; `undefined` for a typed sheet. */
export function cellsOf(
  { sheet, origin }: Publishing,
  { position, row }: EvidenceId,
  entries: ReadonlyMap<number, Entry>,
): OfferCells | undefined {
  const offer = sheet.offers[row - 1]
  if (origin === undefined || offer === undefined) return undefined
  if (origin.repeats === undefined) {
    const own = entries.get(position)
    return own?.kind === 'sheet-published' ? own.origin?.cells?.[row - 1] : undefined
  }
  const repeated = entries.get(origin.repeats)
  if (repeated === undefined || !('origin' in repeated)) return undefined
  const key = tierKeyOf(offer)
  const index = tiersRead(repeated).findIndex((tier) => tierKeyOf(tier) === key)
  const figure = 'sheet' in repeated ? repeated.sheet.offers[index] : undefined
  // An entry with another figure of the tier is no evidence of this one.
  const isSame = figure === undefined || sameDecimal(figure.rate, offer.rate)
  return isSame ? repeated.origin?.cells?.[index] : undefined
}
