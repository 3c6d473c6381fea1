import { canonicalDecimal, compareDecimals, type Decimal } from '../../../src/domain/decimal.ts'
import type { Payout } from '../../../src/domain/offer.ts'
import {
  annualEffectiveRate,
  annualEffectiveRateText,
  incomeOf,
  interestOf,
  maturityValue,
} from '../../../src/domain/yield.ts'
import type { EvidenceRow } from '../../api/api.ts'
import { tenuresKeyOf, toDecimal } from '../../rates/format.ts'
import { groupBy } from '../../rates/group-by.ts'
import { byApplying } from '../../rates/open-offers.ts'

/** A current offer with what its yields are computed from. */
export type DepositOffer = {
  readonly evidence: EvidenceRow
  readonly rate: Decimal
  /** The tenure for which yields are computed: of a range the one that the reader asks for, or its lower bound. */
  readonly tenure: Decimal
  readonly payout: Payout
  readonly minimum: Decimal
  /** The annual effective rate as a number, to sort by. */
  readonly sortKey: number
}

/** The tier of an institution and terms that an amount gets. */
export type ReachedTier = {
  readonly institution_id: string
  readonly offer: DepositOffer
  /** Whether the amount reaches the minimum deposit of the offer. Else it reaches no tier of these terms. */
  readonly meetsMinimum: boolean
  /** The next tier with a higher rate, for a larger amount. */
  readonly next: DepositOffer | undefined
}

/** The tiers of each institution and terms, highest rate first. The groups stand in order of their highest effective rate. */
export type TierGroups = readonly (readonly DepositOffer[])[]

/** All offers, highest annual effective rate first. */
export function offersByYield(groups: TierGroups): readonly DepositOffer[] {
  return groups.flat().toSorted((a, b) => b.sortKey - a.sortKey)
}

/**
 * Prepares offers once, so that a new amount only chooses among them. The offers of a saver may be of two variants: they are
 * tiers of the same terms, so an amount gets the better of both. So are the offers that apply to the tenure that the reader asks
 * for, which is empty for any: with one minimum deposit, a special tenure stands in for a range around it. Among equal rates
 * the first of the list wins.
 */
export function groupTiers(rows: readonly EvidenceRow[], tenure: Decimal | ''): TierGroups {
  const offers = (tenure === '' ? rows : rowsInForce(rows))
    .map((evidence) => offerOf(evidence, tenure))
    .toSorted((a, b) => b.sortKey - a.sortKey)
  const groups = groupBy(offers, ({ evidence, payout }) => {
    return `${evidence.institution_id} ${tenure === '' ? tenuresKeyOf(evidence) : ''} ${payout}`
  })
  return [...groups.values()]
}

/** Of the rows of an institution with the same variant, payout and minimum deposit, all of one tenure, the first that applies. */
function rowsInForce(rows: readonly EvidenceRow[]): readonly EvidenceRow[] {
  const groups = groupBy(
    rows,
    ({ institution_id: id, product_variant: variant, payout_type: payout, min_deposit }) =>
      `${id} ${variant} ${payout} ${canonicalDecimal(toDecimal(min_deposit))}`,
  )
  return [...groups.values()].flatMap((group) => byApplying(group).slice(0, 1))
}

function offerOf(evidence: EvidenceRow, tenure: Decimal | ''): DepositOffer {
  const terms = {
    rate: toDecimal(evidence.rate_pa),
    tenure: tenure === '' ? toDecimal(evidence.tenure_months) : tenure,
    payout: evidence.payout_type,
  }
  return {
    evidence,
    ...terms,
    minimum: toDecimal(evidence.min_deposit),
    sortKey: annualEffectiveRate(terms),
  }
}

/** Whether an amount reaches the minimum deposit of an offer. */
export function reaches(amount: Decimal, { minimum }: DepositOffer): boolean {
  return compareDecimals(minimum, amount) <= 0
}

/** Of each institution and terms the tier with the highest rate that an amount reaches; highest annual effective rate first. */
export function reachedTiers(groups: TierGroups, amount: Decimal): readonly ReachedTier[] {
  return groups
    .flatMap((tiers) => reachedTier(tiers, amount) ?? [])
    .toSorted((a, b) => b.offer.sortKey - a.offer.sortKey)
}

function reachedTier(tiers: readonly DepositOffer[], amount: Decimal): ReachedTier | undefined {
  const index = tiers.findIndex((offer) => reaches(amount, offer))
  const meetsMinimum = index !== -1
  const offer = meetsMinimum ? tiers[index] : lowestMinimum(tiers)
  if (offer === undefined) return undefined
  return {
    institution_id: offer.evidence.institution_id,
    offer,
    meetsMinimum,
    next: meetsMinimum ? lowestMinimum(tiers.slice(0, index)) : undefined,
  }
}

/** Of equal minima the one with the highest rate. */
function lowestMinimum(tiers: readonly DepositOffer[]): DepositOffer | undefined {
  return tiers.toSorted((a, b) => compareDecimals(a.minimum, b.minimum)).at(0)
}

/** What an amount earns with an offer. */
type OfferYield = {
  readonly aer: Decimal
  /** All interest of the tenure. */
  readonly interest: Decimal
  readonly maturityValue: Decimal
  /** The interest of each payout. */
  readonly income: Decimal
}

/** The yield of an amount, in the decimals of its currency. */
export function yieldOf(
  { rate, tenure, payout }: DepositOffer,
  amount: Decimal,
  places: number,
): OfferYield {
  const deposit = { rate, tenure, payout, amount }
  return {
    aer: annualEffectiveRateText(deposit),
    interest: interestOf(deposit, places),
    maturityValue: maturityValue(deposit, places),
    income: incomeOf(deposit, places),
  }
}
