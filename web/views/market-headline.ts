import type { Comparison, Group } from '../api.ts'
import { rateText } from '../parts/figures.tsx'
import { countOf, oneOfType, tenureBefore } from '../words.ts'

/** What the figures say in one sentence, and in one more. */
export function marketHeadline(
  offers: readonly Comparison[] | undefined,
  groups: readonly Group[],
  tenure: string,
): { readonly says: string; readonly more: string } {
  const best = offers?.[0]
  if (offers === undefined || best === undefined)
    return { says: `The ${tenureBefore(tenure)} market`, more: '' }
  const leaders = offers.filter((offer) => offer.rate_pa === best.rate_pa)
  const who =
    leaders.length === 1
      ? `${best.institution_name} pays the most`
      : `${leaders.length} institutions pay the most, ${best.institution_name} among them,`
  const medians = groups.map(
    (group) =>
      `the median ${oneOfType[group.institution_type]} ${rateText(group.median_rate_pa)} %`,
  )
  return {
    says: `The best ${tenureBefore(tenure)} rate is ${rateText(best.rate_pa)} %`,
    more: `${who} of ${countOf(offers.length, 'institution')}${medians.length === 0 ? '' : `; ${medians.join(', ')}`}.`,
  }
}
