import type { InstitutionType } from '../domain/institution.ts'
import { width } from './cells.ts'
import { directionBits, type Parts } from './ledger.ts'
import type { Market } from './market.ts'
import { visibleRows, type Records } from './records.ts'
import { growingRows, noRows, push, type GrowingRows, type Rows } from './rows.ts'

const { up, down } = directionBits

/** Which raises and cuts are asked for. */
export type MovesFilter = {
  readonly institutionId?: string | undefined
  readonly type?: InstitutionType | undefined
  readonly direction?: 'up' | 'down' | undefined
}

/** The raises and cuts of an institution, of a type as it is registered now, or of all; both directions or one; rising. */
export function moveRows({ records, types }: Market, filter: MovesFilter): Rows {
  const { ledger } = records
  const { institutionId, type, direction } = filter
  const directions = direction === undefined ? up | down : directionBits[direction]
  if (institutionId !== undefined) {
    const own = ledger.institutions.get(institutionId)
    if (own === undefined || (type !== undefined && types.get(institutionId) !== type))
      return noRows
    const key = `moves ${institutionId} ${direction}`
    return part(records, ledger.parts, key, own.history, () => ({ directions }))
  }
  if (type !== undefined) {
    if (ledger.typed.types !== types) ledger.typed = { types, parts: new Map() }
    return part(records, ledger.typed.parts, `${type} ${direction}`, ledger.moves, () => {
      const isOfType = (id: string): boolean => types.get(id) === type
      const series = Uint8Array.from(ledger.allSeries, (one) =>
        isOfType(one.institutionId) ? 1 : 0,
      )
      return { directions, series }
    })
  }
  if (direction === undefined) return visibleRows(records, { ...ledger.moves, cells: ledger.cells })
  return part(records, ledger.parts, `moves ${direction}`, ledger.moves, () => ({ directions }))
}

/** What is asked of rows: the bits of their directions, and 1 at the numbers of their series, where not all will do. */
type Asked = { readonly directions: number; readonly series?: Uint8Array }

/**
 * The rows of a list of which something is asked: made the first time that they are asked for, then only looked on for what is
 * new, whichever version asks. Each raise or cut is in at most five such lists (its direction; its type and its institution, with
 * and without direction): 20 bytes, twice that if all have just grown.
 */
function part(
  records: Records,
  parts: Parts,
  key: string,
  from: GrowingRows,
  askedNow: () => Asked,
): Rows {
  let known = parts.get(key)
  if (known === undefined) parts.set(key, (known = { rows: growingRows(), looked: 0 }))
  if (known.looked < from.length) {
    const { cells, directions } = records.ledger
    const { series, directions: asked } = askedNow()
    const { items, length } = from
    for (let index = known.looked; index < length; index++) {
      const row = items[index] as number
      const cell = row * width
      if (series !== undefined && series[cells[cell] as number] !== 1) continue
      if (((directions[cells[cell + 1] as number] as number) & asked) === 0) continue
      push(known.rows, row)
    }
    known.looked = length
  }
  return visibleRows(records, { ...known.rows, cells: records.ledger.cells })
}
