import type { CanonicalDecimal, Decimal } from '../../src/domain/decimal.ts'
import type { Draft, Entry } from '../../src/domain/entry.ts'
import { parseInstant, type Instant } from '../../src/domain/instant.ts'
import type { Institution } from '../../src/domain/institution.ts'
import { variants, type Offer, type Payout, type Variant } from '../../src/domain/offer.ts'
import type { Sheet } from '../../src/domain/sheet.ts'
import { evolve } from '../../src/market/evolve.ts'
import { emptyMarket, type Market } from '../../src/market/market.ts'
import { diff } from '../../src/publish/diff.ts'
import { groundIn } from '../../src/publish/ground-in.ts'
import type { Store } from '../../src/store/store.ts'
import { unrated } from '../support/book.ts'

/** An instant that must be one. */
export function instant(text: string): Instant {
  const at = parseInstant(text)
  if (at === undefined) throw new Error(`${text} is no instant.`)
  return at
}

/** The registration of an institution; what a test does not care about is filled in. */
export function registered(id: string, at: string, record: Partial<Institution> = {}): Draft {
  const institution: Institution = { ...unrated(id), ...record }
  return { at: instant(at), institutionId: id, kind: 'institution-registered', institution }
}

/** A look at an institution's page: the smallest entry. */
export function checked(institutionId: string, at: string): Draft {
  return { at: instant(at), institutionId, kind: 'rates-checked' }
}

/** An offer whose terms are written as one text: `offer('general 12 maturity', '9.5', '5000')`. */
export function offer(terms: string, rate: string, minimumDeposit?: string): Offer {
  const [variant, tenure, payout] = terms.split(' ') as [Variant, CanonicalDecimal, Payout]
  const deposit = minimumDeposit === undefined ? {} : { minimumDeposit: minimumDeposit as Decimal }
  return { variant, tenure, payout, rate: rate as Decimal, ...deposit }
}

/** A complete sheet that covers all variants, unless a test says otherwise. */
export function sheet(
  institutionId: string,
  scrapedAt: string,
  offers: readonly Offer[],
  rest: Partial<Sheet> = {},
): Sheet {
  return {
    institutionId,
    sourceUrl: `https://${institutionId}.example/rates`,
    scrapedAt: instant(scrapedAt),
    currency: 'LKR',
    complete: true,
    covers: variants,
    offers,
    ...rest,
  }
}

/** Someone who writes in a book and remembers what was written, and the market that it makes. */
export type Keeper = {
  add(...drafts: readonly Draft[]): Promise<void>
  publish(sheet: Sheet, at: string): Promise<void>
  market(): Market
  entries(): readonly Entry[]
}

/** Starts to keep an empty book. */
export function keeperOf(store: Store): Keeper {
  let market = emptyMarket
  const entries: Entry[] = []
  const add = async (...drafts: readonly Draft[]) => {
    const appended = await store.append(() => Promise.resolve(drafts))
    market = appended.reduce(evolve, market)
    entries.push(...appended)
  }
  return {
    add,
    async publish(sheet, at) {
      const { known } = groundIn(market, sheet.institutionId)
      if (known === undefined) throw new Error(`${sheet.institutionId} is not registered.`)
      await add(diff(known, sheet, instant(at), false))
    },
    market: () => market,
    entries: () => entries,
  }
}

/** All entries of a book after a position. */
export async function entriesOf(book: Pick<Store, 'entries'>, after = 0): Promise<Entry[]> {
  return (await Array.fromAsync(book.entries(after))).flat()
}
