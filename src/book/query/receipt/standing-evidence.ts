import { termsApplyingTo } from '../../../domain/applies-to.ts'
import type { Instant } from '../../../domain/instant.ts'
import { isOwnPage, type Institution } from '../../../domain/institution.ts'
import { tierKeyOf, type Offer, type TermsFilter } from '../../../domain/offer.ts'
import type { CorrectionRecord, InstitutionBook, Market } from '../../market/market.ts'
import { standingNow } from '../../market/standing-now.ts'
import { confirmationOf } from '../../market/standing.ts'
import { correctionsByFigure, figureKey } from '../corrections.ts'
import { standingOffersOf, type StandingOffer } from '../current-offers.ts'
import {
  confirmationAge,
  confirmationAgeSpan,
  futureSpan,
  overlap,
  type ConfirmationAge,
  type Span,
} from '../freshness.ts'
import type { EvidenceId } from '../ids.ts'
import { isInstitution, type InstitutionFilter } from '../institutions.ts'
import { lastFigure, lastFigures } from './listed-figures.ts'

/** A current offer, and the last published figure of its tier. */
export type StandingFigure = {
  readonly id: EvidenceId
  readonly institution: Institution
  readonly offer: Offer
  /** The page of the last sheet about the terms. */
  readonly sourceUrl: string
  /** Whether it is a page of the institution. */
  readonly isOwn: boolean
  /** Whether a person typed the sheet of the figure. */
  readonly isTyped: boolean
  /** The last correction of the figure; `undefined` if there is none. */
  readonly correction: CorrectionRecord | undefined
  readonly confirmation: ConfirmationAge
}

/** The current offers with the ids of their receipts, in the order of the current offers. */
export function standingEvidence(
  market: Market,
  filter: InstitutionFilter & TermsFilter,
  now: Instant,
): IteratorObject<StandingFigure> {
  return market.institutions.values().flatMap((book) => evidenceOf(market, book, filter, now))
}

function evidenceOf(
  market: Market,
  book: InstitutionBook,
  filter: InstitutionFilter & TermsFilter,
  now: Instant,
): readonly StandingFigure[] {
  const offers = standingOffersOf(book, filter)
  const figures = figuresOf(market, offers)
  const sheets = new Set(offers.map(({ standing }) => standing.position))
  const corrections =
    book.published === book.believed ? undefined : correctionsByFigure(market, sheets)
  const known = standingNow(book, now)
  const pages = new Set(offers.map(({ standing }) => standing.sourceUrl))
  const own = new Set([...pages].filter((page) => isOwnPage(page, book.institution.website)))
  return offers.map((one) => {
    const { institution, standing, offer } = one
    const id = figures.get(one)
    const sheet = id && market.entries[id.position - 1]
    if (id === undefined || sheet?.kind !== 'sheet-published')
      throw new Error(`No sheet lists ${tierKeyOf(offer)}.`)
    // A correction may have added the offer to a sheet that does not print it.
    const correction = corrections?.get(figureKey(standing.position, offer))?.at(-1)
    const isTyped = sheet.origin === undefined
    const confirmedAt = confirmationOf(known.standing, offer) as Instant
    const confirmation = confirmationAge(confirmedAt, institution, now)
    const { sourceUrl } = standing
    const isOwn = own.has(sourceUrl)
    return { id, institution, offer, sourceUrl, isOwn, isTyped, correction, confirmation }
  })
}

/**
 * The last published figure of each offer. The last sheet that is about the terms prints it, unless a correction added the offer
 * to that sheet: then an earlier sheet may have the figure.
 */
function figuresOf(
  { entries }: Market,
  offers: readonly StandingOffer[],
): ReadonlyMap<StandingOffer, EvidenceId> {
  const figures = new Map<StandingOffer, EvidenceId>()
  for (const [position, ofSheet] of Map.groupBy(offers, ({ standing }) => standing.position)) {
    const entry = entries[position - 1]
    const tiers = ofSheet.map(({ offer }) => offer)
    const printed = lastFigures(entry === undefined ? [] : [entry], tiers).figures
    for (const one of ofSheet) {
      const figure = printed.get(tierKeyOf(one.offer)) ?? lastFigure(one.book.entries, one.offer)
      if (figure !== undefined) figures.set(one, figure)
    }
  }
  return figures
}

/** The span in which only a new entry changes the confirmations of the current offers. */
export function evidenceSpan(
  market: Market,
  filter: InstitutionFilter & TermsFilter,
  now: Instant,
): Span {
  const applies = termsApplyingTo(filter)
  let span = futureSpan(market, now)
  for (const book of market.institutions.values()) {
    const { institution } = book
    if (!institution.active || !isInstitution(institution, filter)) continue
    const { standing } = standingNow(book, now)
    const offered = standing.values().filter(({ offers }) => applies(offers[0]))
    for (const at of new Set(offered.flatMap(({ confirmedAt }) => confirmedAt))) {
      const age = confirmationAge(at, institution, now)
      span = overlap(span, confirmationAgeSpan(age, institution, now))
    }
  }
  return span
}
