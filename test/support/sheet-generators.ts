import * as fc from 'fast-check'
import { monthsOfDays, type Decimal } from '../../src/domain/decimal.ts'
import {
  compareTiers,
  payouts,
  tierKeyOf,
  variants,
  type Offer,
  type Payout,
  type Variant,
} from '../../src/domain/offer.ts'
import type { Sheet } from '../../src/domain/sheet.ts'

/** A list of at most `most` items: usually long, and able to shrink to a short one. */
export function few<T>(item: fc.Arbitrary<T>, most: number): fc.Arbitrary<T[]> {
  return fc.oneof({ withCrossShrink: true }, fc.array(item, { maxLength: most, size: 'max' }), {
    weight: 3,
    arbitrary: fc.array(item, { minLength: most >> 1, maxLength: most, size: 'max' }),
  })
}

const someVariant = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<Variant[]>('general', 'general', 'women') },
  fc.constantFrom(...variants),
)
const somePayout = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<Payout[]>('maturity', 'maturity', 'monthly') },
  fc.constantFrom(...payouts),
)
/** Months, or days: 100 days are 3.29 months, and 365 days are 12.00. */
const someTenure: fc.Arbitrary<Pick<Offer, 'tenure' | 'tenureDays'>> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .constantFrom('12', '12.0', '12.00', '3', '3.0', '3.29', '100')
      .map((tenure) => ({ tenure: tenure as Decimal })),
  },
  fc.constantFrom(100, 365).map((days) => ({ tenure: monthsOfDays(days), tenureDays: days })),
)
const someRate = fc.constantFrom(
  ...(['8', '8.0', '8.25', '9.5', '9.50', '9.5000', '9.12345', '10', '10.0'] as Decimal[]),
)
/** Often none, and often another printing of the same value, so that tiers match, move and return. */
const someDeposit = fc.constantFrom(
  ...([
    undefined,
    undefined,
    '0',
    '0.00',
    '5000',
    '5000',
    '5000.00',
    '10000',
    '25000',
    '25000.0',
    '100000.125',
    '250000',
  ] as (Decimal | undefined)[]),
)

/** One line of text that is valid in JSON and in CSV sheets. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((one) => /^[^\p{Cc}=+\-@]+$/u.test(one) && one.trim() !== '' && one.isWellFormed())

const terms = fc.record({ variant: someVariant, tenure: someTenure, payout: somePayout })

/** What a line of a sheet adds to its terms. */
type Line = Omit<Offer, 'variant' | 'tenure' | 'tenureDays' | 'payout'>

const tierLine: fc.Arbitrary<Line> = fc
  .record({
    rate: someRate,
    deposit: someDeposit,
    yearly: fc.option(someRate, { nil: undefined, freq: 4 }),
    product: fc.option(text, { nil: undefined, freq: 4 }),
  })
  .map(({ rate, deposit, yearly, product }) => ({
    rate,
    ...(deposit !== undefined && { minimumDeposit: deposit }),
    ...(yearly !== undefined && { annualEffectiveRate: yearly }),
    ...(product !== undefined && { product }),
  }))

/** The offers for some terms: one, or several tiers. */
const tiers: fc.Arbitrary<Offer[]> = fc
  .record({ terms, first: tierLine, rest: few(tierLine, 3) })
  .map(({ terms: { tenure, ...rest }, first, rest: others }) =>
    [first, ...others].map((one) => ({ ...rest, ...tenure, ...one })),
  )

/** Drops repeated tiers, because a sheet that lists one twice is refused. */
function unrepeated(offers: readonly Offer[]): Offer[] {
  return [...new Map(offers.map((one) => [tierKeyOf(one), one])).values()]
}

/** A sheet without its institution and its time. */
export type SheetContent = Omit<Sheet, 'institutionId' | 'scrapedAt'>

/** A sheet as the reader returns it: its variants are covered, its offers are in order and distinct. */
export const sheetContent: fc.Arbitrary<SheetContent> = fc
  .record({
    sourceUrl: fc.constantFrom('https://bank.example/rates', 'HTTP://bank.example/?a=1&b="2"'),
    currency: fc.constant('LKR'),
    complete: fc.oneof({ weight: 2, arbitrary: fc.constant(true) }, fc.constant(false)),
    coversToo: fc.oneof(fc.constant([...variants]), fc.subarray([...variants])),
    first: tiers,
    rest: few(tiers, 5),
  })
  .map(({ coversToo, first, rest: others, ...rest }) => {
    const offers = unrepeated([first, ...others].flat())
    const named = new Set([...coversToo, ...offers.map(({ variant }) => variant)])
    const covers = variants.filter((variant) => named.has(variant))
    return { ...rest, covers, offers: offers.toSorted(compareTiers) }
  })

/** A change to one line of a sheet: it is dropped, gets another rate or minimum deposit, or gets a further tier of its terms. */
type Edit = {
  /** The index of the line, modulo the number of lines. */
  readonly pick: number
  readonly kind: 'drop' | 'replace' | 'add'
  readonly line: Line
}

/** The differences between an institution's last sheet and its next one. */
export type Revision = { readonly complete: boolean; readonly edits: readonly Edit[] }

export const revision: fc.Arbitrary<Revision> = fc.record({
  complete: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
  edits: few(
    fc.record({
      pick: fc.nat(30),
      kind: fc.constantFrom('drop', 'replace', 'add'),
      line: tierLine,
    }),
    4,
  ),
})

/** The sheet with these differences, or `undefined` if it would be empty. */
export function revised<T extends SheetContent>(
  sheet: T,
  { complete, edits }: Revision,
): T | undefined {
  let { offers } = sheet
  for (const { pick, kind, line } of edits) {
    const picked = offers[pick % offers.length]
    if (picked === undefined) return undefined
    const { variant, tenure, tenureDays, payout } = picked
    const days = tenureDays === undefined ? {} : { tenureDays }
    const edited = { variant, tenure, ...days, payout, ...line }
    const rest = kind === 'add' ? offers : offers.filter((other) => other !== picked)
    offers = unrepeated(kind === 'drop' ? rest : [...rest, edited])
  }
  if (offers.length === 0) return undefined
  return { ...sheet, complete, offers: offers.toSorted(compareTiers) }
}

/** Sheets of one institution for few terms, so that most of them meet tiers that stood, left or moved before. */
export const tierSheets: fc.Arbitrary<SheetContent[]> = few(
  fc
    .record({
      complete: fc.boolean(),
      covers: fc.constantFrom<Variant[]>(['general'], ['general', 'women']),
      lines: few(fc.record({ isFirst: fc.boolean(), line: tierLine }), 5),
    })
    .map(({ complete, covers, lines }) => {
      const offers = lines.map(({ isFirst, line: { rate, minimumDeposit } }): Offer => {
        const variant = isFirst || covers.length === 1 ? 'general' : 'women'
        const tenure = (isFirst ? '12' : '6') as Decimal
        const deposit = minimumDeposit === undefined ? {} : { minimumDeposit }
        return { variant, tenure, payout: 'maturity', rate, ...deposit }
      })
      const sourceUrl = 'https://bank.example/rates'
      const sorted = unrepeated(offers).toSorted(compareTiers)
      return { sourceUrl, currency: 'LKR', complete, covers, offers: sorted }
    })
    .filter(({ offers }) => offers.length > 0),
  8,
)
