import { includes, lengthOf, rangeOf } from '../../src/domain/applies-to.ts'
import {
  canonicalDecimal,
  compareDecimals,
  type CanonicalDecimal,
  type Decimal,
} from '../../src/domain/decimal.ts'
import type { EvidenceRow } from '../api/api.ts'
import type { Background } from '../api/background.ts'
import type { Messages } from '../messages/messages.ts'
import { byRate, tenureOf, termsOf, toDecimal } from './format.ts'
import { groupBy } from './group-by.ts'
import { betterVariant } from './open-offers.ts'

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

/** The tenures that savers ask for most. Ranges seldom begin at all of them. */
const usualTenures = '1 3 6 12 18 24 36 60'.split(
  ' ',
) as readonly string[] as readonly CanonicalDecimal[]

/** The columns of a table, rising: the tenures at which offers begin, and the usual ones where some offers are ranges. */
export function columnsOf(offers: readonly EvidenceRow[]): readonly CanonicalDecimal[] {
  return [...new Set([...offers.map(tenureOf), ...usualTenuresOf(offers)])].toSorted(
    compareDecimals,
  )
}

/** The usual tenures, if some offers are ranges. */
export function usualTenuresOf(offers: readonly EvidenceRow[]): readonly CanonicalDecimal[] {
  return offers.some(isRange) ? usualTenures : []
}

function isRange({ tenure_to_months: upperBound }: EvidenceRow): boolean {
  return upperBound !== null
}

/**
 * A row for each institution of some offers of one payout, with a cell for each tenure to which one of them applies. Cells
 * show offers that pass `isShown`, such as the confirmed ones; a row without cells is left out.
 */
export function matrixRows(
  offers: readonly EvidenceRow[],
  institutions: Background['institutions'],
  tenures: readonly CanonicalDecimal[] = columnsOf(offers),
  isShown: (offer: EvidenceRow) => boolean = () => true,
): readonly MatrixRow[] {
  return [...groupBy(offers, (offer) => offer.institution_id)].flatMap(([institution_id, own]) => {
    const cells = cellsOf(own, tenures, isShown)
    const name = institutions.get(institution_id)?.name ?? institution_id
    return cells.size === 0 ? [] : [{ institution_id, name, cells }]
  })
}

function cellsOf(
  own: readonly EvidenceRow[],
  tenures: readonly CanonicalDecimal[],
  isShown: (offer: EvidenceRow) => boolean,
): MatrixRow['cells'] {
  const single = groupBy(
    own.filter((offer) => !isRange(offer)),
    tenureOf,
  )
  const ranges = own.filter(isRange).map((offer) => ({ offer, range: rangeOf(termsOf(offer)) }))
  return new Map(
    tenures.flatMap((tenure) => {
      const length = lengthOf(tenure)
      const applying = ranges.filter(({ range }) => includes(range, length))
      const all = [...(single.get(tenure) ?? []), ...applying.map(({ offer }) => offer)]
      const [offer, ...others] = betterVariant(all).filter(isShown)
      if (offer === undefined) return []
      const best = others
        .filter((other) => asksForMore(other, offer))
        .toSorted(byRate)
        .at(0)
      const better = best !== undefined && byRate(best, offer) < 0 ? best : undefined
      return [[tenure, { offer, better }] as const]
    }),
  )
}

function asksForMore(a: EvidenceRow, b: EvidenceRow): boolean {
  return compareDecimals(toDecimal(a.min_deposit), toDecimal(b.min_deposit)) > 0
}

/** The number of tenures that a table shows at first. */
export const mostColumns = 9

/** All tenures, rising, and those at which most institutions have an offer that begins there, or any at a usual tenure. */
export function tenuresOf(rows: readonly MatrixRow[]): {
  readonly all: readonly CanonicalDecimal[]
  readonly common: readonly CanonicalDecimal[]
} {
  const counts = new Map<CanonicalDecimal, number>()
  for (const { cells } of rows)
    for (const [tenure, { offer }] of cells) {
      const isCounted = tenureOf(offer) === tenure || usualTenures.includes(tenure)
      counts.set(tenure, (counts.get(tenure) ?? 0) + (isCounted ? 1 : 0))
    }
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

/** The older rates that are higher than the best one of their column, by column. */
export function higherOlder(
  older: readonly MatrixRow[],
  best: ReadonlyMap<CanonicalDecimal, CanonicalDecimal>,
): ReadonlyMap<CanonicalDecimal, readonly EvidenceRow[]> {
  return new Map(
    [...best].flatMap(([tenure, rate]) => {
      const higher = older
        .flatMap(({ cells }) => cells.get(tenure)?.offer ?? [])
        .filter((offer) => compareDecimals(toDecimal(offer.rate_pa), rate) > 0)
      return higher.length === 0 ? [] : [[tenure, higher] as const]
    }),
  )
}

/** The rate of a cell, to compare it with others. */
export function rateOf(cell: MatrixCell | undefined): CanonicalDecimal | undefined {
  return cell === undefined ? undefined : canonicalDecimal(toDecimal(cell.offer.rate_pa))
}

/** Each rate that some cells show. A range may stand in several cells. */
export function ratesOf(
  cells: readonly MatrixCell[],
  tenure?: Decimal,
): readonly { readonly evidence: EvidenceRow; readonly tenure: Decimal | undefined }[] {
  const shown = cells.flatMap(({ offer, better }) =>
    better === undefined ? [offer] : [offer, better],
  )
  return [...new Set(shown)].map((evidence) => ({ evidence, tenure }))
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
