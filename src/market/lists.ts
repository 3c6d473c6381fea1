import { canonicalDecimal } from '../domain/decimal.ts'
import type { InstitutionType } from '../domain/institution.ts'
import { hasTerms, keyOf, type TermsFilter } from '../domain/offer.ts'
import { moveIn, seriesIn } from './cells.ts'
import { directionIn, entryIn, rowsOf, type Parts } from './ledger.ts'
import type { Market } from './market.ts'
import { visibleRows, type Records } from './records.ts'
import { growingRows, noRows, push, type Rows } from './rows.ts'

/** The history of an institution for some terms or all, withdrawals left out, rising. */
export function historyRows(records: Records, institutionId: string, terms: TermsFilter): Rows {
  const { ledger, seriesAt } = records
  const own = ledger.institutions.get(institutionId)
  if (own === undefined) return noRows
  const { variant, tenure, payout } = terms
  if (variant === undefined && tenure === undefined && payout === undefined) {
    return visibleRows(records, own.history)
  }
  const passes = (number: number): boolean => hasTerms(seriesAt(number).terms, terms)
  const key = `history ${institutionId} ${variant} ${tenure && canonicalDecimal(tenure)} ${payout}`
  // Nothing is kept for terms that never occurred: anybody may ask for any tenure.
  if (!ledger.parts.has(key) && !own.numbers.values().some(passes)) return noRows
  if (variant !== undefined && tenure !== undefined && payout !== undefined) {
    const number = own.numbers.get(keyOf({ variant, tenure, payout })) ?? -1
    return part(records, ledger.parts, key, rowsOf(ledger, number), () => {
      return (row) => directionIn(ledger, row) !== 'withdrawn'
    })
  }
  return part(records, ledger.parts, key, own.history, () => {
    const isAsked = flags(ledger.allSeries.length, own.numbers.values(), passes)
    return (row) => isAsked[seriesIn(ledger, row)] === 1
  })
}

/** Which raises and cuts are asked for. */
export type MovesFilter = {
  readonly institutionId?: string | undefined
  readonly type?: InstitutionType | undefined
  readonly direction?: 'up' | 'down' | undefined
}

/** The raises and cuts of an institution, of a type as it is registered now, or of all; both directions or one; rising. */
export function moveRows({ records, types }: Market, filter: MovesFilter): Rows {
  const { ledger, seriesAt } = records
  const { institutionId, type, direction } = filter
  /** By the number of a move, whether it has the direction. */
  const askedMoves = (): Uint8Array =>
    flags(ledger.allMoves.length, ledger.allMoves.keys(), (number) => {
      const found = entryIn(ledger.allMoves, number).direction
      return direction === undefined ? found === 'up' || found === 'down' : found === direction
    })
  const isAsked = (): ((row: number) => boolean) => {
    const asked = askedMoves()
    return (row) => asked[moveIn(ledger, row)] === 1
  }
  if (institutionId !== undefined) {
    const own = ledger.institutions.get(institutionId)
    if (own === undefined || (type !== undefined && types.get(institutionId) !== type))
      return noRows
    const key = `moves ${institutionId} ${direction}`
    return part(records, ledger.parts, key, own.history, isAsked)
  }
  if (type !== undefined) {
    if (ledger.typed.types !== types) ledger.typed = { types, parts: new Map() }
    return part(records, ledger.typed.parts, `${type} ${direction}`, ledger.moves, () => {
      const { allSeries } = ledger
      const asked = askedMoves()
      const isOfType = flags(allSeries.length, allSeries.keys(), (number) => {
        return types.get(seriesAt(number).institutionId) === type
      })
      return (row) => isOfType[seriesIn(ledger, row)] === 1 && asked[moveIn(ledger, row)] === 1
    })
  }
  if (direction === undefined) return visibleRows(records, ledger.moves)
  return part(records, ledger.parts, `moves ${direction}`, ledger.moves, isAsked)
}

/**
 * The rows of a list that pass, which is asked of what is new: made the first time that they are asked for, then only looked on for what is new, whichever
 * version asks. Each row of the history is in at most seven such lists of its institution (of its variant, tenure, payout,
 * of two of them, of all three), each raise or cut in five more (its direction; its type and its institution, with and
 * without direction), and there are none of what never occurred: 48 bytes a row at most, twice that if all have just grown.
 */
function part(
  records: Records,
  parts: Parts,
  key: string,
  from: Rows,
  passesNow: () => (row: number) => boolean,
): Rows {
  let known = parts.get(key)
  if (known === undefined) parts.set(key, (known = { rows: growingRows(), looked: 0 }))
  if (known.looked < from.length) {
    const passes = passesNow()
    const { items, length } = from
    for (let index = known.looked; index < length; index++) {
      const row = items[index] as number
      if (passes(row)) push(known.rows, row)
    }
    known.looked = length
  }
  return visibleRows(records, known.rows)
}

/** For numbers below a bound, 1 where something is so: asked once for each, where there are many rows to a number. */
function flags(
  bound: number,
  numbers: Iterable<number>,
  isSo: (number: number) => boolean,
): Uint8Array {
  const made = new Uint8Array(bound)
  for (const number of numbers) if (isSo(number)) made[number] = 1
  return made
}
