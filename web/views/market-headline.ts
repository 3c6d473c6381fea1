import type { ComparisonRow, FreshnessRow, SummaryRow } from '../api.ts'
import { formatCount, tenureAdjective, typeNouns } from '../format.ts'
import { formatRate } from '../parts/figures.tsx'
import { staleSentence } from '../parts/stale-mark.tsx'

type MarketAnswer = {
  readonly offers: readonly ComparisonRow[]
  readonly freshness: readonly FreshnessRow[]
}

const explanation =
  'A headline rate is what an institution pays on its lowest minimum deposit; a larger deposit may bring more.'

/** The best headline rate as a heading; who pays it and the medians of the market as details. */
export function marketHeadline(
  answer: MarketAnswer | undefined,
  summary: readonly SummaryRow[],
  tenure: string,
): { readonly heading: string; readonly details: string } {
  const [best] = answer?.offers ?? []
  if (answer === undefined || best === undefined)
    return { heading: `The ${tenureAdjective(tenure)} market`, details: '' }
  const { offers, freshness } = answer
  const leaders = offers.filter((offer) => formatRate(offer.rate_pa) === formatRate(best.rate_pa))
  const who =
    leaders.length === 1
      ? `${best.institution_name} pays it`
      : `${leaders.length} institutions pay it, ${best.institution_name} among them`
  const medians = summary.map(
    (row) => `the median ${typeNouns[row.institution_type]} ${formatRate(row.median_rate_pa)} %`,
  )
  const mediansClause = medians.length === 0 ? '' : `; ${medians.join(', ')}`
  const sentence = `${who}, of ${formatCount(offers.length, 'institution')}${mediansClause}.`
  return {
    heading: `The best ${tenureAdjective(tenure)} headline rate is ${formatRate(best.rate_pa)} %`,
    details: [staleSentence(best.institution_id, freshness), sentence, explanation]
      .join(' ')
      .trim(),
  }
}
