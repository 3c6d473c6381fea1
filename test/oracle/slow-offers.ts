import type { Decimal } from '../../src/domain/decimal.ts'
import type { Entry } from '../../src/domain/entry.ts'
import type { Institution } from '../../src/domain/institution.ts'
import { compareExact } from './exact.ts'
import type { FlatRecord } from './flat-record.ts'
import type { Terms } from '../../src/domain/offer.ts'
import { byTiers, entriesOf, isSameTerms, leastDeposit, slowInstitutions } from './slow.ts'
import { slowStanding, type SlowStanding } from './slow-standing.ts'
import { recordsOf, slowRecords, slowSeries, type SlowSeries } from './slow-tiers.ts'

/** A standing offer of an active institution, with its series. */
export type SlowOffer = SlowStanding & {
  readonly institution: Institution
  readonly terms: Terms
  readonly series: SlowSeries
}

/** All offers of active institutions, by institution id, then terms order, then minimum deposit. */
export function slowOffers(entries: readonly Entry[]): SlowOffer[] {
  return slowInstitutions(entries)
    .filter(({ active }) => active)
    .flatMap((institution) => {
      const own = entriesOf(entries, institution.id)
      const standing = slowSeries(own).filter(({ isStanding }) => isStanding)
      return slowStanding(own).map((stands): SlowOffer => {
        const series = standing.find(({ offer }) => byTiers(offer, stands.offer) === 0)
        if (series === undefined) throw new Error('A standing offer has a series.')
        return { ...stands, series, terms: series.terms, institution }
      })
    })
}

/** The headline offers: for each institution and terms the offer with the lowest minimum deposit. */
export function slowHeadlines(offers: readonly SlowOffer[]): SlowOffer[] {
  return offers.filter((one) =>
    rivalsOf(one, offers).every(
      (other) => compareExact(leastDeposit(one.offer), leastDeposit(other.offer)) < 0,
    ),
  )
}

/** The offers that an amount reaches: for each institution and terms the highest rate; at equal rates the lowest minimum deposit. */
export function slowReached(offers: readonly SlowOffer[], amount: Decimal): SlowOffer[] {
  const reached = offers.filter(({ offer }) => compareExact(leastDeposit(offer), amount) <= 0)
  return reached.filter((one) =>
    rivalsOf(one, reached).every((other) => {
      const order = compareExact(one.offer.rate, other.offer.rate)
      if (order !== 0) return order > 0
      return compareExact(leastDeposit(one.offer), leastDeposit(other.offer)) < 0
    }),
  )
}

/** The other offers of the same institution and terms. */
function rivalsOf(one: SlowOffer, offers: readonly SlowOffer[]): SlowOffer[] {
  return offers.filter(
    (other) =>
      other !== one &&
      other.institution.id === one.institution.id &&
      isSameTerms(other.terms, one.terms),
  )
}

/** The history of an institution, oldest first: the records of all its series. */
export function slowHistory(entries: readonly Entry[], id: string): FlatRecord[] {
  return slowSeries(entriesOf(entries, id))
    .flatMap(recordsOf)
    .toSorted((a, b) => a.position - b.position || byTiers(a, b))
}

/** The history of an institution without corrections and false records, oldest first. */
export function slowRightHistory(entries: readonly Entry[], id: string): FlatRecord[] {
  return slowSeries(entriesOf(entries, id))
    .flatMap((series) => slowRecords(series).records)
    .toSorted((a, b) => a.position - b.position || byTiers(a, b))
}
