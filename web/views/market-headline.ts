import type { Comparison, Freshness, Group } from '../api.ts'
import { rateText } from '../parts/figures.tsx'
import { staleWords } from '../parts/stale-mark.tsx'
import { countOf, oneOfType, tenureBefore } from '../words.ts'

/** What the figures say in one sentence, and in one more. */
export function marketHeadline(
  answer:
    | { readonly offers: readonly Comparison[]; readonly freshness: readonly Freshness[] }
    | undefined,
  groups: readonly Group[],
  tenure: string,
): { readonly says: string; readonly more: string } {
  const [best] = answer?.offers ?? []
  if (answer === undefined || best === undefined)
    return { says: `The ${tenureBefore(tenure)} market`, more: '' }
  const { offers, freshness } = answer
  const leaders = offers.filter((offer) => rateText(offer.rate_pa) === rateText(best.rate_pa))
  const who =
    leaders.length === 1
      ? `${best.institution_name} pays the most`
      : `${leaders.length} institutions pay the most, ${best.institution_name} among them,`
  const medians = groups.map(
    (group) =>
      `the median ${oneOfType[group.institution_type]} ${rateText(group.median_rate_pa)} %`,
  )
  const sentence = `${who} of ${countOf(offers.length, 'institution')}${medians.length === 0 ? '' : `; ${medians.join(', ')}`}.`
  return {
    says: `The best ${tenureBefore(tenure)} rate is ${rateText(best.rate_pa)} %`,
    more: `${sentence} ${staleWords(best.institution_id, freshness)}`.trim(),
  }
}
