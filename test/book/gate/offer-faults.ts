import {
  compareDecimals,
  parseDecimal,
  sameDecimal,
  type Decimal,
} from '../../../src/domain/decimal.ts'
import { tierKeyOf, type Offer, type Sheet } from '../../../src/domain/offer.ts'

/** Makes the faulty versions of one offer of a sheet. */
export type OfferFault = (offer: Offer, sheet: Sheet) => readonly Offer[]

/** Faults in the figures of a single offer. */
export const offerFaults: Readonly<Record<string, OfferFault>> = {
  'transposed digits': (offer) => withRates(offer, transpositions(offer.rate)),
  'rate and AER swapped': (offer) => {
    const { rate, annualEffectiveRate } = offer
    if (annualEffectiveRate === undefined) return []
    return withRates({ ...offer, annualEffectiveRate: rate }, [annualEffectiveRate], rate)
  },
  "the next row's rate": (offer, { offers }) => {
    const column = offers.filter(
      ({ variant, payout }) => variant === offer.variant && payout === offer.payout,
    )
    const next = column[column.indexOf(offer) + 1]
    return next === undefined ? [] : withRates(offer, [next.rate])
  },
  "the next column's rate": (offer, { offers }) =>
    offers
      .filter((other) => other.payout !== offer.payout && isSameRow(other, offer))
      .slice(0, 1)
      .flatMap(({ rate }) => withRates(offer, [rate])),
  'single wrong digit': (offer) => withRates(offer, wrongDigits(offer.rate)),
  'decimal point one place to the right': (offer) =>
    withRates(offer, [offer.rate.replace(/\.(\d)/, '$1.').replace(/\.$/, '')]),
}

/** Whether two offers stand in one row of a page that has a column for each payout. */
function isSameRow(a: Offer, b: Offer): boolean {
  return tierKeyOf({ ...a, payout: b.payout }) === tierKeyOf(b)
}

/** The offer with other rates. Rates that equal the true one, or that the sheet reader refuses, are left out. */
function withRates(offer: Offer, rates: readonly string[], truth = offer.rate): readonly Offer[] {
  return [...new Set(rates)].flatMap((text) => {
    const rate = parseDecimal(text)
    return rate === undefined || !isReadable(rate) || sameDecimal(rate, truth)
      ? []
      : [{ ...offer, rate }]
  })
}

/** Whether the sheet reader accepts a rate: above 0 and at most 1000. */
function isReadable(rate: Decimal): boolean {
  return compareDecimals(rate, '0' as Decimal) > 0 && compareDecimals(rate, '1000' as Decimal) <= 0
}

/** The texts in which two adjacent digits have changed places, also across the point. */
function transpositions(rate: string): readonly string[] {
  const digits = rate.replace('.', '')
  return Array.from(digits.slice(1), (_, index) => {
    const [a = '', b = ''] = digits.slice(index, index + 2)
    return likePrinted(rate, `${digits.slice(0, index)}${b}${a}${digits.slice(index + 2)}`)
  })
}

/** The texts in which one digit is another one. */
function wrongDigits(rate: string): readonly string[] {
  const digits = rate.replace('.', '')
  return Array.from(digits, (_, index) =>
    Array.from('0123456789', (other) =>
      likePrinted(rate, `${digits.slice(0, index)}${other}${digits.slice(index + 1)}`),
    ),
  ).flat()
}

/** Digits with the point where the rate has it. */
function likePrinted(rate: string, digits: string): string {
  const point = rate.indexOf('.')
  return point === -1 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
}
