import { existsSync, globSync } from 'node:fs'
import { readWhole } from '../../book/publish/input/read-file.ts'
import { basename, join } from 'node:path'
import type { Sheet } from '../../domain/offer.ts'
import { problemLine } from '../../book/publish/input/problem.ts'
import { readSheet } from '../../book/publish/input/read-sheet.ts'
import { problemsOf, problemText } from '../read/refusal.ts'
import type { PageBytes } from '../read/reading.ts'
import { plainPages } from '../read/source/page-pattern.ts'
import type { SourcePage } from '../read/source/page-schema.ts'
import { localDay } from '../../domain/day.ts'
import type { LoadedSource } from './parse-source.ts'
import { checkCollected } from '../../book/gate/check-collected.ts'
import type { Finding, GateLimits } from '../../domain/gate-limits.ts'
import { offerDifferences, type OfferDifference, type PageReader } from './try-pages.ts'

/** Pages of a source's layout, and the sheet that they must give. */
export type Example = { readonly pages: readonly PageBytes[]; readonly expected: Sheet }

/**
 * Reads the example of a source from the folder next to its file, `lk/peoples-bank/`: the expected `sheet.json`, and
 * `page.html`, or for several pages a file for each with its name, those of a pattern in a folder: `product/a.json`. Returns `undefined` if there is no such folder, and a
 * sentence if the example cannot be used.
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
  const findings = checkCollected({
    sheet: { ...expected, offers, covers },
    book: undefined,
    reading,
    source: source.rules,
    limits,
    isSourceAccepted: true,
    today: localDay(source.definition.timezone, expected.scrapedAt),
  })
  return differences.length + findings.length > 0
    ? { kind: 'different', differences, findings }
    : { kind: 'same', offers: offers.length, unmatched }
}
