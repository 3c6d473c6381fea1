import { lastConfirmation, type Background, type ByFreshness } from '../background.ts'
import type { Decimal } from '../../src/domain/decimal.ts'
import type { Messages } from '../messages/messages.ts'
import { formatRate } from '../parts/figures.tsx'
import { yieldOf, type ReachedTier } from './offer-yield.ts'

type DepositHeadlineFacts = {
  /** Highest annual effective rate first. */
  readonly tiers: ByFreshness<ReachedTier>
  readonly background: Background
  readonly amount: Decimal
}

type Headline = { readonly heading: string; readonly details: string }

/** The best effective rate that the amount reaches as a heading, and what the reader must know about it. */
export function depositHeadline(
  { tiers, background, amount }: DepositHeadlineFacts,
  messages: Messages,
): Headline {
  const { deposit, market, words } = messages
  const { counted, older } = tiers
  const best = counted.find(({ meetsMinimum }) => meetsMinimum)
  const bestOfOlder = older.find(({ meetsMinimum }) => meetsMinimum)
  const rateOf = (tier: ReachedTier): string => formatRate(yieldOf(tier.offer, amount).aer)
  const nameOf = ({ institution_id: id }: ReachedTier): string =>
    background.institutions.get(id)?.name ?? id
  const ageOf = ({ institution_id: id }: ReachedTier): string =>
    words.duration(background.freshness.get(id)?.days_since_verified ?? 0)
  if (best !== undefined) {
    const isOld = background.freshness.get(best.institution_id)?.is_stale === true
    return {
      heading: deposit.best(rateOf(best), nameOf(best)),
      details: [
        isOld ? market.oldHeadline(ageOf(best)) : [],
        isFarAbove(best, counted, background) ? market.farAbove : [],
        deposit.explanation,
      ]
        .flat()
        .join(' '),
    }
  }
  if (counted.length > 0) return { heading: deposit.tooSmall, details: deposit.explanation }
  if (older.length === 0) return { heading: deposit.heading, details: deposit.explanation }
  return {
    heading: deposit.nothingConfirmed,
    details: [
      market.lastConfirmation(words.day(lastConfirmation(older, background.freshness))),
      bestOfOlder === undefined
        ? []
        : deposit.bestOfOlder(rateOf(bestOfOlder), nameOf(bestOfOlder), ageOf(bestOfOlder)),
      deposit.explanation,
    ]
      .flat()
      .join(' '),
  }
}

/** Whether a rate is more than twice the median of its type. A misprint should not be believed silently. */
function isFarAbove(
  best: ReachedTier,
  counted: readonly ReachedTier[],
  { institutions }: Background,
): boolean {
  const typeOf = ({ institution_id: id }: ReachedTier) => institutions.get(id)?.type
  const type = typeOf(best)
  const ofType = counted.filter((tier) => typeOf(tier) === type)
  const median = ofType[ofType.length >> 1]
  return median !== undefined && best.offer.sortKey > 2 * median.offer.sortKey
}
