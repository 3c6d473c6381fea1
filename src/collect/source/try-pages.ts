import { hash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { InstitutionBook } from '../../book/market/market.ts'
import { problemLine } from '../../book/publish/input/problem.ts'
import { readWhole } from '../../book/publish/input/read-file.ts'
import { readSheet } from '../../book/publish/input/read-sheet.ts'
import { localDay } from '../../domain/day.ts'
import { Failure } from '../../domain/failure.ts'
import type { Finding, GateLimits } from '../../domain/gate-limits.ts'
import type { Instant } from '../../domain/instant.ts'
import { canonicalJson } from '../../domain/json.ts'
import { compareTiers, tierKeyOf, type Offer, type Sheet } from '../../domain/offer.ts'
import type { CapturedPage } from '../../domain/origin.ts'
import type { PageBytes, ReadResult, Reading } from '../read/reading.ts'
import { problemText, problemsOf } from '../read/refusal.ts'
import type { SourceDefinition } from '../read/source-schema.ts'
import { namesOfPattern, plainPages } from '../read/source/page-pattern.ts'
import type { SourcePage } from '../read/source/page-schema.ts'
import type { ReadFailure } from '../read/table.ts'
import { findingsOf, sheetOf } from './collected-sheet.ts'
import type { LoadedSource } from './load-source.ts'

/** Reads the pages of a source in the cage. */
export type PageReader = (
  definition: SourceDefinition,
  pages: readonly PageBytes[],
) => Promise<ReadResult>

/** A page with its body. */
export type KeptPage = { readonly capture: CapturedPage; readonly body: Uint8Array }

/** The sheet and findings that a source gives for some pages, or why they cannot be read. */
export type Trial =
  | ReadFailure
  | { readonly reading: Reading; readonly sheet: Sheet; readonly findings: readonly Finding[] }

/** Reads pages with a source, and asks the gate. Without a book, the sheet is the first one of an accepted source. */
export async function tryPages(
  source: LoadedSource,
  bodies: readonly KeptPage[],
  {
    read,
    ...gate
  }: {
    readonly read: PageReader
    readonly book: InstitutionBook | undefined
    readonly limits: GateLimits
  },
): Promise<Trial> {
  const { definition } = source
  const pages = bodies.map((body) => pageBytes(definition, body))
  const reading = await read(definition, pages)
  if ('failure' in reading) return reading
  const captures = bodies.map(({ capture }) => capture)
  const sheet = sheetOf(source, captures, reading)
  return { reading, sheet, findings: findingsOf(source, sheet, reading, gate) }
}

/** A captured page as the reader takes it. */
export function pageBytes(
  { timezone }: SourceDefinition,
  { capture: { page, format, at, charset }, body }: KeptPage,
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

/** Files in place of captured pages: `FILE`, or `NAME=FILE` where the source has several pages. */
export function readPageFiles(
  { definition }: LoadedSource,
  given: readonly string[],
  at: Instant,
): readonly KeptPage[] {
  const named = given.map((one) => one.slice(0, one.lastIndexOf('=')))
  const pages = definition.pages.flatMap((page) => plainPages(page, namesOfPattern(page, named)))
  const files = pages.length === 1 && given.length === 1 ? [`${pages[0]?.name}=${given[0]}`] : given
  return pages.map(({ name, url, format }) => {
    const file = files.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1)
    if (file === undefined)
      throw new Failure('usage', `The source has the page "${name}": give --page ${name}=FILE.`)
    const body = bodyOf(file)
    return { capture: { page: name, url, at, digest: hash('sha256', body), format }, body }
  })
}

function bodyOf(file: string): Uint8Array {
  try {
    return readWhole(file)
  } catch (error) {
    throw new Failure('refused', `${file} cannot be read: ${(error as Error).message}.`)
  }
}

/** Pages of a source's layout, and the sheet that they must give. */
type Example = { readonly pages: readonly PageBytes[]; readonly expected: Sheet }

/**
 * Reads the example of a source from the folder next to its file, `lk/peoples-bank/`: the expected `sheet.json`, and `page.html`, or
 * for several pages a file for each with its name, those of a pattern in a folder: `product/a.json`. Returns `undefined` if there is
 * no such folder, and a sentence if the example cannot be used.
 */
function readExample({ file, definition }: LoadedSource): Example | string | undefined {
  const folder = file.replace(/\.yaml$/, '')
  if (!existsSync(folder)) return undefined
  const sheet = readFile(join(folder, 'sheet.json'))
  if (typeof sheet === 'string') return sheet
  const { sheet: expected, problems } = readSheet(sheet)
  if (expected === undefined || problems.length > 0)
    return `The expected sheet is not valid: ${problems.map(problemLine).join(' ')}`
  if (expected.institutionId !== definition.institution)
    return `The expected sheet is of ${expected.institutionId}, not of ${definition.institution}.`
  const day = localDay(definition.timezone, expected.scrapedAt)
  const pages: PageBytes[] = []
  const all = definition.pages.flatMap((page) => plainPages(page, namesInFolder(folder, page)))
  for (const page of all) {
    const body = readFile(pathOf(folder, page, all.length))
    if (typeof body === 'string') return body
    pages.push({ name: page.name, format: page.format, day, body })
  }
  return { pages, expected }
}

/** The names of a pattern that have an example, encoded as in addresses. */
function namesInFolder(folder: string, { name, format }: SourcePage): readonly string[] {
  const files = globSync(`*.${format}`, { cwd: join(folder, basename(name)) }).toSorted()
  return files.map((file) => decodeURIComponent(basename(file, `.${format}`)))
}

function pathOf(folder: string, { name, format }: SourcePage, count: number): string {
  // A name is a text of the source, so it must not lead out of the folder.
  const [page = '', ...rest] = name.split('/')
  if (rest.length > 0) return join(folder, page, `${encodeURIComponent(rest.join('/'))}.${format}`)
  return join(folder, `${count === 1 ? 'page' : page}.${format}`)
}

function readFile(path: string): Uint8Array | string {
  try {
    return readWhole(path)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return `${path} ${isMissing ? 'is missing' : `cannot be read: ${(error as Error).message}`}.`
  }
}

/** Whether the example page of a source gives the expected sheet. */
export type ExampleResult =
  /** The source has no example. */
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly message: string }
  /** Other figures were read, or the gate would hold the sheet. */
  | {
      readonly kind: 'different'
      readonly differences: readonly OfferDifference[]
      readonly findings: readonly Finding[]
    }
  | { readonly kind: 'same'; readonly offers: number; readonly unmatched: readonly string[] }

/** Reads the example page of a source, and compares it with the expected sheet. */
export async function checkExample(
  source: LoadedSource,
  read: PageReader,
  limits: GateLimits,
): Promise<ExampleResult> {
  const example = readExample(source)
  if (example === undefined) return { kind: 'none' }
  if (typeof example === 'string') return { kind: 'failed', message: example }
  const { pages, expected } = example
  const reading = await read(source.definition, pages)
  if ('failure' in reading) {
    const message = problemsOf(reading).map(problemText).join(' ')
    return { kind: 'failed', message }
  }
  const { offers, covers, unmatched } = reading
  const differences = offerDifferences(expected.offers, offers)
  const sheet = { ...expected, offers, covers }
  const findings = findingsOf(source, sheet, reading, { book: undefined, limits })
  return differences.length + findings.length > 0
    ? { kind: 'different', differences, findings }
    : { kind: 'same', offers: offers.length, unmatched }
}
