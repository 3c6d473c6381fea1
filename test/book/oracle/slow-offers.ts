import type { RateChange } from '../../../src/domain/change.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import type { Institution } from '../../../src/domain/institution.ts'
import { termsOf, type Offer, type Terms } from '../../../src/domain/offer.ts'
import { compareExact } from './exact.ts'
import type { FlatRecord } from './flat-record.ts'
import type { BelievedSheet } from './slow-believed.ts'
import {
  isMove,
  lastChangeOf,
  pastOf,
  standingIn,
  type LastChange,
  type Series,
} from './slow-past.ts'
import { applies, headlineOrder } from './slow-tenure.ts'
import { entriesOf, isSameTerms, leastDeposit, slowInstitutions } from './slow.ts'

/** A standing offer of an active institution. */
export type SlowOffer = Pick<Series, 'confirmedAt'> & {
  readonly institution: Institution
  readonly terms: Terms
  readonly offer: Offer
  readonly from: BelievedSheet
  readonly lastChange: LastChange
}

/** All offers of active institutions, by institution id, then terms order, then minimum deposit. */
export function slowOffers(entries: readonly Entry[], now = Infinity): SlowOffer[] {
  return slowInstitutions(entries)
    .filter(({ active }) => active)
    .flatMap((institution) => {
      const past = pastOf(entriesOf(entries, institution.id), Infinity, now)
      return standingIn(past).map((series): SlowOffer => {
        const { offer, source: from, confirmedAt } = series
        const lastChange = lastChangeOf(past, series)
        return { institution, terms: termsOf(offer), offer, from, confirmedAt, lastChange }
      })
    })
}

/** The headline offers at a tenure, of each institution, variant and payout the one that comes first. */
export function slowHeadlines(offers: readonly SlowOffer[], tenure: Decimal): SlowOffer[] {
  const applying = offers.filter(({ offer }) => applies(offer, tenure))
  return applying.filter((one) =>
    rivalsOf(one, applying, isSameGroup).every(
      (other) => headlineOrder(one.offer, other.offer) < 0,
    ),
  )
}

/**
 * The offers that an amount reaches: of each institution the highest rate for each terms, or for each variant and payout at a tenure.
 * Equal rates are in the order of headlines.
 */
export function slowReached(
  offers: readonly SlowOffer[],
  amount: Decimal,
  tenure?: Decimal,
): SlowOffer[] {
  const reached = offers.filter(
    ({ offer }) =>
      compareExact(leastDeposit(offer), amount) <= 0 &&
      (tenure === undefined || applies(offer, tenure)),
  )
  const isRival = tenure === undefined ? isSameTerms : isSameGroup
  return reached.filter((one) =>
    rivalsOf(one, reached, isRival).every((other) => {
      const order = compareExact(one.offer.rate, other.offer.rate)
      return order === 0 ? headlineOrder(one.offer, other.offer) < 0 : order > 0
    }),
  )
}

const isSameGroup = (a: Terms, b: Terms): boolean =>
  a.variant === b.variant && a.payout === b.payout

/** The other offers of the same institution among which one is chosen. */
function rivalsOf(
  one: SlowOffer,
  offers: readonly SlowOffer[],
  isRival: (a: Terms, b: Terms) => boolean,
): SlowOffer[] {
  return offers.filter(
    (other) =>
      other !== one &&
      other.institution.id === one.institution.id &&
      isRival(other.terms, one.terms),
  )
}

/** The history of an institution, oldest first: the stored changes without withdrawals. */
export function slowHistory(entries: readonly Entry[], id: string): FlatRecord[] {
  return entriesOf(entries, id).flatMap((entry) =>
    ('changes' in entry ? entry.changes : []).flatMap((change) =>
      change.direction === 'withdrawn' ? [] : recordOf(change, entry),
    ),
  )
}

/** The raises and cuts of an institution, oldest first: the true steps. */
export function slowMoves(entries: readonly Entry[], id: string): FlatRecord[] {
  const own = entriesOf(entries, id)
  return pastOf(own)
    .steps.filter(isMove)
    .map(({ tier, direction, previous, previousMinimumDeposit, rate, position }) => {
      const entry = own.find((one) => one.position === position)
      if (entry === undefined || rate === undefined) throw new Error('A step has an entry.')
      const moved = previousMinimumDeposit === undefined ? {} : { previousMinimumDeposit }
      return recordOf({ ...tier, direction, previous, rate, ...moved }, entry)
    })
}

function recordOf(change: RateChange, entry: Entry): FlatRecord {
  const { position, at, institutionId } = entry
  const minimumDeposit = leastDeposit(change)
  return {
    ...change,
    minimumDeposit,
    previousMinimumDeposit: change.previousMinimumDeposit ?? minimumDeposit,
    institutionId,
    position,
    at,
    ...(entry.kind === 'rate-corrected' && { correctionOf: entry.correction.of }),
    ...(entry.kind === 'sheet-published' && {
      readAt: entry.sheet.scrapedAt,
      sourceUrl: entry.sheet.sourceUrl,
      printedDay: entry.origin?.printedDate?.day,
    }),
  }
}
