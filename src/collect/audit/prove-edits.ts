import type { Captures } from '../captures/captures.ts'
import type { OfferCells, ReadCell } from '../../domain/origin.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { Holding } from '../../domain/entry.ts'
import { tierOf, tierText, type Offer, type Tier } from '../../domain/offer.ts'
import {
  offerMeant,
  type FigureEdit,
  type EditRequest,
} from '../../book/publish/review/decide-edit.ts'
import type { PageBytes } from '../read/reading.ts'
import { checkInCage, textsInCage } from '../cage/cage.ts'
import { capturedPages } from '../captures/captured-bytes.ts'
import { typedFigureFindings, type TypedFigures } from './sought-figures.ts'
import type { LoadedSource } from '../source/parse-source.ts'

/** A reviewer's change of one figure, with the place of the right rate on the page. */
export type AddressedEdit = {
  /** The tier in the held sheet. */
  readonly tier: Tier
  /** The right rate; absent if the page does not list the offer. */
  readonly rate?: Decimal
  /** The address of its cell. */
  readonly address?: string
  /** The name of its page; absent for the page that the offer was read from. */
  readonly page?: string
  /** The addresses of the cells of the tenure and the heading; absent for those that the offer was read from. */
  readonly tenureAddress?: string
  readonly columnAddress?: string
}

/** The edits with their cells, or why the pages do not prove them, as a sentence. */
export type ProvenEdits =
  | (Required<Pick<EditRequest, 'pageFindings'>> & { readonly edits: readonly FigureEdit[] })
  | { readonly problem: string }

/**
 * Proves that each new rate of a held sheet stands at its address in the captured pages, as a whole number of its cell. The pages
 * are read in the cage. Edits of a typed sheet have no cells, so their rates are looked for; `decideEdit` refuses others without one.
 */
export async function proveEdits(
  captures: Captures,
  held: Holding,
  edits: readonly AddressedEdit[],
  source?: LoadedSource,
): Promise<ProvenEdits> {
  const { sheet, origin, typedFrom } = held
  const typed: TypedFigures[] = []
  const proven: FigureEdit[] = []
  let pages: readonly PageBytes[] | undefined
  for (const edit of edits) {
    const { tier, rate, address } = edit
    const figure = { tier, ...(rate !== undefined && { rate }) }
    const offer = offerMeant(held, tier)
    if (typeof offer === 'string') return { problem: offer }
    const cells = origin?.cells?.[sheet.offers.indexOf(offer)]
    if (rate === undefined || address === undefined || cells === undefined) {
      proven.push(figure)
      if (rate !== undefined) typed.push({ ...tierOf(offer), rate })
      continue
    }
    const found = pages ?? (await capturedPages(origin?.captures ?? [], captures))
    if ('message' in found) return { problem: found.message }
    pages = found
    const own = await cellsAt({ ...edit, address }, { ...offer, rate }, cells, pages)
    if ('problem' in own) return own
    proven.push({ ...figure, ...own })
  }
  const searched = { captures, pages: typedFrom ?? [], source: source?.definition }
  return { edits: proven, pageFindings: await typedFigureFindings(searched, typed) }
}

/** The cells of an offer whose rate stands at another address, or why it does not stand there. */
async function cellsAt(
  { address, page: name, tenureAddress, columnAddress }: AddressedEdit & { address: string },
  offer: Offer,
  cells: OfferCells,
  pages: readonly PageBytes[],
): Promise<{ readonly cells: OfferCells } | { readonly problem: string }> {
  const { capture: before = 0, ...others } = cells
  const capture = name === undefined ? before : pages.findIndex((one) => one.name === name)
  const page = pages[capture]
  if (page === undefined) {
    const names = pages.map((one) => one.name).join(', ')
    return {
      problem: `${tierText(offer)} has no captured page ${name ?? ''}; there are: ${names}.`,
    }
  }
  const isOther = capture !== before
  if (isOther && (tenureAddress === undefined || columnAddress === undefined))
    return {
      problem: `${tierText(offer)} was read from another page; name the cells of its tenure and its heading on the page ${page.name}, too.`,
    }
  const wanted = [
    { cell: 'rate', at: address },
    { cell: 'tenure', at: tenureAddress },
    { cell: 'column', at: columnAddress },
  ] as const
  const named = wanted.flatMap(({ cell, at }) => (at === undefined ? [] : [{ cell, at }]))
  const found = await textsInCage(
    page,
    named.map(({ at }) => at),
  )
  if ('failure' in found) return { problem: found.failure }
  const placed: Partial<Record<'rate' | 'tenure' | 'column', ReadCell>> = {}
  for (const [index, { cell, at }] of named.entries()) {
    const text = found.texts[index]
    if (text === undefined || text === null)
      return { problem: `The page ${page.name} has nothing at ${at}.` }
    placed[cell] = { address: at, text, ...declaredFor(cell, text, cells) }
  }
  const edited = { ...others, ...(capture !== 0 && { capture }), ...placed }
  const problems = await checkInCage({ offers: [offer], cells: [edited] }, pages)
  return problems.length === 0 ? { cells: edited } : { problem: problems.join(' ') }
}

/** The declarations of the source about a cell: the decimal mark of rates, and the meaning of a label with the same text. */
function declaredFor(
  cell: 'rate' | 'tenure' | 'column',
  text: string,
  { rate: { decimal }, tenure }: OfferCells,
): Pick<ReadCell, 'decimal' | 'means'> {
  const { means } = tenure
  if (cell === 'rate') return decimal === undefined ? {} : { decimal }
  return cell === 'tenure' && means !== undefined && text === tenure.text ? { means } : {}
}
