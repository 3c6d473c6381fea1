import { canonicalDecimal, compareDecimals, type Decimal } from '../domain/decimal.ts'
import { institutionTypes, type InstitutionType } from '../domain/institution.ts'
import { payouts, variants, type Offer, type Terms, type TermsFilter } from '../domain/offer.ts'
import type { Market } from '../market/market.ts'
import type { Figures } from './figures.ts'
import { figuresOfRanks, rankRates } from './rates.ts'

/** The headline offers of one type of institution for one set of terms, measured. */
export type SummaryGroup = Figures & { readonly type: InstitutionType; readonly terms: Terms }

/** Which groups are asked for. */
export type SummaryFilter = TermsFilter & { readonly type?: InstitutionType | undefined }

/** The groups of the market that pass the filter. */
export function summary(market: Market, filter: SummaryFilter): SummaryGroup[] {
  return summaryGroups(market).filter(passes(filter))
}

/** Whether groups pass a filter, which changes nothing in them: a group is of one type and one set of terms. */
export function passes(filter: SummaryFilter): (group: SummaryGroup) => boolean {
  const { type, variant, payout } = filter
  // Theirs is in its canonical form: to compare the values of a thousand groups takes longer than to write out those that pass.
  const tenure = filter.tenure && canonicalDecimal(filter.tenure)
  return ({ type: own, terms }) =>
    (type === undefined || own === type) &&
    (variant === undefined || terms.variant === variant) &&
    (payout === undefined || terms.payout === payout) &&
    (tenure === undefined || terms.tenure === tenure)
}

/** Every group of the market: type, then terms order; its tenure in canonical form. */
export function summaryGroups(market: Market): SummaryGroup[] {
  const groups = headlineGroups(market)
  const ranked = rankRates(groups.flatMap(({ rates }) => rates))
  return inOrder(groups).map(({ type, terms, rates }) => {
    const rising = Uint32Array.from(rates, ranked.rankOf).toSorted()
    let [sum, finest] = [0n, 0]
    for (const rank of rising) {
      const { units = 0n, scale = 0 } = ranked.rates[rank] ?? {}
      sum += units
      if (scale > finest) finest = scale
    }
    return { type, terms, ...figuresOfRanks(ranked, rising, { sum, finest }) }
  })
}

type Group = {
  readonly type: InstitutionType
  readonly terms: Terms
  readonly rates: Decimal[]
}

function headlineGroups({ institutions }: Market): Group[] {
  const groups = institutionTypes.map(() => new Map<string, Group>())
  for (const { institution, standing } of institutions.values()) {
    const ofType = groups[institutionTypes.indexOf(institution.type)]
    if (!institution.active || ofType === undefined) continue
    for (const [key, { offers }] of standing) {
      const { rate } = offers[0]
      const group = ofType.get(key)
      if (group === undefined) ofType.set(key, groupOf(institution.type, offers[0]))
      else group.rates.push(rate)
    }
  }
  return groups.flatMap((ofType) => [...ofType.values()])
}

function groupOf(type: InstitutionType, { variant, tenure, payout, rate }: Offer): Group {
  return { type, terms: { variant, tenure: canonicalDecimal(tenure), payout }, rates: [rate] }
}

/** By one number each: tenures are compared once among themselves, and not again for every pair of groups. */
function inOrder(groups: readonly Group[]): Group[] {
  const tenures = [...new Set(groups.map(({ terms }) => terms.tenure))].toSorted(compareDecimals)
  const rank = new Map(tenures.map((tenure, place) => [tenure, place]))
  const placeOf = ({ type, terms: { variant, tenure, payout } }: Group): number =>
    ((institutionTypes.indexOf(type) * variants.length + variants.indexOf(variant)) *
      tenures.length +
      (rank.get(tenure) ?? 0)) *
      payouts.length +
    payouts.indexOf(payout)
  return groups
    .map((group) => ({ group, place: placeOf(group) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ group }) => group)
}
