import { compareDecimals, compareText, type Decimal } from '../../../src/domain/decimal.ts'
import { compareTerms, tierKeyOf } from '../../../src/domain/offer.ts'
import { basisPointsBetween } from '../../../src/domain/yield.ts'
import type { RateChangeRow } from '../../api/api.ts'
import type { CountedAndApart } from '../../api/background.ts'
import { termsOf, tierOf, toDecimal } from '../../rates/format.ts'
import { groupBy } from '../../rates/group-by.ts'
import { hasLongGap } from '../../rates/reading-gap.ts'
import type { ChangesQuery } from './changes-filter.ts'

/** The last change of a series in a period, with the rate and the minimum deposit before its first one. */
export type NetMove = RateChangeRow & {
  /** How many changes of the period it sums up. */
  readonly count: number
  /** How many of those followed a long gap. */
  readonly gaps: number
}

/** The move of a single change. */
export function singleMove(row: RateChangeRow): NetMove {
  return { ...row, count: 1, gaps: hasLongGap(row) ? 1 : 0 }
}

/** The net move of each series over some changes, which stand newest first. The one that changed last is the first. */
export function netMoves(rows: readonly RateChangeRow[]): readonly NetMove[] {
  const moves = new Map<string, NetMove>()
  for (const sameTime of groupBy(rows.toReversed(), (row) => row.changed_at).values()) {
    // A series goes on under its new minimum deposit, which may have been that of another series until then.
    const before = sameTime.map((row) => moves.get(seriesOf(row, row.prev_min_deposit)))
    for (const row of sameTime) moves.delete(seriesOf(row, row.prev_min_deposit))
    for (const [index, row] of sameTime.entries()) {
      const move = singleMove(row)
      const { prev_rate_pa, prev_min_deposit, count, gaps } = before[index] ?? {
        ...move,
        count: 0,
        gaps: 0,
      }
      moves.set(seriesOf(row, row.min_deposit), {
        ...move,
        prev_rate_pa,
        prev_min_deposit,
        count: count + 1,
        gaps: gaps + move.gaps,
      })
    }
  }
  return [...moves.values()].toReversed()
}

function seriesOf(row: RateChangeRow, minimum: string): string {
  return `${row.institution_id} ${tierKeyOf(tierOf({ ...row, min_deposit: minimum }))}`
}

type Rates = Pick<RateChangeRow, 'prev_rate_pa' | 'new_rate_pa'>

/** The size of a move in basis points, without a sign. */
export function sizeOf({ prev_rate_pa, new_rate_pa }: Rates): Decimal {
  return basisPointsBetween(toDecimal(prev_rate_pa), toDecimal(new_rate_pa))
}

/** Whether a rate rose or fell; a net move may do neither. */
export function directionOf({ prev_rate_pa, new_rate_pa }: Rates): 'up' | 'down' | 'flat' {
  const order = compareDecimals(toDecimal(new_rate_pa), toDecimal(prev_rate_pa))
  return order === 0 ? 'flat' : order > 0 ? 'up' : 'down'
}

/** The move with its sign: `+50`, `−25`, `0`. */
export function signedSize(move: Rates): string {
  return { up: '+', down: '\u2212', flat: '' }[directionOf(move)] + sizeOf(move)
}

/** The largest moves first; equal ones keep their order. */
export function bySize<Move extends Rates>(moves: readonly Move[]): readonly Move[] {
  return moves.toSorted((a, b) => compareDecimals(sizeOf(b), sizeOf(a)))
}

/** By the name of the institution, then in terms order. */
export function byInstitution<Move extends RateChangeRow>(moves: readonly Move[]): readonly Move[] {
  return moves.toSorted(
    (a, b) =>
      compareText(a.institution_name, b.institution_name) || compareTerms(termsOf(a), termsOf(b)),
  )
}

/** The largest first, and apart from them those that followed a long gap. */
export function rankedBySize(rows: readonly RateChangeRow[]): CountedAndApart<RateChangeRow> {
  return {
    counted: bySize(rows.filter((row) => !hasLongGap(row))),
    apart: bySize(rows.filter(hasLongGap)),
  }
}

/** Changes, which stand newest first, in the order of the view. */
export function inOrder(
  rows: readonly RateChangeRow[],
  order: ChangesQuery['order'],
): readonly RateChangeRow[] {
  if (order === 'day') return rows
  if (order === 'institution') return byInstitution(rows)
  const { counted, apart } = rankedBySize(rows)
  return [...counted, ...apart]
}

/** The largest fall first, the largest raise last. */
export function risingMoves<Move extends Rates>(moves: readonly Move[]): readonly Move[] {
  const isFall = (move: Move): boolean => directionOf(move) === 'down'
  return [
    ...bySize(moves.filter(isFall)),
    ...bySize(moves.filter((move) => !isFall(move))).toReversed(),
  ]
}
