import type { Decimal } from '../../../../src/domain/decimal.ts'
import type { InstitutionType } from '../../../../src/domain/institution.ts'
import type { Payout, Variant } from '../../../../src/domain/offer.ts'
import type { Market } from '../../../../src/book/market/market.ts'
import { openBook } from '../../../support/book.ts'
import { monthsOf, monthsOfBoundIn } from '../slow-tenure.ts'
import type { OracleOffer } from './range-answers.ts'

/** An institution and the offers of its sheet, as `test/support/book.ts` reads them. */
export type Publisher = {
  readonly id: string
  readonly type: InstitutionType
  readonly offers: readonly string[]
}

/** The market of a book in which each institution published one sheet. */
export function marketOfOffers(publishers: readonly Publisher[]): Market {
  const book = openBook()
  for (const { id, type } of publishers) book.register('2026-11-01T00:00:00Z', id, { type })
  for (const { id, offers } of publishers) book.publish('2026-11-02T06:00:00Z', id, offers)
  return book.market()
}

/** The same offers for the oracle. */
export function oracleOffers(publishers: readonly Publisher[]): OracleOffer[] {
  return publishers.flatMap(({ id, type, offers }) =>
    offers.map((text): OracleOffer => {
      const [variant, tenures = '', payout, rate, deposit] = text.split(' ')
      const [from = '', to] = tenures.split('-')
      const inMonths = to === undefined ? monthsOf : monthsOfBoundIn
      const lower = tenureOf(from, inMonths)
      const upper = to === undefined ? undefined : tenureOf(to, inMonths)
      return {
        institution: id,
        type,
        variant: variant as Variant,
        payout: payout as Payout,
        tenure: lower.months,
        ...(lower.days !== undefined && { tenureDays: lower.days }),
        ...(upper !== undefined && { tenureTo: upper.months }),
        ...(upper?.days !== undefined && { tenureToDays: upper.days }),
        rate: rate as Decimal,
        ...(deposit !== undefined && { minimumDeposit: deposit as Decimal }),
      }
    }),
  )
}

function tenureOf(
  text: string,
  inMonths: typeof monthsOf,
): { readonly months: Decimal; readonly days?: number } {
  if (!text.endsWith('d')) return { months: text as Decimal }
  const days = Number(text.slice(0, -1))
  return { months: inMonths(days), days }
}
