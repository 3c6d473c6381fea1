import * as fc from 'fast-check'
import type { Decimal } from '../../src/domain/decimal.ts'
import {
  compareTerms,
  compareTiers,
  keyOf,
  termsOf,
  variants,
  type Offer,
  type Terms,
  type Variant,
  type Sheet,
} from '../../src/domain/offer.ts'
import { few, someTerms, tierLine, tiers, unrepeated, type Line } from './offer-generators.ts'

/** A sheet without its institution and its time. */
export type SheetContent = Omit<Sheet, 'institutionId' | 'scrapedAt'>

/** Terms that a sheet may leave alone: usually none. */
const left: fc.Arbitrary<Terms[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Terms[]>([]) },
  fc.array(someTerms, { maxLength: 3 }),
)

/** The `leaves` of a sheet, as the reader returns them: covered, not listed, in order and distinct. */
export function leaving(
  left: readonly Terms[],
  offers: readonly Offer[],
  covers: readonly Variant[],
): Pick<Sheet, 'leaves'> {
  const listed = new Set(offers.map(keyOf))
  const distinct = new Map(left.map((terms) => [keyOf(terms), termsOf(terms)]))
  const leaves = [...distinct.values()]
    .filter((terms) => !listed.has(keyOf(terms)) && covers.includes(terms.variant))
    .toSorted(compareTerms)
  return leaves.length === 0 ? {} : { leaves }
}

/** A sheet as the reader returns it: its variants are covered, its offers are in order and distinct. */
export const sheetContent: fc.Arbitrary<SheetContent> = fc
  .record({
    sourceUrl: fc.constantFrom('https://bank.example/rates', 'HTTP://bank.example/?a=1&b="2"'),
    currency: fc.constant('LKR'),
    complete: fc.oneof({ weight: 2, arbitrary: fc.constant(true) }, fc.constant(false)),
    coversToo: fc.oneof(fc.constant([...variants]), fc.subarray([...variants])),
    first: tiers,
    rest: few(tiers, 5),
    left,
  })
  .map(({ coversToo, first, rest: others, left, ...rest }) => {
    const offers = unrepeated([first, ...others].flat())
    const named = new Set([...coversToo, ...offers.map(({ variant }) => variant)])
    const covers = variants.filter((variant) => named.has(variant))
    return {
      ...rest,
      covers,
      ...leaving(left, offers, covers),
      offers: offers.toSorted(compareTiers),
    }
  })

/** A change to one line of a sheet: it is dropped, its terms are left alone, or it gets another rate or minimum, or a further tier. */
type Edit = {
  /** The index of the line, modulo the number of lines. */
  readonly pick: number
  readonly kind: 'drop' | 'leave' | 'replace' | 'add'
  readonly line: Line
}

/** The differences between an institution's last sheet and its next one. */
export type Revision = { readonly complete: boolean; readonly edits: readonly Edit[] }

export const revision: fc.Arbitrary<Revision> = fc.record({
  complete: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
  edits: few(
    fc.record({
      pick: fc.nat(30),
      kind: fc.constantFrom('drop', 'leave', 'replace', 'add'),
      line: tierLine,
    }),
    4,
  ),
})

/** The sheet with these differences, or `undefined` if it would be empty. */
export function revised<T extends SheetContent>(
  { leaves: before = [], ...sheet }: T,
  { complete, edits }: Revision,
): (Omit<T, 'leaves'> & Pick<Sheet, 'leaves'>) | undefined {
  let { offers } = sheet
  const left = [...before]
  for (const { pick, kind, line } of edits) {
    const picked = offers[pick % offers.length]
    if (picked === undefined) return undefined
    const { tenureDays, tenureToDays } = picked
    const days = {
      ...(tenureDays !== undefined && { tenureDays }),
      ...(tenureToDays !== undefined && { tenureToDays }),
    }
    const edited = { ...termsOf(picked), ...days, ...line }
    if (kind === 'leave') {
      left.push(picked)
      offers = offers.filter((other) => keyOf(other) !== keyOf(picked))
      continue
    }
    const rest = kind === 'add' ? offers : offers.filter((other) => other !== picked)
    offers = unrepeated(kind === 'drop' ? rest : [...rest, edited])
  }
  if (offers.length === 0) return undefined
  const sorted = offers.toSorted(compareTiers)
  return { ...sheet, complete, ...leaving(left, offers, sheet.covers), offers: sorted }
}

const fewTerms = ['general 12', 'general 6', 'women 6'].map((text): Terms => {
  const [variant, tenure] = text.split(' ') as [Variant, Decimal]
  return { variant, tenure, payout: 'maturity' }
})

/** A sheet for few terms, so that its tiers often meet tiers that stood, left or moved before. */
export const tierSheet: fc.Arbitrary<SheetContent> = fc
  .record({
    complete: fc.boolean(),
    covers: fc.constantFrom<Variant[]>(['general'], ['general', 'women']),
    left: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.subarray(fewTerms)),
    lines: few(fc.record({ isFirst: fc.boolean(), line: tierLine }), 5),
  })
  .map(({ complete, covers, left, lines }) => {
    const offers = lines.map(({ isFirst, line }): Offer => {
      const variant = isFirst || covers.length === 1 ? 'general' : 'women'
      const tenure = (isFirst ? '12' : '6') as Decimal
      return { variant, tenure, payout: 'maturity', ...line }
    })
    const sourceUrl = 'https://bank.example/rates'
    const sorted = unrepeated(offers).toSorted(compareTiers)
    const leaves = leaving(left, offers, covers)
    return { sourceUrl, currency: 'LKR', complete, covers, ...leaves, offers: sorted }
  })
  .filter(({ offers }) => offers.length > 0)

/** Sheets of one institution. */
export const tierSheets: fc.Arbitrary<SheetContent[]> = few(tierSheet, 8)
