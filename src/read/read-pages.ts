import { readHtml } from './html/read-html.ts'
import { readJson } from './json/read-json.ts'
import { readPdf } from './pdf/read-pdf.ts'
import { readContent, type PageToRead } from './read-content.ts'
import type { PageBytes, ReadResult } from './reading.ts'
import { orFailure } from './refusal.ts'
import type { SourcePage } from './source/page-schema.ts'
import type { SourceDefinition } from './source-schema.ts'
import type { PageContent, ReadFailure } from './table.ts'
import { readXlsx } from './xlsx/read-xlsx.ts'

/** Reads the offers of the captured pages of a source, or says why they cannot be read. */
export async function readPages(
  source: SourceDefinition,
  pages: readonly PageBytes[],
): Promise<ReadResult> {
  const read: PageToRead[] = []
  for (const page of pages) {
    const definition = source.pages.find(({ name }) => name === page.name)
    if (definition === undefined) return { failure: `The source has no page ${page.name}.` }
    const content = await pageContent(page, definition)
    if ('failure' in content) return content
    read.push({ name: page.name, day: page.day, content })
  }
  return orFailure(() => readContent(source, read))
}

/** The tables and texts of one page. The encoding that the source names counts before that of the response. */
export async function pageContent(
  captured: PageBytes,
  definition: SourcePage,
): Promise<PageContent | ReadFailure> {
  const { encoding } = definition
  const page = encoding === undefined ? captured : { ...captured, charset: encoding }
  switch (page.format) {
    case 'html':
      return readHtml(page, definition)
    case 'json':
      return readJson(page, definition)
    case 'pdf':
      return readPdf(page)
    case 'xlsx':
      return readXlsx(page)
    default:
      throw page.format satisfies never
  }
}
