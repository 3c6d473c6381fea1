import {
  latestConfirmation,
  shortestLimit,
  type CountedAndApart,
  type LastConfirmation,
} from '../../api/background.ts'
import type { Messages } from '../../messages/messages.ts'
import { formatRate } from '../../parts/figures.tsx'
import type { MarketOffer } from '../../rates/best-offers.ts'
import { byRate, toDecimal } from '../../rates/format.ts'
import { isFarAbove, type RateFigures } from '../../rates/rate-figures.ts'

type MarketHeadlineFacts = {
  /** The headline offers, highest rate first. */
  readonly offers: CountedAndApart<MarketOffer>
  readonly figures: readonly RateFigures[]
  readonly tenure: string
}

/** The head of a view of offers. */
export type Headline = {
  readonly heading: string
  readonly details: string
  readonly embeddedDetails?: string
}

/** The best headline rate as a heading; who pays it, and the medians of the market, as details. */
export function marketHeadline(facts: MarketHeadlineFacts, messages: Messages): Headline {
  const { offers, figures, tenure } = facts
  const { market, words } = messages
  const [best] = offers.counted
  if (best === undefined) return withoutConfirmedRate(facts, messages)
  const rate = formatRate(best.rate_pa)
  const leaders = offers.counted.filter((offer) => formatRate(offer.rate_pa) === rate)
  const institutions = words.institutions(offers.counted.length)
  const name = best.institution_name
  const higher = offers.apart.filter((offer) => byRate(offer, best) < 0)
  const heading = higher.length === 0 ? market.best : market.bestConfirmed
  const age = best.is_stale
    ? [market.oldHeadline({ duration: words.duration(best.days_since_verified) })]
    : []
  const higherNote = higherOlderNote(
    higher.map((offer) => [offer.institution_name, offer.rate_pa, offer]),
    messages,
  )
  return {
    heading: heading({ tenure: words.tenureAdjective(tenure), rate }),
    details: [
      age,
      offers.counted.length === 1
        ? market.onlyOne({ name })
        : leaders.length === 1
          ? market.paidBy({ name, institutions })
          : market.paidBySeveral({ count: leaders.length, name, institutions }),
      higherNote,
      isFarAboveMedian(best, figures) ? market.farAbove : [],
      offers.counted.length === 1 ? [] : figures.map((row) => medianSentence(row, messages)),
    ]
      .flat()
      .join(' '),
    embeddedDetails: [...age, ...higherNote].join(' '),
  }
}

/** Why older rates that are higher, each with the name of its institution, do not count; the highest is the first. */
export function higherOlderNote(
  rates: readonly (readonly [name: string, rate: string, confirmation: LastConfirmation])[],
  { market, words }: Messages,
): readonly string[] {
  const [highest] = rates
  if (highest === undefined) return []
  const [name, rate] = highest
  const days = words.days(shortestLimit(rates.map(([, , confirmation]) => confirmation)))
  return [market.higherOlder({ count: rates.length, rate: formatRate(rate), name, days })]
}

/** Says since when no rate is confirmed, and what the older rates were. */
function withoutConfirmedRate(
  { offers: { apart: older }, tenure }: MarketHeadlineFacts,
  { market, words }: Messages,
): Headline {
  const adjective = words.tenureAdjective(tenure)
  const [best] = older
  const latest = latestConfirmation(older)
  if (best === undefined || latest === undefined)
    return { heading: market.heading({ tenure: adjective }), details: '' }
  return {
    heading: market.nothingConfirmed({ tenure: adjective }),
    details: [
      market.lastConfirmation({ day: words.day(latest.last_verified_at) }),
      market.bestOfOlder({
        institutions: words.institutions(older.length),
        rate: formatRate(best.rate_pa),
        name: best.institution_name,
        duration: words.duration(best.days_since_verified),
      }),
    ].join(' '),
  }
}

function isFarAboveMedian(best: MarketOffer, figures: readonly RateFigures[]): boolean {
  const group = figures.find((row) => row.institution_type === best.institution_type)
  return group !== undefined && isFarAbove(toDecimal(best.rate_pa), toDecimal(group.median_rate_pa))
}

function medianSentence(row: RateFigures, { market, words }: Messages): string {
  const type = words.typeNouns[row.institution_type]
  return market.medianOfType({ type, rate: formatRate(row.median_rate_pa) })
}
