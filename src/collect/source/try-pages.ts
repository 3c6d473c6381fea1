import type { Finding } from '../../domain/finding.ts'
import type { CapturedPage } from '../../domain/origin.ts'
import type { Sheet } from '../../domain/sheet.ts'
import { checkCollected } from '../../gate/collected.ts'
import type { InstitutionBook } from '../../market/market.ts'
import type { PageBytes, Reading, ReadResult } from '../../read/reading.ts'
import type { SourceDefinition } from '../../read/source-schema.ts'
import type { ReadFailure } from '../../read/table.ts'
import { findingsOf, sheetOf } from '../collected-sheet.ts'
import { localDay } from '../local-day.ts'
import type { LoadedSource } from './parse-source.ts'

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
  { read, book }: { readonly read: PageReader; readonly book: InstitutionBook | undefined },
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
          isSourceAccepted: true,
          today: localDay(source.definition.timezone, sheet.scrapedAt),
        })
      : findingsOf({ input: { source, captures }, reading, sheet }, { book })
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
