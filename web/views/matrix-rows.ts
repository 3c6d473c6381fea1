import {
  canonicalDecimal,
  compareDecimals,
  type CanonicalDecimal,
} from '../../src/domain/decimal.ts'
import type { EvidenceRow } from '../api.ts'
import type { Background } from '../background.ts'
import { tenureOf, toDecimal } from '../format.ts'

/** The offers of one institution for one variant and payout, by tenure. */
export type MatrixRow = {
  readonly institution_id: string
  readonly name: string
  readonly cells: ReadonlyMap<CanonicalDecimal, MatrixCell>
}

/** The headline offer of a tenure. */
export type MatrixCell = {
  readonly offer: EvidenceRow
  /** The tier with the highest rate, where a larger deposit brings more. */
  readonly better: EvidenceRow | undefined
}

/** A row for each institution. The API lists the tiers of some terms by rising minimum deposit. */
export function matrixRows(
  offers: readonly EvidenceRow[],
  institutions: Background['institutions'],
): readonly MatrixRow[] {
  return [...Map.groupBy(offers, (offer) => offer.institution_id)].map(([institution_id, own]) => ({
    institution_id,
    name: institutions.get(institution_id)?.name ?? institution_id,
    cells: new Map(
      [...Map.groupBy(own, tenureOf)].flatMap(([tenure, tiers]) => {
        const [offer, ...others] = tiers
        if (offer === undefined) return []
        const best = others.toSorted(byRate).at(0)
        const better = best !== undefined && byRate(best, offer) < 0 ? best : undefined
        return [[tenure, { offer, better }] as const]
      }),
    ),
  }))
}

/** The highest rate first. */
function byRate(a: EvidenceRow, b: EvidenceRow): number {
  return compareDecimals(toDecimal(b.rate_pa), toDecimal(a.rate_pa))
}

/** The number of tenures that a table shows at first. */
export const mostColumns = 9

/** All tenures, rising, and those that most institutions offer. */
export function tenuresOf(rows: readonly MatrixRow[]): {
  readonly all: readonly CanonicalDecimal[]
  readonly common: readonly CanonicalDecimal[]
} {
  const counts = new Map<CanonicalDecimal, number>()
  for (const { cells } of rows)
    for (const tenure of cells.keys()) counts.set(tenure, (counts.get(tenure) ?? 0) + 1)
  const all = [...counts.keys()].toSorted(compareDecimals)
  const common = all
    .toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || compareDecimals(a, b))
    .slice(0, mostColumns)
  return { all, common: common.toSorted(compareDecimals) }
}

/** The highest rate of each column. */
export function bestOfColumns(
  rows: readonly MatrixRow[],
  tenures: readonly CanonicalDecimal[],
): ReadonlyMap<CanonicalDecimal, CanonicalDecimal> {
  return new Map(
    tenures.flatMap((tenure) => {
      const rates = rows.flatMap(({ cells }) => rateOf(cells.get(tenure)) ?? [])
      const best = rates.toSorted((a, b) => compareDecimals(b, a)).at(0)
      return best === undefined ? [] : [[tenure, best] as const]
    }),
  )
}

/** The rate of a cell, to compare it with others. */
export function rateOf(cell: MatrixCell | undefined): CanonicalDecimal | undefined {
  return cell === undefined ? undefined : canonicalDecimal(toDecimal(cell.offer.rate_pa))
}

/** The column by which a table is sorted, and whether the order is reversed. */
export type MatrixSort = {
  readonly column: 'name' | CanonicalDecimal
  readonly isReversed: boolean
}

/** Sorts by name (A first) or by the rates of a tenure (highest first). Institutions without an offer there come last. */
export function sortRows(
  rows: readonly MatrixRow[],
  { column, isReversed }: MatrixSort,
): readonly MatrixRow[] {
  const sign = isReversed ? -1 : 1
  const byName = (a: MatrixRow, b: MatrixRow): number => a.name.localeCompare(b.name, 'en')
  if (column === 'name') return rows.toSorted((a, b) => sign * byName(a, b))
  return rows.toSorted((a, b) => {
    const [first, second] = [rateOf(a.cells.get(column)), rateOf(b.cells.get(column))]
    if (first === undefined) return second === undefined ? byName(a, b) : 1
    if (second === undefined) return -1
    return sign * compareDecimals(second, first) || byName(a, b)
  })
}
