import { holdsOf, lastReadHold, reviewersIn } from '../../../src/book/market/holds.ts'
import type { InstitutionBook, Market } from '../../../src/book/market/market.ts'
import { contextFromMarket } from '../../../src/book/publish/context-from-store.ts'
import { enteredSheet } from '../../../src/book/publish/decide-sheet.ts'
import { validateSheet } from '../../../src/book/publish/input/read-sheet.ts'
import { decideEdit } from '../../../src/book/publish/review/decide-edit.ts'
import { decideOnHold } from '../../../src/book/publish/review/decide-on-hold.ts'
import { decideTyped } from '../../../src/book/publish/review/typed-sheet.ts'
import type { Day } from '../../../src/domain/day.ts'
import type { Draft, Entry } from '../../../src/domain/entry.ts'
import { defaultGateLimits } from '../../../src/domain/gate-limits.ts'
import { after, dayLength, type Instant } from '../../../src/domain/instant.ts'
import { compareTiers, keyOf, tierOf, type Sheet, type Tier } from '../../../src/domain/offer.ts'
import type { OfferCells, Origin, SourceRef } from '../../../src/domain/origin.ts'
import type {
  SomeEdit,
  SomeReview,
  SomeReviewer,
  SomeRun,
  SomeTyping,
} from '../../support/run-generators.ts'
import { revised } from '../../support/sheet-generators.ts'

const source: SourceRef = { file: 'sources/lk/bank.yaml', digest: 'ab'.repeat(32) }

/** The entry of a random run, as `ratebook collect` makes it; none if the run would have nothing to read. */
export function runDrafts(book: InstitutionBook, run: SomeRun, at: Instant): readonly Draft[] {
  const head = { at, institutionId: book.institution.id }
  if (run.outcome === 'failed') {
    const message = 'The page has a table that the source definition does not name: “Women’s”.'
    const origin = originOf(run, at)
    return [{ ...head, kind: 'rates-checked', outcome: 'failed', message, origin }]
  }
  return run.outcome === 'verified' ? verified(book, run, head) : compared(book, run, head)
}

type Head = { readonly at: Instant; readonly institutionId: string }

function verified(book: InstitutionBook, run: SomeRun, head: Head): readonly Draft[] {
  const terms = [...book.standing.values()].filter(
    (_, index) => index >= run.first && (index - run.first) % run.distance === 0,
  )
  const offers = terms.flatMap((one) => [...one.offers]).toSorted(compareTiers)
  if (offers.length === 0) return []
  const tiers = offers.map(tierOf)
  const cells = offers.map((offer) => cellsOf(offer, offer.rate))
  const repeated = earlierReading(book, run, tiers)
  const origin: Origin = {
    ...originOf(run, head.at),
    ...(repeated === undefined ? { cells } : { repeats: repeated.position }),
  }
  return [{ ...head, kind: 'rates-verified', tiers, origin }]
}

/** Publishes what the page says, or holds it. A sheet that is held or was rejected is not held again. */
function compared(book: InstitutionBook, run: SomeRun, head: Head): readonly Draft[] {
  const sheet = sheetOf(book, run, head.at)
  if (sheet === undefined) return []
  const origin = originOf(run, head.at)
  const cells = (one: Sheet) => one.offers.map((offer) => cellsOf(offer, offer.rate))
  if (run.outcome === 'changed') {
    const changed = enteredSheet(book, sheet)
    const withCells = { ...origin, cells: cells(changed.sheet) }
    return [{ ...head, kind: 'sheet-published', ...changed, sample: false, origin: withCells }]
  }
  if (run.body === 1 && lastReadHold(book) !== undefined)
    return [{ ...head, kind: 'rates-checked', outcome: 'held', origin }]
  const last = book.entries.findLast(
    ({ kind }) => kind === 'sheet-published' || kind === 'rate-corrected',
  )
  return [
    {
      ...head,
      kind: 'sheet-held',
      sheet,
      findings: [{ rule: 'large-move', message: 'A rate moved by 300 basis points.' }],
      origin: { ...origin, cells: cells(sheet) },
      comparedWith: last?.position ?? 0,
      reviewers: run.reviewers,
    },
  ]
}

function sheetOf(
  { publication }: InstitutionBook,
  { revision }: SomeRun,
  at: Instant,
): Sheet | undefined {
  const sheet = publication && revised(publication.sheet, revision)
  // The terms of an earlier sheet may keep another printing of the tenure, as a reader of pages never gives it.
  return sheet && validateSheet({ ...sheet, scrapedAt: at }).sheet
}

function originOf({ body }: SomeRun, at: Instant): Origin {
  const url = 'https://bank.example/rates'
  return {
    source,
    captures: [{ page: 'rates', url, at, digest: `${body}`.repeat(64), format: 'html' }],
    nextDue: after(at, dayLength),
    ...(body === 0 && {
      printedDate: {
        day: '2026-02-01' as Day,
        cell: { address: '#char=4,14', text: '2026-02-01' },
      },
    }),
  }
}

function cellsOf({ tenure }: Tier, rate: string): OfferCells {
  return {
    rate: { address: '#char=210,215', text: `${rate.replace('.', ',')} %`, decimal: ',' },
    tenure: { address: '#char=200,202', text: 'Special', means: `${tenure} months` },
    column: { address: '#char=100,111', text: 'At maturity' },
  }
}

/** The last entry with the same body, if it has the cells of the same tiers. */
function earlierReading(
  { entries }: InstitutionBook,
  { body }: SomeRun,
  tiers: readonly Tier[],
): Entry | undefined {
  const last = entries.findLast(
    (entry) =>
      'origin' in entry &&
      entry.origin?.cells !== undefined &&
      entry.origin.captures[0]?.digest === `${body}`.repeat(64),
  )
  if (last === undefined) return undefined
  const read = 'sheet' in last ? last.sheet.offers : 'tiers' in last ? (last.tiers ?? []) : []
  return read.map(keyOf).join() === tiers.map(keyOf).join() ? last : undefined
}

/** The entries of a random acceptance, or of a decision about the last held sheet; none if the reviewer may not make them. */
export function reviewDrafts(
  market: Market,
  institutionId: string,
  { accepts, reviewer: by, decision, note: remark }: SomeReview,
  at: Instant,
): readonly Draft[] {
  const reviewers = reviewersIn(market.entries)
  const note = remark === undefined ? {} : { note: remark }
  if (accepts) {
    const isPossible = reviewers.has(by) && market.institutions.has(institutionId)
    return isPossible ? [{ kind: 'source-accepted', at, institutionId, by, source, ...note }] : []
  }
  const hold = market.entries.findLast(({ kind }) => kind === 'sheet-held')
  if (hold === undefined) return []
  const context = { ...contextFromMarket(market, hold.institutionId), reviewers }
  const verdict = decideOnHold(context, { by, hold: hold.position, decision, ...note }, at)
  return verdict.kind === 'decided' ? verdict.drafts.filter((draft) => draft !== undefined) : []
}

/** The entries of a random edit of the last held sheet; none if it is refused. */
export function editDrafts(
  market: Market,
  institutionId: string,
  { reviewer: by, pick, rate, isLeft, note: remark }: SomeEdit,
  at: Instant,
): readonly Draft[] {
  const book = market.institutions.get(institutionId)
  const held = book && holdsOf(book).at(-1)?.entry
  const offer = held?.sheet.offers[pick % held.sheet.offers.length]
  if (held === undefined || offer === undefined) return []
  const tier = tierOf(offer)
  const figure =
    rate === undefined ? {} : { rate, ...(held.origin && { cells: editedCells(tier, rate) }) }
  const request = {
    by,
    hold: held.position,
    reason: 'It is another row.',
    edits: isLeft ? [] : [{ tier, ...figure }],
    ...(isLeft && { leaves: [tier] }),
    ...(remark !== undefined && { note: remark }),
  }
  const context = {
    ...contextFromMarket(market, institutionId),
    reviewers: reviewersIn(market.entries),
  }
  const verdict = decideEdit(context, request, at, {
    isOneReviewerEnough: false,
    limits: defaultGateLimits,
  })
  return verdict.kind === 'decided' ? verdict.drafts : []
}

function editedCells(tier: Tier, rate: string): OfferCells {
  return { ...cellsOf(tier, rate), rate: { address: '#char=310,315', text: `${rate} %` } }
}

/** The entries of a random typed sheet; none if it is refused. */
export function typingDrafts(
  market: Market,
  institutionId: string,
  { reviewer: by, revision, hasPages, note: remark }: SomeTyping,
  at: Instant,
): readonly Draft[] {
  const last = market.institutions.get(institutionId)?.publication?.sheet
  const sheet = last && revised(last, revision)
  if (sheet === undefined) return []
  const parsed = validateSheet({ ...sheet, scrapedAt: at })
  const page = { page: 'rates', url: 'https://bank.example/rates.pdf', at, format: 'pdf' } as const
  const typed = {
    by,
    parsed,
    reason: 'It was seen on the page.',
    ...(hasPages && { typedFrom: [{ ...page, digest: 'e'.repeat(64) }] }),
    ...(remark !== undefined && { note: remark }),
  }
  const context = {
    ...contextFromMarket(market, institutionId),
    reviewers: reviewersIn(market.entries),
  }
  const verdict = decideTyped(context, typed, at, {
    isOneReviewerEnough: false,
    limits: defaultGateLimits,
  })
  return verdict.kind === 'decided' ? verdict.drafts : []
}

/** The entry that registers or removes a reviewer; none if the reviewer to remove is not registered. */
export function reviewerDrafts(
  market: Market,
  { reviewer: id, name }: SomeReviewer,
  at: Instant,
): readonly Draft[] {
  const head = { at, institutionId: '' }
  if (name !== undefined) return [{ ...head, kind: 'reviewer-registered', reviewer: { id, name } }]
  return reviewersIn(market.entries).has(id)
    ? [{ ...head, kind: 'reviewer-removed', reviewer: { id } }]
    : []
}
