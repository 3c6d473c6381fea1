import type { Captures } from '../captures/captures.ts'
import type { OfferCells } from '../domain/cell.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { Holding } from '../domain/entry.ts'
import { tierKeyOf, tierText, type Offer, type Tier } from '../domain/offer.ts'
import type { FigureEdit } from '../publish/review/decide-edit.ts'
import type { PageBytes } from '../read/reading.ts'
import { checkInCage, textsInCage } from './cage.ts'
import { capturedBytes } from './captured-bytes.ts'

/** A reviewer's change of one figure, with the place of the right rate on the page. */
export type AddressedEdit = {
  /** The tier in the held sheet. */
  readonly tier: Tier
  /** The right rate; absent if the page does not list the offer. */
  readonly rate?: Decimal
  /** The address of its cell, on the page that the offer was read from. */
  readonly address?: string
}

/** The edits with their cells, or why the pages do not prove them, as a sentence. */
export type ProvenEdits = { readonly edits: readonly FigureEdit[] } | { readonly problem: string }

/**
 * Proves that each new rate of a held sheet stands at its address in the captured pages, as a whole number of its cell. The pages
 * are read in the cage. Edits of a typed sheet have no cells, and `decideEdit` refuses those that lack one.
 */
export async function proveEdits(
  captures: Captures,
  { sheet, origin }: Holding,
  edits: readonly AddressedEdit[],
): Promise<ProvenEdits> {
  const proven: FigureEdit[] = []
  for (const { address, ...edit } of edits) {
    const index = sheet.offers.findIndex((offer) => tierKeyOf(offer) === tierKeyOf(edit.tier))
    const [offer, cells] = [sheet.offers[index], origin?.cells?.[index]]
    const { rate } = edit
    if (rate === undefined || address === undefined || offer === undefined || cells === undefined) {
      proven.push(edit)
      continue
    }
    const pages: PageBytes[] = []
    for (const capture of origin?.captures ?? []) {
      const page = await capturedBytes(capture, captures)
      if ('message' in page) return { problem: page.message }
      pages.push(page)
    }
    const own = await cellsAt(address, { ...offer, rate }, cells, pages)
    if ('problem' in own) return own
    proven.push({ ...edit, ...own })
  }
  return { edits: proven }
}

/** The cells of an offer whose rate stands at another address, or why it does not stand there. */
async function cellsAt(
  address: string,
  offer: Offer,
  cells: OfferCells,
  pages: readonly PageBytes[],
): Promise<{ readonly cells: OfferCells } | { readonly problem: string }> {
  const page = pages[cells.capture ?? 0]
  if (page === undefined) return { problem: `${tierText(offer)} has no captured page.` }
  const found = await textsInCage(page, [address])
  if ('failure' in found) return { problem: found.failure }
  const [text] = found.texts
  if (text === undefined || text === null)
    return { problem: `The page ${page.name} has nothing at ${address}.` }
  const placed = { ...cells, rate: { address, text } }
  const problems = await checkInCage({ offers: [offer], cells: [placed] }, pages)
  return problems.length === 0 ? { cells: placed } : { problem: problems.join(' ') }
}
