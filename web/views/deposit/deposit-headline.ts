import { compareDecimals, medianOf } from '../../../src/domain/decimal.ts'
import { annualEffectiveRateText } from '../../../src/domain/yield.ts'
import { latestConfirmation, type Background, type CountedAndApart } from '../../api/background.ts'
import type { Messages } from '../../messages/messages.ts'
import { formatRate } from '../../parts/figures.tsx'
import { isFarAbove } from '../../rates/rate-figures.ts'
import { higherOlderNote, type Headline } from '../market/market-headline.ts'
import type { ReachedTier } from './offer-yield.ts'

type DepositHeadlineFacts = {
  /** Highest annual effective rate first. */
  readonly tiers: CountedAndApart<ReachedTier>
  readonly background: Background
}

/** The best effective rate that the amount reaches as a heading, and what the reader must know about it. */
export function depositHeadline(
  { tiers, background }: DepositHeadlineFacts,
  messages: Messages,
): Headline {
  const { deposit, market, words } = messages
  const { counted, apart: older } = tiers
  const best = counted.find(({ meetsMinimum }) => meetsMinimum)
  const bestOfOlder = older.find(({ meetsMinimum }) => meetsMinimum)
  const rateOf = (tier: ReachedTier): string => formatRate(annualEffectiveRateText(tier.offer))
  const nameOf = ({ institution_id: id }: ReachedTier): string =>
    background.institutions.get(id)?.name ?? id
  const ageOf = ({ offer: { evidence } }: ReachedTier): string =>
    words.duration(evidence.days_since_verified)
  if (best !== undefined) {
    const leaders = new Set(
      counted
        .filter((tier) => tier.meetsMinimum && rateOf(tier) === rateOf(best))
        .map((tier) => tier.institution_id),
    )
    const aerOf = (tier: ReachedTier) => annualEffectiveRateText(tier.offer)
    const higher = older.filter(
      (tier) => tier.meetsMinimum && compareDecimals(aerOf(tier), aerOf(best)) > 0,
    )
    const heading = higher.length === 0 ? deposit.best : deposit.bestConfirmed
    const ages = [
      ...higherOlderNote(
        higher.map((tier) => [nameOf(tier), aerOf(tier), tier.offer.evidence]),
        messages,
      ),
      ...(best.offer.evidence.is_stale ? [market.oldHeadline({ duration: ageOf(best) })] : []),
    ]
    return {
      heading: heading({
        rate: rateOf(best),
        name: leaders.size === 1 ? nameOf(best) : words.institutions(leaders.size),
      }),
      details: [
        ...ages,
        ...(isFarAboveMedian(best, counted, background) ? [market.farAbove] : []),
      ].join(' '),
      embeddedDetails: ages.join(' '),
    }
  }
  if (counted.length > 0) return { heading: deposit.tooSmall, details: '' }
  const latest = latestConfirmation(older.map(({ offer }) => offer.evidence))
  if (latest === undefined) return { heading: deposit.heading, details: '' }
  return {
    heading: deposit.nothingConfirmed,
    details: [
      market.lastConfirmation({ day: words.day(latest.last_verified_at) }),
      bestOfOlder === undefined
        ? []
        : deposit.bestOfOlder({
            rate: rateOf(bestOfOlder),
            name: nameOf(bestOfOlder),
            duration: ageOf(bestOfOlder),
          }),
    ]
      .flat()
      .join(' '),
  }
}

/** Whether the effective rate is more than twice the median of its type. */
function isFarAboveMedian(
  best: ReachedTier,
  counted: readonly ReachedTier[],
  { institutions }: Background,
): boolean {
  const typeOf = ({ institution_id: id }: ReachedTier) => institutions.get(id)?.type
  const type = typeOf(best)
  const rates = counted
    .filter((tier) => typeOf(tier) === type)
    .map(({ offer }) => annualEffectiveRateText(offer))
    .toSorted(compareDecimals)
  return isFarAbove(annualEffectiveRateText(best.offer), medianOf(rates, aerPlaces))
}

/** A median of two effective rates of two digits has at most three. */
const aerPlaces = 3
