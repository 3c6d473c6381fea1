import { scaleOf, type Decimal } from '../../../src/domain/decimal.ts'
import {
  compareTiers,
  payouts,
  tierKeyOf,
  type Offer,
  type Payout,
  type Variant,
  type Sheet,
} from '../../../src/domain/offer.ts'

/** Makes the faulty versions of a sheet, each with the true offers that it falsifies. */
export type SheetFault = (sheet: Sheet) => readonly FaultySheet[]
export type FaultySheet = {
  readonly offers: readonly Offer[]
  readonly falsified: readonly Offer[]
}

/** Faults in a whole sheet. */
export const sheetFaults: Readonly<Record<string, SheetFault>> = {
  'second half of the rows lost': (sheet) => truncated(sheet, Math.ceil(sheet.offers.length / 2)),
  'last row lost': (sheet) => truncated(sheet, sheet.offers.length - 1),
  'payout columns swapped': ({ offers }) =>
    payoutPairs.flatMap((pair) => swapped(offers, 'payout', pair)),
  'general and senior columns swapped': ({ offers }) =>
    swapped(offers, 'variant', ['general', 'senior_citizen']),
  'percentages as fractions': ({ offers }) => [
    { offers: offers.map(asFraction), falsified: offers },
  ],
}

const payoutPairs: readonly (readonly [Payout, Payout])[] = payouts.flatMap((a, index) =>
  payouts.slice(index + 1).map((b) => [a, b] as const),
)

/** A complete sheet without its last rows. A partial sheet withdraws nothing, so losing rows falsifies nothing. */
function truncated({ complete, offers }: Sheet, count: number): readonly FaultySheet[] {
  if (!complete || count === 0 || count === offers.length) return []
  return [{ offers: offers.slice(0, count), falsified: offers.slice(count) }]
}

/** The offers of two columns under each other's heading, if both have offers and at least one rate is then false. */
function swapped(
  offers: readonly Offer[],
  column: 'payout' | 'variant',
  [a, b]: readonly [Payout, Payout] | readonly [Variant, Variant],
): readonly FaultySheet[] {
  const falsified = offers.filter((offer) => offer[column] === a || offer[column] === b)
  if (new Set(falsified.map((offer) => offer[column])).size < 2) return []
  const relabelled = offers.map((offer) =>
    falsified.includes(offer) ? { ...offer, [column]: offer[column] === a ? b : a } : offer,
  )
  const texts = (some: readonly Offer[]) => some.map((one) => `${tierKeyOf(one)} ${one.rate}`)
  const truth = new Set(texts(offers))
  if (texts(relabelled).every((text) => truth.has(text))) return []
  return [{ offers: relabelled.toSorted(compareTiers), falsified }]
}

function asFraction(offer: Offer): Offer {
  const { rate, annualEffectiveRate } = offer
  return {
    ...offer,
    rate: hundredth(rate),
    ...(annualEffectiveRate !== undefined && {
      annualEffectiveRate: hundredth(annualEffectiveRate),
    }),
  }
}

/** The value divided by 100. */
function hundredth(value: Decimal): Decimal {
  const places = scaleOf(value) + 2
  const digits = value.replace('.', '').padStart(places + 1, '0')
  return `${digits.slice(0, -places).replace(/^0+(?=\d)/, '')}.${digits.slice(-places)}` as Decimal
}
