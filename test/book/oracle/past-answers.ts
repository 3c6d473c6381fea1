import type { Market } from '../../../src/book/market/market.ts'
import { lastMove, trendOf } from '../../../src/book/market/rate-history.ts'
import { confirmationOf } from '../../../src/book/market/standing.ts'
import { currentOffers } from '../../../src/book/query/current-offers.ts'
import { freshnessOf } from '../../../src/book/query/freshness.ts'
import { rateChanges } from '../../../src/book/query/rate-changes.ts'
import { rateHistory } from '../../../src/book/query/rate-history.ts'
import type { Change, CorrectedFigure } from '../../../src/domain/change.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import type { Offer, Tier } from '../../../src/domain/offer.ts'
import { valueOf } from './exact.ts'
import { isMove, lastChangeOf, pastOf, standingIn, timesOf } from './slow-past.ts'
import { leastDeposit } from './slow.ts'

// The market and the slow oracle answer about one institution in the same form, so that a test can compare them.

const value = (decimal: Decimal | undefined) => (decimal === undefined ? null : valueOf(decimal))
const tenuresOf = ({ tenure, tenureTo }: Tier) => [tenure, tenureTo ?? []].flat().map(valueOf)
const tierText = (tier: Tier) =>
  [tier.variant, ...tenuresOf(tier), tier.payout, valueOf(leastDeposit(tier))].join(' ')

const offerText = (offer: Offer) => ({
  tier: tierText(offer),
  isStated: offer.minimumDeposit !== undefined,
  rate: value(offer.rate),
  annualEffectiveRate: value(offer.annualEffectiveRate),
  product: offer.product,
  tenureDays: offer.tenureDays,
  tenureToDays: offer.tenureToDays,
})

export const changeText = (change: Change) => ({
  tier: tierText(change),
  direction: change.direction,
  previous: value(change.previous),
  ...(change.direction !== 'withdrawn' && {
    rate: value(change.rate),
    movedFrom: value(change.previousMinimumDeposit),
  }),
})

/** A figure of a correction, in the same words for all printings. */
export const figureText = (figure: CorrectedFigure) => ({
  of: figure.of,
  tier: tierText(figure),
  was: value(figure.was),
  now: value(figure.now),
})

/** Everything that the entries of an institution mean, as the market answers; decimals by value. */
export function answersOf(market: Market, id: string) {
  const book = market.institutions.get(id)
  if (book === undefined) throw new Error(`${id} is not registered.`)
  const offers = currentOffers(market, { institutionId: id }).toArray()
  const everything = { limit: Infinity, offset: 0 }
  const { records } = rateChanges(market, { institutionId: id }, everything)
  const times = freshnessOf(book, market.at)
  return {
    offers: offers.map((offer) => ({
      ...offerText(offer),
      scrapedAt: offer.scrapedAt,
      sourceUrl: offer.sourceUrl,
      confirmedAt: confirmationOf(book.standing, offer),
    })),
    trends: offers.map((offer) => ({
      at: lastMove(book.believed, offer)?.entry.at,
      trend: trendOf(book.believed, offer),
    })),
    changes: records.toReversed().map((record) => ({
      tier: tierText({ ...record.terms, minimumDeposit: record.minimumDeposit }),
      movedFrom: value(record.previousMinimumDeposit),
      position: record.entry.position,
      at: record.entry.at,
      direction: record.direction,
      previous: value(record.previous),
      rate: value(record.rate),
      previousEntry: record.previousEntry?.position,
      previousSeenAt: record.previousSeenAt,
      previousWithdrawnAt: record.previousWithdrawnAt,
    })),
    times: times && {
      publishedAt: times.publishedAt,
      checkedAt: times.checkedAt,
      verifiedAt: times.verifiedAt,
    },
    history: rateHistory(market, id, {})?.map((record) => ({
      position: record.entry.position,
      tier: tierText({ ...record.terms, minimumDeposit: record.minimumDeposit }),
      movedFrom: value(record.previousMinimumDeposit),
      direction: record.direction,
      previous: value(record.previous),
      rate: value(record.rate),
    })),
  }
}

/** The same answers, slowly. */
export function slowAnswersOf(
  entries: readonly Entry[],
  isActive: boolean,
): ReturnType<typeof answersOf> {
  const past = pastOf(entries)
  const standing = isActive ? standingIn(past) : []
  return {
    offers: standing.map(({ offer, source: { sheet }, confirmedAt }) => ({
      ...offerText(offer),
      scrapedAt: sheet.scrapedAt,
      sourceUrl: sheet.sourceUrl,
      confirmedAt,
    })),
    trends: standing.map((series) => lastChangeOf(past, series)),
    changes: past.steps.filter(isMove).map((step) => ({
      tier: tierText(step.tier),
      movedFrom: value(step.previousMinimumDeposit ?? leastDeposit(step.tier)),
      position: step.position,
      at: step.at,
      direction: step.direction,
      previous: value(step.previous),
      rate: value(step.rate),
      previousEntry: step.previousEntry,
      previousSeenAt: step.previousSeenAt,
      previousWithdrawnAt: step.previousWithdrawnAt,
    })),
    times: timesOf(entries),
    history: entries.flatMap((entry) =>
      ('changes' in entry ? entry.changes : []).flatMap((change) =>
        change.direction === 'withdrawn'
          ? []
          : {
              position: entry.position,
              tier: tierText(change),
              movedFrom: value(change.previousMinimumDeposit ?? leastDeposit(change)),
              direction: change.direction,
              previous: value(change.previous),
              rate: value(change.rate),
            },
      ),
    ),
  }
}
