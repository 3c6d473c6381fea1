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

/** Every group of a market, in order, and the numbers of those that pass a filter, which rise. */
export type SummaryIndex = {
  readonly groups: readonly SummaryGroup[]
  readonly numbersOf: (filter: SummaryFilter) => readonly number[]
}

/**
 * The groups of the market, each with one number for its type, its terms and their tenure: to compare the texts of all for every
 * answer takes as long as to write the answer.
 */
export function indexSummary(market: Market): SummaryIndex {
  const groups = summaryGroups(market)
  const tenures = [...new Set(groups.map(({ terms }) => terms.tenure))]
  const numberOf = new Map(tenures.map((tenure, number) => [tenure, number]))
  const codeOf = ({ type, variant, payout, tenure }: SummaryFilter): number =>
    (indexIn(institutionTypes, type) & mask.type) |
    ((indexIn(variants, variant) << 3) & mask.variant) |
    ((indexIn(payouts, payout) << 6) & mask.payout) |
    ((tenure === undefined ? 0 : (numberOf.get(canonicalDecimal(tenure)) ?? tenures.length)) << 9)
  const codes = Int32Array.from(groups, ({ type, terms }) => codeOf({ type, ...terms }))
  const all = [...groups.keys()]
  return {
    groups,
    numbersOf(filter) {
      const code = codeOf(filter)
      let asked = 0
      for (const name of filterNames) if (filter[name] !== undefined) asked |= mask[name]
      if (asked === 0) return all
      // Its own for each answer, which may be written after the next was asked for. The memory of a typed array took a twentieth of the
      // answer's time.
      const numbers: number[] = []
      for (let number = 0; number < codes.length; number++)
        if ((((codes[number] as number) ^ code) & asked) === 0) numbers.push(number)
      return numbers
    },
  }
}

/** Where the code of a group says what: three bits for each but the tenure, which has the rest. */
const mask = { type: 0o7, variant: 0o70, payout: 0o700, tenure: ~0o777 } as const
const filterNames = ['type', 'variant', 'payout', 'tenure'] as const

/** The place of a value; -1 where none is asked for. */
function indexIn<T>(values: readonly T[], value: T | undefined): number {
  return value === undefined ? -1 : values.indexOf(value)
}

/** Every group of the market: type, then terms order; its tenure in canonical form. */
function summaryGroups(market: Market): SummaryGroup[] {
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
