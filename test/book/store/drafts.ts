import { evolve } from '../../../src/book/market/evolve.ts'
import { emptyMarket, type Market } from '../../../src/book/market/market.ts'
import {
  decideCorrection,
  type CorrectionRequest,
  type CorrectionVerdict,
} from '../../../src/book/publish/decide-correction.ts'
import { enteredSheet } from '../../../src/book/publish/decide-sheet.ts'
import { verifiedEntries } from '../../../src/book/store/chain.ts'
import type { Store } from '../../../src/book/store/store.ts'
import type { CanonicalDecimal, Decimal } from '../../../src/domain/decimal.ts'
import type { Draft, Entry } from '../../../src/domain/entry.ts'
import { parseInstant, type Instant } from '../../../src/domain/instant.ts'
import type { Institution } from '../../../src/domain/institution.ts'
import {
  variants,
  type Offer,
  type Payout,
  type Sheet,
  type Variant,
} from '../../../src/domain/offer.ts'
import { unrated } from '../../support/book.ts'

/** Parses a time, or throws. */
export function instant(text: string): Instant {
  const at = parseInstant(text)
  if (at === undefined) throw new Error(`${text} is not a valid time.`)
  return at
}

/** The registration of an institution, with default values. */
export function registered(id: string, at: string, record: Partial<Institution> = {}): Draft {
  const institution: Institution = { ...unrated(id), ...record }
  return { at: instant(at), institutionId: id, kind: 'institution-registered', institution }
}

/** A check, the smallest entry. */
export function checked(institutionId: string, at: string): Draft {
  return { at: instant(at), institutionId, kind: 'rates-checked' }
}

/** An offer, such as `offer('general 12 maturity', '9.5', '5000')`; `12-24` is a range. */
export function offer(terms: string, rate: string, minimumDeposit?: string): Offer {
  const [variant, tenures, payout] = terms.split(' ') as [Variant, string, Payout]
  const [tenure, tenureTo] = tenures.split('-') as [CanonicalDecimal, CanonicalDecimal?]
  const deposit = minimumDeposit === undefined ? {} : { minimumDeposit: minimumDeposit as Decimal }
  const upper = tenureTo === undefined ? {} : { tenureTo }
  return { variant, tenure, ...upper, payout, rate: rate as Decimal, ...deposit }
}

/** A sheet; by default complete, and covering all variants. */
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
    currency: 'KES',
    complete: true,
    covers: variants,
    offers,
    ...rest,
  }
}

/** Appends to a book, and keeps the entries and the market in memory. */
export type BookWriter = {
  add(...drafts: readonly Draft[]): Promise<void>
  publish(sheet: Sheet, at: string): Promise<void>
  /** Appends a correction, unless it is refused or was entered before. */
  correct(request: CorrectionRequest, at: string): Promise<CorrectionVerdict>
  market(): Market
  entries(): readonly Entry[]
}

/** A writer for an empty book. */
export function writerFor(store: Store): BookWriter {
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
      const { institutionId } = sheet
      const book = market.institutions.get(institutionId)
      if (book === undefined) throw new Error(`${institutionId} is not registered.`)
      const head = { at: instant(at), institutionId, kind: 'sheet-published' as const }
      await add({ ...head, ...enteredSheet(book, sheet), sample: false })
    },
    async correct(request, at) {
      const { institutionId = '' } = entries[request.of - 1] ?? {}
      const book = market.institutions.get(institutionId)
      if (book === undefined) throw new Error(`There is no entry at position ${request.of}.`)
      const verdict = decideCorrection(book, request, instant(at))
      if (verdict.kind === 'corrected') await add(verdict.draft)
      return verdict
    },
    market: () => market,
    entries: () => entries,
  }
}

/** The entries of a book after a position. */
export async function entriesOf(
  book: Pick<Store, 'name' | 'mirrorOf' | 'storedEntries' | 'digestAt'>,
  after = 0,
): Promise<Entry[]> {
  const digest = (await book.digestAt(after)) ?? ''
  const batches = await Array.fromAsync(verifiedEntries(book, { position: after, digest }))
  return batches.flatMap(({ entries }) => entries)
}
