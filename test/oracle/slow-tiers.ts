import type { Change } from '../../src/domain/change.ts'
import type { Entry } from '../../src/domain/entry.ts'
import type { Offer, Terms } from '../../src/domain/offer.ts'
import type { Sheet } from '../../src/domain/sheet.ts'
import { compareExact } from './exact.ts'
import type { FlatRecord } from './flat-record.ts'
import {
  byTiers,
  isSame,
  isSameTerms,
  leastDeposit,
  listedIn,
  termsIn,
  type Publishing,
} from './slow.ts'

// The series of an institution, straight from design section 5, over its sheets alone. The changes in the entries are not read.

/** The series of one tier. */
export type SlowSeries = {
  readonly terms: Terms
  /** As the latest sheet that listed it printed it; its minimum deposit is that of the series. */
  readonly offer: Offer
  /** The entry of that sheet. */
  readonly from: Entry & Publishing
  readonly isStanding: boolean
  /** Oldest first. */
  readonly records: readonly FlatRecord[]
}

/** A listed offer, and the series that goes on in it; without one, the offer begins a series. */
type Pair = { readonly offer: Offer; readonly series: SlowSeries | undefined }

/** What a sheet does to the series of its institution. */
export type SlowMatch = { readonly pairs: readonly Pair[]; readonly withdrawn: SlowSeries[] }

const isSameMinimum = (a: Offer, b: Offer): boolean => isSame(leastDeposit(a), leastDeposit(b))

/** Finds the series of each offer that a sheet lists, and the series that the sheet withdraws. */
export function slowMatch(known: readonly SlowSeries[], sheet: Sheet): SlowMatch {
  const listed = termsIn([{ sheet }])
  const pairs = listed.flatMap((terms) =>
    pairsOf(
      known.filter((series) => isSameTerms(series.terms, terms)),
      listedIn({ sheet }, terms),
    ),
  )
  const withdrawn = known.filter((series) => {
    const goesOn = pairs.some((pair) => pair.series === series)
    const isListed = listed.some((terms) => isSameTerms(terms, series.terms))
    const isCovered = sheet.complete && sheet.covers.includes(series.terms.variant)
    return series.isStanding && !goesOn && (isListed || isCovered)
  })
  return { pairs, withdrawn }
}

/** The pairs for one set of terms. The offers are in order of rising minimum deposit. */
function pairsOf(known: readonly SlowSeries[], offers: readonly Offer[]): Pair[] {
  const sameMinimum = (offer: Offer) => known.find((series) => isSameMinimum(series.offer, offer))
  const standing = known
    .filter(({ isStanding }) => isStanding)
    .toSorted((a, b) => byTiers(a.offer, b.offer))
  // Where no minimum matches and both sheets list equally many tiers, the whole table moved.
  const noneMatches = offers.every((offer) => sameMinimum(offer) === undefined)
  if (noneMatches && standing.length === offers.length)
    return offers.map((offer, index) => ({ offer, series: standing[index] }))
  // An offer without a printed minimum goes on in the lowest tier without a match, unless it has a match itself.
  const unstated = standing.find(
    (series) =>
      series.offer.minimumDeposit === undefined &&
      !offers.some((offer) => sameMinimum(offer) === series),
  )
  const lowestNew = offers.find((offer) => sameMinimum(offer) === undefined)
  return offers.map((offer) => ({
    offer,
    series: sameMinimum(offer) ?? (offer === lowestNew ? unstated : undefined),
  }))
}

/** The change of a listed offer; `undefined` if it stands as before. */
function changeOf({
  offer,
  series,
}: Pair): Exclude<Change, { direction: 'withdrawn' }> | undefined {
  const { variant, tenure, payout, rate, minimumDeposit } = offer
  const tier = {
    variant,
    tenure,
    payout,
    ...(minimumDeposit !== undefined && { minimumDeposit }),
  }
  if (series === undefined) return { ...tier, direction: 'initial', previous: rate, rate }
  const previous = series.offer.rate
  const order = compareExact(rate, previous)
  const moved = isSameMinimum(series.offer, offer)
    ? {}
    : { previousMinimumDeposit: leastDeposit(series.offer) }
  if (order === 0 && series.isStanding && isSameMinimum(series.offer, offer)) return undefined
  const direction = order > 0 ? 'up' : order < 0 ? 'down' : 'flat'
  return { ...tier, ...moved, direction, previous, rate }
}

/** The changes of a sheet, by terms order, then rising minimum deposit. */
export function slowChanges({ pairs, withdrawn }: SlowMatch): Change[] {
  const gone = withdrawn.map(({ terms, offer: { rate, minimumDeposit } }): Change => {
    const deposit = minimumDeposit === undefined ? {} : { minimumDeposit }
    return { ...terms, ...deposit, direction: 'withdrawn', previous: rate }
  })
  return [...pairs.flatMap((pair) => changeOf(pair) ?? []), ...gone].toSorted(byTiers)
}

/** The series of an institution after one more publication. */
function seriesAfter(known: readonly SlowSeries[], from: Entry & Publishing): SlowSeries[] {
  const match = slowMatch(known, from.sheet)
  const { position, at, institutionId } = from
  const listed = match.pairs.map((pair): SlowSeries => {
    const { offer, series } = pair
    const { variant, tenure, payout } = offer
    const terms = series?.terms ?? { variant, tenure, payout }
    const change = changeOf(pair)
    const records = change === undefined ? [] : [recordOf(change, { institutionId, position, at })]
    return {
      terms,
      offer,
      from,
      isStanding: true,
      records: [...(series?.records ?? []), ...records],
    }
  })
  const others = known
    .filter((series) => !match.pairs.some((pair) => pair.series === series))
    .map((series) => (match.withdrawn.includes(series) ? { ...series, isStanding: false } : series))
  return [...others, ...listed].toSorted((a, b) => byTiers(a.offer, b.offer))
}

function recordOf(
  change: Exclude<Change, { direction: 'withdrawn' }>,
  origin: Pick<FlatRecord, 'institutionId' | 'position' | 'at'>,
): FlatRecord {
  const minimumDeposit = leastDeposit(change)
  const previousMinimumDeposit = change.previousMinimumDeposit ?? minimumDeposit
  return { ...change, minimumDeposit, previousMinimumDeposit, ...origin }
}

/** The series of an institution after its publications, standing and withdrawn, by terms order, then minimum deposit. */
export function slowSeries(publications: readonly (Entry & Publishing)[]): SlowSeries[] {
  return publications.reduce<SlowSeries[]>(seriesAfter, [])
}
