import { evolve } from '../../src/book/market/evolve.ts'
import { emptyMarket, type Market } from '../../src/book/market/market.ts'
import { contextFromMarket } from '../../src/book/publish/context-from-store.ts'
import {
  decideCorrection,
  type CorrectionRequest,
  type RightFigure,
} from '../../src/book/publish/decide-correction.ts'
import { decideSheet } from '../../src/book/publish/decide-sheet.ts'
import { readSheet } from '../../src/book/publish/input/read-sheet.ts'
import type { Cause } from '../../src/domain/change.ts'
import type { Decimal } from '../../src/domain/decimal.ts'
import type { Attribution, Draft, Entry } from '../../src/domain/entry.ts'
import type { Institution } from '../../src/domain/institution.ts'
import type { Tier } from '../../src/domain/offer.ts'
import { remember } from './recording.ts'
import { at } from './sample-market.ts'

/** The fields of a sheet file besides its offers. */
type SheetHead = {
  readonly scraped_at?: string
  readonly source_url?: string
  readonly complete?: boolean
  readonly covers?: readonly string[]
  readonly leaves?: readonly object[]
}

/** A small book in memory. Sheets pass the same reader and validation as real ones. */
export type Book = {
  readonly register: (when: string, id: string, record?: Partial<Institution>) => void
  /** An offer is written `'general 12 maturity 9.50'`; `100d` is a tenure in days, `12-24` a range, and a minimum deposit may follow. */
  readonly publish: (when: string, id: string, offers: readonly string[], head?: SheetHead) => void
  readonly check: (when: string, id: string) => void
  readonly verify: (when: string, id: string) => void
  /** Corrects a figure, `'general 12 maturity 9.50'` with tenures in months, of the sheet at a position; `none` as rate for no such offer. */
  readonly correct: (when: string, of: number, figure: string, why?: CorrectionReason) => void
  /** Retracts the sheet at a position. */
  readonly retract: (when: string, of: number, why?: CorrectionReason) => void
  /** Appends any entry, such as one of a collector. */
  readonly enter: (draft: Draft) => void
  readonly market: () => Market
}

/** The cause of a correction, by default `misread`, and who made it. */
type CorrectionReason = Attribution & { readonly cause?: Cause }

/** Opens an empty book. */
export function openBook(): Book {
  let market = emptyMarket
  const entries: Entry[] = []
  const records = new Map<string, Institution>()
  const enter = (draft: Draft) => {
    const entry: Entry = { ...draft, position: market.position + 1 }
    entries.push(entry)
    market = evolve(market, entry)
  }
  const decided = (when: string, request: Omit<CorrectionRequest, 'cause'> & CorrectionReason) => {
    const { institutionId = '' } = market.entries[request.of - 1] ?? {}
    const institution = market.institutions.get(institutionId)
    if (institution === undefined) throw new Error(`There is no entry at ${request.of}.`)
    const verdict = decideCorrection(institution, { cause: 'misread', ...request }, at(when))
    if (verdict.kind !== 'corrected') throw new Error(JSON.stringify(verdict))
    enter(verdict.draft)
  }
  return {
    register(when, id, record = {}) {
      const institution = { ...(records.get(id) ?? unrated(id)), ...record }
      records.set(id, institution)
      enter({ at: at(when), institutionId: id, kind: 'institution-registered', institution })
    },
    publish(when, id, offers, head = {}) {
      const context = contextFromMarket(market, id)
      const verdict = decideSheet(context, readSheet(sheetBytes(when, id, offers, head)), {
        at: at(when),
        sample: false,
      })
      if (verdict.kind !== 'published') throw new Error(JSON.stringify(verdict))
      enter(verdict.draft)
    },
    check: (when, id) => enter({ at: at(when), institutionId: id, kind: 'rates-checked' }),
    verify: (when, id) => enter({ at: at(when), institutionId: id, kind: 'rates-verified' }),
    correct: (when, of, figure, why) => decided(when, { ...why, of, figure: figureOf(figure) }),
    retract: (when, of, why) => decided(when, { ...why, of }),
    enter,
    market: () => remember(market, entries),
  }
}

/** A bank without a rating, with defaults for the other fields. */
export function unrated(id: string): Institution {
  return {
    id,
    name: `The ${id}`,
    type: 'bank',
    website: `https://${id}.example/`,
    active: true,
    licenseType: 'licensed_commercial_bank',
    creditRating: null,
    ratingAgency: null,
    ratingUpdated: null,
    staleAfterDays: 7,
  }
}

function sheetBytes(
  when: string,
  id: string,
  offers: readonly string[],
  head: SheetHead,
): Uint8Array {
  const sheet = {
    institution_id: id,
    source_url: `https://${id}.example/rates`,
    scraped_at: when,
    currency: 'LKR',
    offers: offers.map(offerOf),
    ...head,
  }
  return new TextEncoder().encode(JSON.stringify(sheet))
}

function figureOf(text: string): RightFigure {
  const [variant, tenures = '', payout, rate, minimumDeposit] = text.split(' ')
  const [tenure, tenureTo] = tenures.split('-')
  return {
    tier: {
      variant,
      tenure,
      ...(tenureTo !== undefined && { tenureTo }),
      payout,
      ...(minimumDeposit !== undefined && { minimumDeposit }),
    } as Tier,
    ...(rate !== 'none' && { rate: rate as Decimal }),
  }
}

function offerOf(text: string): object {
  const [variant, tenures = '', payout, rate, deposit] = text.split(' ')
  const [tenure = '', tenureTo] = tenures.split('-')
  return {
    product_variant: variant,
    ...tenureOf('tenure', tenure),
    ...(tenureTo !== undefined && tenureOf('tenure_to', tenureTo)),
    payout_type: payout,
    rate_pa: rate,
    ...(deposit !== undefined && { min_deposit: deposit }),
  }
}

function tenureOf(key: 'tenure' | 'tenure_to', text: string): object {
  return text.endsWith('d')
    ? { [`${key}_days`]: Number(text.slice(0, -1)) }
    : { [`${key}_months`]: text }
}
