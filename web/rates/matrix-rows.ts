import {
  canonicalDecimal,
  compareDecimals,
  type CanonicalDecimal,
  type Decimal,
} from '../../src/domain/decimal.ts'
import type { EvidenceRow } from '../api/api.ts'
import type { Background } from '../api/background.ts'
import { byRate, tenureOf, toDecimal } from './format.ts'
import { groupBy } from './group-by.ts'
import type { Messages } from '../messages/messages.ts'

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
  return [...groupBy(offers, (offer) => offer.institution_id)].map(([institution_id, own]) => ({
    institution_id,
    name: institutions.get(institution_id)?.name ?? institution_id,
    cells: new Map(
      [...groupBy(own, tenureOf)].map(([tenure, tiers]) => {
        const [offer, ...others] = tiers
        const best = others.toSorted(byRate).at(0)
        const better = best !== undefined && byRate(best, offer) < 0 ? best : undefined
        return [tenure, { offer, better }] as const
      }),
    ),
  }))
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

/** The offer of an institution for a tenure, if it has one. */
export function offerOf(
  rows: readonly MatrixRow[],
  id: string,
  tenure: Decimal,
): EvidenceRow | undefined {
  const cells = rows.find((row) => row.institution_id === id)?.cells
  return cells?.get(canonicalDecimal(tenure))?.offer
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

/** Each rate that some cells show. */
export function ratesOf(
  cells: readonly MatrixCell[],
): readonly { readonly evidence: EvidenceRow }[] {
  return cells
    .flatMap(({ offer, better }) => (better === undefined ? [offer] : [offer, better]))
    .map((evidence) => ({ evidence }))
}

/** The most institutions that a comparison shows. */
export const mostCompared = 5

/** The institutions of an address that a comparison shows, and what is wrong with the others; nothing while they are loading. */
export function chooseInstitutions(
  named: readonly string[],
  institutions: Background['institutions'] | undefined,
  { unknown, tooMany }: Messages['matrix'],
): { readonly chosen: readonly string[]; readonly errors: readonly string[] } {
  const ids = [...new Set(named)]
  const unknownIds = institutions === undefined ? [] : ids.filter((id) => !institutions.has(id))
  const known = ids.filter((id) => !unknownIds.includes(id))
  return {
    chosen: known.slice(0, mostCompared),
    errors: [
      ...(unknownIds.length === 0 ? [] : [unknown({ ids: unknownIds.join(', ') })]),
      ...(known.length > mostCompared ? [tooMany({ count: known.length })] : []),
    ],
  }
}
