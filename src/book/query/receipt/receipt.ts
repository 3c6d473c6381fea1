import { sameDecimal, type Decimal } from '../../../domain/decimal.ts'
import {
  isAhead,
  timeOf,
  type Decision,
  type Entry,
  type Publishing,
} from '../../../domain/entry.ts'
import type { Finding } from '../../../domain/gate-limits.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Institution } from '../../../domain/institution.ts'
import { keyOf, tierKeyOf, type Offer, type Tier } from '../../../domain/offer.ts'
import type { OfferCells } from '../../../domain/origin.ts'
import { believedSheets, isAbout, retractedIn } from '../../market/believed-sheets.ts'
import type { CorrectionRecord, InstitutionBook, Market } from '../../market/market.ts'
import { tiersRead } from '../../market/runs.ts'
import { standingNow } from '../../market/standing-now.ts'
import { confirmationOf, standingTier } from '../../market/standing.ts'
import { confirmations, type Verifying } from '../../market/verifications.ts'
import { correctionsByFigure, figureKey } from '../corrections.ts'
import { confirmationAge, type ConfirmationAge } from '../freshness.ts'
import type { EvidenceId } from '../ids.ts'
import { citedPages, type CitedPages } from './cited-captures.ts'
import { lastFigure } from './listed-figures.ts'

/** Everything that a market knows about one published figure. The book has the cells, too. */
export type Receipt = CitedPages & {
  readonly id: EvidenceId
  readonly institution: Institution
  /** The sheet of the figure. */
  readonly entry: Publishing
  readonly offer: Offer
  /** The name of the reviewer who published the sheet at that time; `undefined` if it was no reviewer, and on a mirror. */
  readonly name: string | undefined
  /** The findings about the offer or the whole sheet, and then those about its corrections, which a person has overridden. */
  readonly findings: readonly Finding[]
  /** The work of reviewers on the sheet; `undefined` on a mirror, if they approved it. */
  readonly review: SheetReview | undefined
  readonly verifications: LaterVerifications
  /** The corrections of the figure, oldest first, with the names of the reviewers who made them. */
  readonly corrections: readonly NamedCorrection[]
  readonly isRetracted: boolean
  /** The last figure of the tier; `undefined` if the tier has no current offer. */
  readonly standing: EvidenceId | undefined
  /** The current rate of the tier, as corrected. */
  readonly standingRate: Decimal | undefined
  /** How long ago that rate was confirmed. */
  readonly confirmation: ConfirmationAge | undefined
  /** Whether the figure is the current rate of the tier. */
  readonly stands: boolean
}

/** The verifications of a published figure: how many there are, and the last one. */
export type LaterVerifications = { readonly count: number; readonly last: Verifying | undefined }

/** A correction, and the name of the reviewer who made it; absent if it was no reviewer. */
export type NamedCorrection = CorrectionRecord & { readonly name: string | undefined }

/** The work of reviewers on a sheet before it was published. */
type SheetReview = {
  /** The decisions about the held sheet, oldest first. The first one of an edited or typed sheet is that of its maker. */
  readonly decisions: readonly Review[]
  /** Whether a reviewer edited figures that the collector had read. */
  readonly isEdited: boolean
}

/** A decision about a held sheet. Its note is private. */
export type Review = {
  /** The id of the reviewer, and the name at that time. */
  readonly by: string
  readonly name: string
  readonly decision: Decision
  readonly at: Instant
}

/** A published figure and its sheet; `undefined` if no published sheet has it. */
export function publishedFigure(
  { entries }: Market,
  { position, row }: EvidenceId,
): Pick<Receipt, 'entry' | 'offer'> | undefined {
  const entry = entries[position - 1]
  if (entry?.kind !== 'sheet-published') return undefined
  const offer = entry.sheet.offers[row - 1]
  return offer && { entry, offer }
}

/** The receipt of a published figure; `undefined` if no published sheet has it. */
export function receiptOf(
  market: Market,
  { position, row }: EvidenceId,
  now: Instant,
): Receipt | undefined {
  const figure = publishedFigure(market, { position, row })
  if (figure === undefined) return undefined
  const { entry, offer } = figure
  const book = market.institutions.get(entry.institutionId)
  if (book === undefined) return undefined
  const id = { position, row }
  const key = tierKeyOf(offer)
  const isOfFigure = ({ tier }: Finding): boolean => tier === undefined || tierKeyOf(tier) === key
  const isRetracted = retractedIn(book.entries).has(position)
  const { isCurrent, believedAt, ...standing } = standingOf(book, id, offer)
  const confirmedAt = standing.standing && confirmationOf(standingNow(book, now).standing, offer)
  const sheets = new Set([position, believedAt])
  const byFigure = correctionsByFigure(market, sheets)
  const corrections = [...sheets]
    .flatMap((of) => byFigure.get(figureKey(of, offer)) ?? [])
    .toSorted((a, b) => a.entry.position - b.entry.position)
  return {
    id,
    institution: book.institution,
    entry,
    offer,
    ...citedPages(entry, book.entries),
    name: reviewerName(market, entry.by, position),
    // A correction may name the figures of two of the sheets.
    findings: [...new Set([entry, ...corrections.map((one) => one.entry)])].flatMap(
      ({ findings = [] }) => findings.filter(isOfFigure),
    ),
    review: reviewOf(market, entry),
    verifications: laterVerifications(book, believedAt, offer, now),
    corrections: corrections.map((record) => {
      const { by, position: correctedAt } = record.entry
      return { ...record, name: reviewerName(market, by, correctedAt) }
    }),
    isRetracted,
    ...standing,
    confirmation: confirmedAt && confirmationAge(confirmedAt, book.institution, now),
    // A correction of another sheet may have brought the same rate back.
    stands: isCurrent && !isRetracted,
  }
}

function standingOf(
  { institution, entries, standing }: InstitutionBook,
  { position, row }: EvidenceId,
  offer: Offer,
): Pick<Receipt, 'standing' | 'standingRate'> & {
  readonly isCurrent: boolean
  /** The position of the sheet that has the figure. A correction may have added it to a later one, from which it stands. */
  readonly believedAt: number
} {
  const current = institution.active ? standingTier(standing, offer) : undefined
  const last = current && lastFigure(entries, offer)
  if (current === undefined || last === undefined)
    return { standing: undefined, standingRate: undefined, isCurrent: false, believedAt: position }
  const isLast = last.position === position && last.row === row
  const isSameRate = sameDecimal(current.rate, offer.rate)
  const believedAt = (isLast ? standing.get(keyOf(offer))?.position : undefined) ?? position
  return { standing: last, standingRate: current.rate, isCurrent: isLast && isSameRate, believedAt }
}

/**
 * The verifications of a tier while a sheet is the last one that lists or withdraws its terms. After a correction they confirm the
 * corrected rate. Those of an offer that is no longer believed count for nothing, and neither do those from the future.
 */
function laterVerifications(
  { entries }: Pick<InstitutionBook, 'entries'>,
  of: number,
  tier: Tier,
  now: Instant,
): LaterVerifications {
  const sheets = believedSheets(entries)
  const index = sheets.findIndex(({ entry }) => entry.position === of)
  const key = tierKeyOf(tier)
  if (!sheets[index]?.sheet.offers.some((offer) => tierKeyOf(offer) === key))
    return { count: 0, last: undefined }
  // Reading ends at the next sheet about the terms.
  const next = sheets.find((one, place) => place > index && isAbout(one, tier))
  const until = next?.entry.position ?? Infinity
  const confirms = confirmations(entries)
  const found = entries
    .filter((entry) => entry.kind === 'rates-verified')
    .filter(({ position }) => of < position && position < until)
    .filter((entry) => !isAhead(timeOf(entry), now))
    .filter((entry) => confirms(entry)(keyOf(tier), tier, of))
  return { count: found.length, last: found.at(-1) }
}

/** How reviewers came to publish a sheet; `undefined` if the held sheet is not in this book: a mirror has no private entries. */
function reviewOf(market: Market, { institutionId, hold }: Publishing): SheetReview | undefined {
  if (hold === undefined) return { decisions: [], isEdited: false }
  const held = market.entries[hold - 1]
  if (held?.kind !== 'sheet-held') return undefined
  const own = market.institutions.get(institutionId)?.entries ?? []
  const decisions = own
    .filter((entry) => entry.kind === 'sheet-decided')
    .filter((entry) => entry.hold === hold)
    .map(({ by, decision, at, position }) => {
      const name = reviewerName(market, by, position) ?? by
      return { by, name, decision, at }
    })
  return { decisions, isEdited: held.editOf !== undefined }
}

/** The name of a reviewer at a position of the book; `undefined` if nobody is registered with that id, and on a mirror. */
function reviewerName(
  { entries }: Market,
  id: string | undefined,
  position: number,
): string | undefined {
  if (id === undefined) return undefined
  const last = entries.findLast(
    (entry) => entry.position <= position && 'reviewer' in entry && entry.reviewer.id === id,
  )
  return last?.kind === 'reviewer-registered' ? last.reviewer.name : undefined
}

/** The positions of the entries that have the cells of a sheet. A market leaves them out, so they are read from the book. */
export function positionsOfCells({ position, origin }: Publishing): readonly number[] {
  return origin?.repeats === undefined ? [position] : [position, origin.repeats]
}

/** The cells that a figure was read from, found in whole entries of the book by position; `undefined` for a typed sheet. */
export function cellsOf(
  { sheet, origin }: Publishing,
  { position, row }: EvidenceId,
  entries: ReadonlyMap<number, Entry>,
): OfferCells | undefined {
  const offer = sheet.offers[row - 1]
  if (origin === undefined || offer === undefined) return undefined
  if (origin.repeats === undefined) {
    const own = entries.get(position)
    return own?.kind === 'sheet-published' ? own.origin?.cells?.[row - 1] : undefined
  }
  const repeated = entries.get(origin.repeats)
  if (repeated === undefined || !('origin' in repeated)) return undefined
  const key = tierKeyOf(offer)
  const index = tiersRead(repeated).findIndex((tier) => tierKeyOf(tier) === key)
  const figure = 'sheet' in repeated ? repeated.sheet.offers[index] : undefined
  // An entry with another figure of the tier is no evidence of this one.
  const isSame = figure === undefined || sameDecimal(figure.rate, offer.rate)
  return isSame ? repeated.origin?.cells?.[index] : undefined
}
