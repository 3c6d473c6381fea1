import type { Decimal } from '../../src/domain/decimal.ts'
import { type Finding, defaultGateLimits } from '../../src/domain/gate-limits.ts'
import { compareTiers, variants, type Offer, type Sheet } from '../../src/domain/offer.ts'
import { checkSheet } from '../../src/book/gate/gate.ts'
import { standingAfter } from '../../src/book/market/standing.ts'
import { at } from './sample-market.ts'

/** An offer from words such as `general 12 maturity 8.50` or `general 12-24 maturity 8.50`; then, if given, `aer 8.50` and `from 5000`. */
function offerFrom(words: string): Offer {
  const [variant, months = '', payout, rate, ...rest] = words.split(' ')
  const [tenure, tenureTo] = months.split('-')
  const after = (name: string) => rest[rest.indexOf(name) + 1] as Decimal
  return {
    ...({ variant, tenure, payout, rate } as Offer),
    ...(tenureTo !== undefined && { tenureTo: tenureTo as Decimal }),
    ...(rest.includes('from') && { minimumDeposit: after('from') }),
    ...(rest.includes('aer') && { annualEffectiveRate: after('aer') }),
  }
}

/** A sheet with these offers, complete and of all variants unless the fields say otherwise. */
export function gateSheet(offers: readonly string[], fields: Partial<Sheet> = {}): Sheet {
  return {
    institutionId: 'alpha-bank',
    sourceUrl: 'https://alpha-bank.example/rates',
    scrapedAt: at('2026-06-01T00:00:00Z'),
    currency: 'LKR',
    complete: true,
    covers: [...variants],
    offers: offers.map(offerFrom).toSorted(compareTiers),
    ...fields,
  }
}

/** The standing offers after the first sheet of an institution. */
export function bookAfter(sheet: Sheet): { readonly standing: ReturnType<typeof standingAfter> } {
  return { standing: standingAfter(new Map(), sheet, 1) }
}

/** The findings on a sheet of a book that sets no limits. */
export function findingsIn(
  facts: Omit<Parameters<typeof checkSheet>[0], 'limits'>,
): readonly Finding[] {
  return checkSheet({ ...facts, limits: defaultGateLimits })
}

/** The rules with findings on a sheet, after another sheet or as the first one. A rule is named once for each finding. */
export function rulesFor(sheet: Sheet, before?: Sheet): readonly string[] {
  const book = before && bookAfter(before)
  return findingsIn({ sheet, book }).map(({ rule }) => rule)
}
