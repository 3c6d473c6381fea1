import type { Institution } from '../domain/institution.ts'
import { tierKeyOf, type Offer, type TermsFilter, type TierKey } from '../domain/offer.ts'
import type { CorrectionRecord } from '../market/correction-records.ts'
import type { InstitutionBook, Market } from '../market/market.ts'
import type { EvidenceId } from './evidence-id.ts'
import { correctionsOf } from './figure-corrections.ts'
import type { InstitutionFilter } from './institutions.ts'
import { lastFigures } from './listed-figures.ts'
import { standingOffers } from './standing-offers.ts'

/** A current offer, and the last published figure of its tier. */
export type StandingFigure = {
  readonly id: EvidenceId
  readonly institution: Institution
  readonly offer: Offer
  /** Whether a person typed the sheet of the figure. */
  readonly isTyped: boolean
  /** The last correction of the figure; `undefined` if there is none. */
  readonly correction: CorrectionRecord | undefined
}

/** The current offers with the ids of their receipts, in the order of the current offers. */
export function standingEvidence(
  market: Market,
  filter: InstitutionFilter & TermsFilter,
): StandingFigure[] {
  const figuresOf = new Map<InstitutionBook, ReadonlyMap<TierKey, EvidenceId>>()
  const corrected = new Set(market.corrections.map(({ entry }) => entry.institutionId))
  return standingOffers(market, filter).map(({ book, institution, offer }) => {
    const figures = figuresOf.get(book) ?? figuresOfStanding(book)
    figuresOf.set(book, figures)
    const id = figures.get(tierKeyOf(offer))
    const sheet = id && market.entries[id.position - 1]
    if (id === undefined || sheet?.kind !== 'sheet-published')
      throw new Error(`No sheet lists ${tierKeyOf(offer)}.`)
    const corrections = corrected.has(institution.id) ? correctionsOf(market, sheet, offer) : []
    const isTyped = sheet.origin === undefined
    return { id, institution, offer, isTyped, correction: corrections.at(-1) }
  })
}

function figuresOfStanding({ entries, standing }: InstitutionBook) {
  return lastFigures(
    entries,
    [...standing.values()].flatMap(({ offers }) => offers),
  )
}
