import type { Offer } from '../../../src/domain/offer.ts'
import { isSameTier } from './slow-believed.ts'
import type { Series } from './slow-past.ts'

/** A series, and the offer of a sheet in which it goes on or returns. One is absent for a new or withdrawn tier. */
export type Pair = { readonly series?: Series | undefined; readonly offer?: Offer | undefined }

/** Matches the series of some terms with what a sheet lists for them, as the design of tiers says. All have rising minimums. */
export function pairsOf(
  standing: readonly Series[],
  gone: readonly Series[],
  listed: readonly Offer[],
): Pair[] {
  const exact = [...standing, ...gone].flatMap((series): Pair[] => {
    const offer = listed.find((one) => isSameTier(one, series.offer))
    return offer === undefined ? [] : [{ series, offer }]
  })
  const left = standing.filter((one) => !exact.some(({ series }) => series === one))
  const fresh = listed.filter((one) => !exact.some(({ offer }) => offer === one))
  if (exact.length === 0 && left.length === fresh.length)
    return left.map((series, index) => ({ series, offer: fresh[index] }))
  const unstated = left.find(({ offer }) => offer.minimumDeposit === undefined)
  const [lowest] = fresh
  const moved = unstated && lowest ? [{ series: unstated, offer: lowest }] : []
  return [
    ...exact,
    ...moved,
    ...left
      .filter((one) => !moved.some(({ series }) => series === one))
      .map((series) => ({ series })),
    ...fresh.filter((one) => !moved.some(({ offer }) => offer === one)).map((offer) => ({ offer })),
  ]
}
