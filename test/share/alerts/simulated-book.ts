import { comparedWith, openHold } from '../../../src/book/market/holds.ts'
import { emptyMarket, type InstitutionBook, type Market } from '../../../src/book/market/market.ts'
import type { RunOutcome } from '../../../src/book/market/runs.ts'
import { enteredSheet } from '../../../src/book/publish/decide-sheet.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import { entriesAfter, type Draft, type SiteRefusal } from '../../../src/domain/entry.ts'
import { after, dayLength, type Instant } from '../../../src/domain/instant.ts'
import type { Institution } from '../../../src/domain/institution.ts'
import { tierOf, type Offer, type Sheet } from '../../../src/domain/offer.ts'
import type { Origin } from '../../../src/domain/origin.ts'
import { unrated } from '../../support/book.ts'
import { follow } from '../../support/follow.ts'

/** Something that happens to an institution. */
export type SimulatedAct =
  | {
      readonly kind: 'run'
      readonly outcome: RunOutcome
      /** How the site refused a failed run. */
      readonly refusal?: SiteRefusal
      /** Whether a failed run got a page before it failed. */
      readonly gotPage?: boolean
      readonly isUnmatched?: boolean
      /** Whether a held run lists figures that were decided about, so that it holds no sheet. */
      readonly isDecided?: boolean
      /** For how many hours the host of a failed run asked for a pause. */
      readonly pause?: number
    }
  | { readonly kind: 'typed' | 'verify' | 'check' | 'reject' | 'approve' }
  | { readonly kind: 'register'; readonly record: Partial<Institution> }

/** A book of simulated days. Every institution has one offer, whose rate moves with each sheet. */
export type SimulatedBook = {
  /** Enters what happens at an instant. Returns false, and enters nothing, if it is not possible. */
  readonly enter: (at: Instant, id: string, act: SimulatedAct) => boolean
  readonly market: () => Market
}

/** The sentence of every failed run: it must not leave the machine. */
export const failureSentence = 'The page prints 88.80 % in “Women’s”.'

/** Opens a book of these institutions, registered at an instant. */
export function openSimulatedBook(ids: readonly string[], start: Instant): SimulatedBook {
  let market = emptyMarket
  // Entries of one day are folded together: each fold copies the list of all entries.
  let waiting: readonly Draft[] = ids.map((id) => registered(id, start, {}))
  const caughtUp = (): Market => {
    market = follow(market, entriesAfter(market.position, waiting))
    waiting = []
    return market
  }
  return {
    market: caughtUp,
    enter(at, id, act) {
      if (waiting.some(({ institutionId }) => institutionId === id)) caughtUp()
      const book = market.institutions.get(id)
      const drafts = book === undefined ? [] : draftsOf(book, act, at)
      waiting = [...waiting, ...drafts]
      return drafts.length > 0
    },
  }
}

function registered(id: string, at: Instant, record: Partial<Institution>): Draft {
  const institution = { ...unrated(id), ...record }
  return { kind: 'institution-registered', institutionId: id, at, institution }
}

function draftsOf(book: InstitutionBook, act: SimulatedAct, at: Instant): readonly Draft[] {
  const { id } = book.institution
  const head = { institutionId: id, at }
  switch (act.kind) {
    case 'register':
      return [registered(id, at, { ...book.institution, ...act.record })]
    case 'typed':
      return [published(book, nextSheet(book, at))]
    case 'verify':
      return book.standing.size === 0 ? [] : [{ ...head, kind: 'rates-verified', by: 'Ann' }]
    case 'check':
      return [{ ...head, kind: 'rates-checked', by: 'Ann' }]
    case 'reject':
    case 'approve':
      return decided(book, act.kind, at)
    case 'run':
      return runDrafts(book, act, at)
    default:
      throw act satisfies never
  }
}

function decided(book: InstitutionBook, kind: 'reject' | 'approve', at: Instant): readonly Draft[] {
  const hold = openHold(book)?.entry
  if (hold === undefined) return []
  const { position, institutionId } = hold
  const decision = kind === 'reject' ? 'rejected' : 'approved'
  const head = { kind: 'sheet-decided', institutionId, at, by: 'ann', hold: position } as const
  const note = kind === 'reject' ? { note: 'A typo.' } : {}
  const sheet = kind === 'approve' ? [{ ...published(book, hold.sheet, at), hold: position }] : []
  return [{ ...head, decision, ...note }, ...sheet]
}

function runDrafts(
  book: InstitutionBook,
  act: Extract<SimulatedAct, { kind: 'run' }>,
  at: Instant,
): readonly Draft[] {
  const { outcome, refusal } = act
  const head = { institutionId: book.institution.id, at }
  const origin = originOf(act, at)
  const offers = [...book.standing.values()].flatMap((one) => [...one.offers])
  if (outcome === 'failed') {
    const refused = refusal === undefined ? {} : { refusal }
    const reason = { message: failureSentence, ...refused, origin }
    return [{ ...head, kind: 'rates-checked', outcome, ...reason }]
  }
  if (outcome === 'verified')
    return offers.length === 0
      ? []
      : [{ ...head, kind: 'rates-verified', tiers: offers.map(tierOf), origin }]
  if (outcome === 'held' && act.isDecided === true)
    return [{ ...head, kind: 'rates-checked', outcome, origin }]
  const sheet = nextSheet(book, at)
  if (outcome === 'changed') return [{ ...published(book, sheet), origin }]
  return [
    {
      ...head,
      kind: 'sheet-held',
      sheet,
      findings: [{ rule: 'large-move', message: 'A rate moved by 300 basis points.' }],
      origin,
      comparedWith: comparedWith(book),
      reviewers: 1,
    },
  ]
}

function originOf(
  { outcome, gotPage, isUnmatched, pause = 0 }: Extract<SimulatedAct, { kind: 'run' }>,
  at: Instant,
): Origin {
  const url = 'https://bank.example/rates'
  const page = { page: 'rates', url, at, digest: '5'.repeat(64), format: 'html' } as const
  const hasPage = outcome !== 'failed' || gotPage === true
  return {
    source: { file: 'lk/bank.yaml', digest: 'ab'.repeat(32) },
    captures: hasPage ? [page] : [],
    nextDue: after(at, (pause * dayLength) / 24),
    ...(isUnmatched === true && {
      unmatched: ['No table is under the ignored heading “Savings”.'],
    }),
  }
}

/** A sheet with another rate than the last one. */
function nextSheet({ institution, standing }: InstitutionBook, at: Instant): Sheet {
  const rate = [...standing.values()][0]?.offers[0].rate
  const offer = {
    variant: 'general',
    tenure: '12' as Decimal,
    payout: 'maturity',
    rate: (rate === '8.50' ? '8.75' : '8.50') as Decimal,
  } satisfies Offer
  return {
    institutionId: institution.id,
    sourceUrl: `https://${institution.id}.example/rates`,
    scrapedAt: at,
    currency: 'LKR',
    complete: true,
    covers: ['general'],
    offers: [offer],
  }
}

function published(
  book: InstitutionBook,
  sheet: Sheet,
  at = sheet.scrapedAt,
): Extract<Draft, { kind: 'sheet-published' }> {
  const { institutionId } = sheet
  return { kind: 'sheet-published', institutionId, at, ...enteredSheet(book, sheet), sample: false }
}
