import type { GateFinding, RuleName } from '../../book/gate/gate.ts'
import type { CorrectionRequest } from '../../book/publish/decide-correction.ts'
import {
  offerMeant,
  type EditRequest,
  type FigureEdit,
} from '../../book/publish/review/decide-edit.ts'
import type { BookReader } from '../../book/store/store.ts'
import { sameDecimal, type Decimal } from '../../domain/decimal.ts'
import type { Holding, Publishing } from '../../domain/entry.ts'
import { tierKeyOf, tierOf, tierText, type Offer, type Tier } from '../../domain/offer.ts'
import type { CapturedPage, OfferCells, ReadCell } from '../../domain/origin.ts'
import { describeTier } from '../../domain/tenure.ts'
import { quoted } from '../../domain/text.ts'
import { checkInCage, missingInCage, textsInCage } from '../cage/cage.ts'
import { capturedBytes, capturedPages, type Captures } from '../captures/captures.ts'
import type { PageBytes } from '../read/reading.ts'
import type { SourceDefinition } from '../read/source-schema.ts'
import { definitionOfPage } from '../read/source/page-pattern.ts'
import { figuresOfCell } from '../read/words/figure.ts'
import { repeatedCells } from '../source/cited-figures.ts'
import type { LoadedSource } from '../source/load-source.ts'

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

/** The captured pages on which typed figures are looked for. */
export type PagesToSearch = {
  readonly captures: Captures
  readonly pages: readonly CapturedPage[]
  /** Today's source definition of the institution; absent if there is none. */
  readonly source: SourceDefinition | undefined
}

/** The figures that a person typed for an offer. */
export type TypedFigures = Tier & Pick<Offer, 'rate' | 'annualEffectiveRate'>

/** The findings about typed rates and AERs that stand on none of their captured pages, and about pages that cannot be searched. */
export async function typedFigureFindings(
  { captures, pages, source }: PagesToSearch,
  offers: readonly TypedFigures[],
  rule: RuleName = 'not-on-page',
): Promise<readonly GateFinding[]> {
  const sought = offers.flatMap((tier) => [
    { tier, what: 'rate', now: tier.rate },
    ...(tier.annualEffectiveRate === undefined
      ? []
      : [{ tier, what: 'AER', now: tier.annualEffectiveRate }]),
  ])
  if (sought.length === 0) return []
  const wanted = [...new Set(sought.map(({ now }) => now))]
  let missing: readonly Decimal[] = wanted
  const unread: GateFinding[] = []
  for (const page of pages) {
    const found = await missingOn(page, { captures, source }, wanted)
    if (found === undefined) unread.push(notSearched(page))
    else missing = missing.filter((figure) => found.includes(figure))
  }
  // A figure may stand on a page that no program can read, such as a scan.
  if (unread.length > 0 || pages.length === 0) return unread
  const where =
    pages.length === 1
      ? `The captured page ${pages[0]?.page} has no number`
      : 'None of the captured pages has a number'
  return sought
    .filter(({ now }) => missing.includes(now))
    .map(({ tier, what, now }) => {
      const message = `${where} ${now}, the ${what} of ${describeTier(tier)}.`
      return { rule, tier: tierOf(tier), now, message }
    })
}

/**
 * The findings about a correction that the captured page of its sheet contradicts: the cell of the figure has another rate, or no text
 * of the page has the right one.
 */
export async function correctionFindings(
  {
    book,
    ...searched
  }: Omit<PagesToSearch, 'pages'> & { readonly book: Pick<BookReader, 'entryAt'> },
  { of, figure }: Pick<CorrectionRequest, 'of' | 'figure'>,
): Promise<readonly GateFinding[]> {
  const target = await book.entryAt(of)
  if (target?.kind !== 'sheet-published' || figure === undefined) return []
  const rule = 'contradicts-page'
  const { rate } = figure
  const listed = offerMeant(target, figure.tier)
  const offer = typeof listed === 'string' ? figure.tier : listed
  const cells = typeof listed === 'string' ? undefined : await cellsOf(book, target, listed)
  if (cells === undefined) {
    const pages = target.origin?.captures ?? target.typedFrom ?? []
    return rate === undefined
      ? []
      : typedFigureFindings({ ...searched, pages }, [{ ...tierOf(offer), rate }], rule)
  }
  if (rate !== undefined) {
    const isPrinted = figuresOfCell(cells.rate, cells.factor).some((one) => sameDecimal(one, rate))
    if (isPrinted) return []
  }
  const said = rate ?? 'that there was no such offer'
  const message = `The captured page has ${quoted(cells.rate.text)} where the rate of ${describeTier(offer)} was read, and the correction says ${said}.`
  return [{ rule, tier: tierOf(offer), ...(rate !== undefined && { now: rate }), message }]
}

/** The cells that an offer of a sheet was read from. */
async function cellsOf(
  book: Pick<BookReader, 'entryAt'>,
  { origin, sheet }: Publishing,
  offer: Offer,
): Promise<OfferCells | undefined> {
  if (origin?.repeats === undefined) return origin?.cells?.[sheet.offers.indexOf(offer)]
  const cells = repeatedCells(origin, await book.entryAt(origin.repeats))
  return 'problem' in cells ? undefined : cells.get(tierKeyOf(offer))
}

/** The figures that do not stand on a page; `undefined` if the page cannot be read. */
async function missingOn(
  page: CapturedPage,
  { captures, source }: Omit<PagesToSearch, 'pages'>,
  figures: readonly Decimal[],
): Promise<readonly Decimal[] | undefined> {
  const bytes = await capturedBytes(page, captures)
  if ('message' in bytes) return undefined
  const factors = (source?.tables ?? []).flatMap(({ factor }) => (factor ?? []) as Decimal)
  const answer = await missingInCage(bytes, {
    definition: definitionOf(page, source),
    factors: [...new Set(factors)],
    figures,
  })
  return 'failure' in answer ? undefined : answer.missing
}

function notSearched({ page }: CapturedPage): GateFinding {
  const message = `No program could read the captured page ${page}, so the typed figures were not looked for on it.`
  return { rule: 'page-not-searched', message }
}

/** The page in today's source definition; only its name and format if the definition has changed. */
export function definitionOf(
  { page, url, format }: CapturedPage,
  source: SourceDefinition | undefined,
): SourceDefinition['pages'][number] {
  const known = definitionOfPage(source?.pages ?? [], page)
  return known?.format === format ? known : { name: page, url, format }
}
