import type { Captures } from '../captures/captures.ts'
import { sameDecimal, type Decimal } from '../../domain/decimal.ts'
import type { Publishing } from '../../domain/entry.ts'
import { tierKeyOf, tierOf, type Offer, type Tier } from '../../domain/offer.ts'
import type { CapturedPage, OfferCells } from '../../domain/origin.ts'
import { describeTier } from '../../domain/tenure.ts'
import { quoted } from '../../domain/text.ts'
import type { GateFinding, RuleName } from '../../book/gate/gate.ts'
import type { CorrectionRequest } from '../../book/publish/decide-correction.ts'
import { offerMeant } from '../../book/publish/review/decide-edit.ts'
import { definitionOfPage } from '../read/source/page-pattern.ts'
import type { SourceDefinition } from '../read/source-schema.ts'
import { figuresOfCell } from '../read/words/figure.ts'
import type { BookReader } from '../../book/store/store.ts'
import { missingInCage } from '../cage/cage.ts'
import { capturedBytes } from '../captures/captured-bytes.ts'
import { repeatedCells } from '../source/cited-figures.ts'

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
