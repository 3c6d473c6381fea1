import { canonicalDecimal } from '../domain/decimal.ts'
import type { InstitutionType } from '../domain/institution.ts'
import { hasTerms, keyOf, type TermsFilter } from '../domain/offer.ts'
import { width } from './cells.ts'
import { directionBits, entryIn, rowBefore, type Part, type Parts } from './ledger.ts'
import type { Market } from './market.ts'
import { isWithdrawal, visibleRows, type Records } from './records.ts'
import { growingRows, noRows, push, type Rows } from './rows.ts'

const { initial, up, down, flat } = directionBits
/** Withdrawals are none of it. */
const history = initial | up | down | flat

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
    return seriesPart(records, key, own.numbers.get(keyOf({ variant, tenure, payout })) ?? -1)
  }
  return part(records, ledger.parts, key, own.history, () => {
    const series = flags(ledger.allSeries.length, own.numbers.values(), passes)
    return { directions: history, series }
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
      const { allSeries } = ledger
      const isOfType = (number: number): boolean =>
        types.get(seriesAt(number).institutionId) === type
      return { directions, series: flags(allSeries.length, allSeries.keys(), isOfType) }
    })
  }
  if (direction === undefined) return visibleRows(records, ledger.moves)
  return part(records, ledger.parts, `moves ${direction}`, ledger.moves, () => ({ directions }))
}

/** What is asked of rows: the bits of their directions, and 1 at the numbers of their series, where not all will do. */
type Asked = { readonly directions: number; readonly series?: Uint8Array }

/**
 * The rows of a list of which something is asked: made the first time that they are asked for, then only looked on for what is
 * new, whichever version asks. Each row of the history is in at most seven such lists of its institution (of its variant,
 * tenure, payout, of two of them, of all three), each raise or cut in five more (its direction; its type and its institution,
 * with and without direction), and there are none of what never occurred: 48 bytes a row at most, twice that if all have just
 * grown.
 */
function part(
  records: Records,
  parts: Parts,
  key: string,
  from: Rows,
  askedNow: () => Asked,
): Rows {
  const known = knownPart(parts, key)
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
  return visibleRows(records, known.rows)
}

/** The rows of one series, withdrawals left out: read back from its last row, as far as nobody has looked. */
function seriesPart(records: Records, key: string, series: number): Rows {
  const { ledger } = records
  const known = knownPart(ledger.parts, key)
  const last = entryIn(ledger.lastRows, series)
  const found: number[] = []
  for (let row = last; row >= known.looked; row = rowBefore(ledger, row))
    if (!isWithdrawal(records, row)) found.push(row)
  for (const row of found.toReversed()) push(known.rows, row)
  known.looked = last + 1
  return visibleRows(records, known.rows)
}

/** A part that is known, or one of which nothing was looked at. */
function knownPart(parts: Parts, key: string): Part {
  let known = parts.get(key)
  if (known === undefined) parts.set(key, (known = { rows: growingRows(), looked: 0 }))
  return known
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
