import type { Finding, GateLimits } from '../../domain/gate-limits.ts'
import type { CapturedPage } from '../../domain/origin.ts'
import { type Sheet, compareTiers, tierKeyOf, type Offer } from '../../domain/offer.ts'
import { checkCollected } from '../../book/gate/gate.ts'
import type { InstitutionBook } from '../../book/market/market.ts'
import type { PageBytes, Reading, ReadResult } from '../read/reading.ts'
import type { SourceDefinition } from '../read/source-schema.ts'
import { namesOfPattern, plainPages } from '../read/source/page-pattern.ts'
import type { ReadFailure } from '../read/table.ts'
import { findingsOf, sheetOf } from './collected-sheet.ts'
import { localDay } from '../../domain/day.ts'
import type { LoadedSource } from './parse-source.ts'
import { canonicalJson } from '../../domain/json.ts'
import type { Captures } from '../captures/captures.ts'

/** Reads the pages of a source in the cage. */
export type PageReader = (
  definition: SourceDefinition,
  pages: readonly PageBytes[],
) => Promise<ReadResult>

/** A page with its body. */
export type CapturedBody = { readonly capture: CapturedPage; readonly body: Uint8Array }

/** The sheet and findings that a source gives for some pages, or why they cannot be read. */
export type Trial =
  | ReadFailure
  | { readonly reading: Reading; readonly sheet: Sheet; readonly findings: readonly Finding[] }

/** Reads pages with a source, and asks the gate. Without a book, the sheet is the first one of an accepted source. */
export async function tryPages(
  source: LoadedSource,
  bodies: readonly CapturedBody[],
  {
    read,
    book,
    limits,
  }: {
    readonly read: PageReader
    readonly book: InstitutionBook | undefined
    readonly limits: GateLimits
  },
): Promise<Trial> {
  const captures = bodies.map(({ capture }) => capture)
  const reading = await read(
    source.definition,
    bodies.map((body) => pageBytes(source.definition, body)),
  )
  if ('failure' in reading) return reading
  const sheet = sheetOf({ source, captures }, reading)
  const findings =
    book === undefined
      ? checkCollected({
          sheet,
          book,
          reading,
          source: source.rules,
          limits,
          isSourceAccepted: true,
          today: localDay(source.definition.timezone, sheet.scrapedAt),
        })
      : findingsOf({ source, captures, reading, sheet, limits }, book)
  return { reading, sheet, findings }
}

/** A captured page as the reader takes it. */
export function pageBytes(
  { timezone }: SourceDefinition,
  { capture: { page, format, at, charset }, body }: CapturedBody,
): PageBytes {
  const day = localDay(timezone, at)
  return { name: page, format, day, body, ...(charset !== undefined && { charset }) }
}

/** A tier whose offers differ between two readings; one of the offers may be absent. */
export type OfferDifference = { readonly before?: Offer; readonly after?: Offer }

/** The offers that only one of two lists has, or that the second one prints otherwise. In tier order. */
export function offerDifferences(
  before: readonly Offer[],
  after: readonly Offer[],
): readonly OfferDifference[] {
  const earlier = byTier(before)
  const later = byTier(after)
  return [...new Map([...earlier, ...later]).entries()]
    .toSorted(([, a], [, b]) => compareTiers(a, b))
    .flatMap(([key]): readonly OfferDifference[] => {
      const [was, now] = [earlier.get(key), later.get(key)]
      if (was !== undefined && now !== undefined && textOf(was) === textOf(now)) return []
      return [
        { ...(was !== undefined && { before: was }), ...(now !== undefined && { after: now }) },
      ]
    })
}

function byTier(offers: readonly Offer[]): ReadonlyMap<string, Offer> {
  return new Map(offers.map((offer) => [tierKeyOf(offer), offer]))
}

/** The figures as printed: a source that drops trailing zeros reads something else. */
function textOf({ rate, annualEffectiveRate, tenureDays, product }: Offer): string {
  return canonicalJson({ rate, annualEffectiveRate, tenureDays, product })
}

/**
 * The kept bodies of the pages of a source, in the order of the definition, which may have changed since the capture. Returns a
 * sentence if one of them is missing.
 */
export async function keptPages(
  captures: Captures,
  { pages }: SourceDefinition,
  captured: readonly CapturedPage[],
): Promise<readonly CapturedBody[] | string> {
  const bodies: CapturedBody[] = []
  const names = captured.map(({ page }) => page)
  for (const { name, url, format } of pages.flatMap((page) =>
    plainPages(page, namesOfPattern(page, names)),
  )) {
    const found =
      captured.find(({ page }) => page === name) ?? captured.find((one) => one.url === url)
    if (found === undefined) return `The page "${name}" was not captured.`
    const body = await captures.get(found.digest)
    if (body === undefined)
      return `The captures have no body ${found.digest}, the page "${name}" of that run.`
    bodies.push({ capture: { ...found, page: name, format }, body })
  }
  return bodies
}
