import { tierKeyOf, type Offer } from '../domain/offer.ts'
import type { OfferCells, CapturedPage, Origin } from '../domain/origin.ts'
import type { SiteRefusal } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import type { InstitutionBook } from '../market/market.ts'
import type { Reading } from '../read/reading.ts'
import type { LoadedSource } from './source/parse-source.ts'

/** Why a run has no reading: a sentence, and how the site refused it if it did. */
export type RunFailure = { readonly failure: string; readonly refusal?: SiteRefusal }

/** The result of one run, before it is compared with the book. */
export type RunInput = {
  readonly source: LoadedSource
  /** The pages that were captured, in the order of the source definition; fewer if one of them failed. */
  readonly captures: readonly CapturedPage[]
  /** The reading of the pages, or a sentence that says why there is none. */
  readonly result: { readonly reading: Reading } | RunFailure
  /** The instant of the entry. */
  readonly at: Instant
  readonly nextDue: Instant
  /** Whether a person alone may approve what two should see. */
  readonly isOneReviewerEnough: boolean
}

/** The book that a run is compared with. */
export type RunContext = {
  readonly book: InstitutionBook
  /** The currency of the book, if it has sheets. */
  readonly currency: string | undefined
}

/** The origin of the entry of a run, without the cells of its offers. */
export function originOf({ source, captures, nextDue }: RunInput, reading?: Reading): Origin {
  return {
    source: source.ref,
    captures,
    nextDue,
    ...(reading?.printedDate !== undefined && { printedDate: reading.printedDate }),
    ...(reading !== undefined && reading.unmatched.length > 0 && { unmatched: reading.unmatched }),
  }
}

/** The cells of offers, which may be in another order and printing than in the reading. */
export function cellsOf(offers: readonly Offer[], reading: Reading): readonly OfferCells[] {
  const cells = new Map(
    reading.offers.map((offer, index) => [tierKeyOf(offer), reading.cells[index]]),
  )
  return offers.map((offer) => {
    const found = cells.get(tierKeyOf(offer))
    if (found === undefined) throw new Error(`The reading has no cells for ${tierKeyOf(offer)}.`)
    return found
  })
}
