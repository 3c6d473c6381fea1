import { buffer } from 'node:stream/consumers'
import { checkCells, textsOf } from '../read/evidence.ts'
import { missingFigures } from '../read/missing-figures.ts'
import { namesListed } from '../read/pages-of-source.ts'
import { loadPdf } from '../read/pdf/runs.ts'
import { pageContent, readPages } from '../read/read-pages.ts'
import type { PageBytes } from '../read/reading.ts'
import { surveyPage } from '../read/survey-page.ts'
import type { ReadFailure } from '../read/table.ts'
import { viewPage } from '../read/view/view-page.ts'
import { lockDown } from './lock-down.ts'
import { decodeRequest, type CageRequest } from './message.ts'

async function answerTo(request: CageRequest, pages: readonly PageBytes[]): Promise<unknown> {
  const [page] = pages
  if (request.mode === 'read') return readPages(request.source, pages)
  if (request.mode === 'check') return { problems: await checkCells(request.figures, pages) }
  if (page === undefined) return undefined
  switch (request.mode) {
    case 'tables': {
      const content = await pageContent(page, request.definition)
      return 'tables' in content ? { tables: content.tables } : content
    }
    case 'names':
      return namesListed(page, request.pattern)
    case 'survey':
      return surveyPage(page)
    case 'missing':
      return missingFigures(page, request.sought)
    case 'texts': {
      const textAt = await textsOf(page)
      if (typeof textAt !== 'function') return textAt
      return { texts: request.addresses.map((address) => textAt(address) ?? null) }
    }
    case 'view':
      return viewPage(page, request.address)
    default:
      throw request satisfies never
  }
}

/** A bug of the reader, or of a library, that the page has reached. */
function unexpected(error: unknown): ReadFailure {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return { failure: `An unexpected error ended the reading: ${text.slice(0, 500)}` }
}

// The process that `cage.ts` starts: one request on standard input, one line of JSON at the end of standard output.
const { request, pages } = decodeRequest(await buffer(process.stdin))
if (pages.some(({ format }) => format === 'pdf')) await loadPdf()
lockDown()
const answer = JSON.stringify(await answerTo(request, pages).catch(unexpected))
// Libraries may have written something before.
process.stdout.write(`\n${answer}\n`)
