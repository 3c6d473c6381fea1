import { compareProducts, type Decimal } from '../../src/domain/decimal.ts'
import type { ComparisonRow } from '../api.ts'
import { lastConfirmation, type Background, type ByFreshness } from '../background.ts'
import { toDecimal } from '../format.ts'
import type { Messages } from '../messages/messages.ts'
import { formatRate } from '../parts/figures.tsx'
import type { RateFigures } from './rate-figures.ts'

type MarketHeadlineFacts = {
  /** The headline offers, highest rate first. */
  readonly offers: ByFreshness<ComparisonRow>
  readonly figures: readonly RateFigures[]
  readonly freshness: Background['freshness']
  readonly tenure: string
}

type Headline = { readonly heading: string; readonly details: string }

/** The best headline rate as a heading; who pays it, and the medians of the market, as details. */
export function marketHeadline(facts: MarketHeadlineFacts, messages: Messages): Headline {
  const { offers, figures, freshness, tenure } = facts
  const { market, words } = messages
  const [best] = offers.counted
  if (best === undefined) return withoutConfirmedRate(facts, messages)
  const rate = formatRate(best.rate_pa)
  const leaders = offers.counted.filter((offer) => formatRate(offer.rate_pa) === rate)
  const institutions = words.institutions(offers.counted.length)
  const name = best.institution_name
  const age = freshness.get(best.institution_id)
  return {
    heading: market.best(words.tenureAdjective(tenure), rate),
    details: [
      age?.is_stale === true ? market.oldHeadline(words.duration(age.days_since_verified)) : [],
      leaders.length === 1
        ? market.paidBy(name, institutions)
        : market.paidBySeveral(leaders.length, name, institutions),
      isFarAbove(best, figures) ? market.farAbove : [],
      figures.map((row) => medianSentence(row, messages)),
      market.explanation,
    ]
      .flat()
      .join(' '),
  }
}

/** Says since when no rate is confirmed, and what the older rates were. */
function withoutConfirmedRate(
  { offers: { older }, freshness, tenure }: MarketHeadlineFacts,
  { market, words }: Messages,
): Headline {
  const adjective = words.tenureAdjective(tenure)
  const [best] = older
  if (best === undefined) return { heading: market.heading(adjective), details: '' }
  return {
    heading: market.nothingConfirmed(adjective),
    details: [
      market.lastConfirmation(words.day(lastConfirmation(older, freshness))),
      market.bestOfOlder(
        words.institutions(older.length),
        formatRate(best.rate_pa),
        best.institution_name,
        words.duration(freshness.get(best.institution_id)?.days_since_verified ?? 0),
      ),
    ].join(' '),
  }
}

/** Whether a rate is more than twice the median of its type. A misprint should not be believed silently. */
function isFarAbove(best: ComparisonRow, figures: readonly RateFigures[]): boolean {
  const group = figures.find((row) => row.institution_type === best.institution_type)
  if (group === undefined) return false
  return compareProducts([toDecimal(best.rate_pa)], [two, toDecimal(group.median_rate_pa)]) > 0
}

const two = '2' as Decimal

function medianSentence(row: RateFigures, { market }: Messages): string {
  const rate = formatRate(row.median_rate_pa)
  return row.institution_type === 'bank'
    ? market.medianOfBanks(rate)
    : market.medianOfCompanies(rate)
}
