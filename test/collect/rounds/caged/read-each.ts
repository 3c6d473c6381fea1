// A reader that reads each page by itself, as a page and as the page of a source, and answers with one line for each.
import { buffer } from 'node:stream/consumers'
import { lockDown } from '../../../../src/collect/cage/lock-down.ts'
import { decodeRequest } from '../../../../src/collect/cage/message.ts'
import { loadPdf } from '../../../../src/collect/read/pdf/runs.ts'
import { pageContent, readPages } from '../../../../src/collect/read/read-pages.ts'
import type { PageBytes } from '../../../../src/collect/read/reading.ts'
import type { SourceDefinition } from '../../../../src/collect/read/source-schema.ts'

const source: Omit<SourceDefinition, 'pages'> = {
  institution: 'hostile',
  currency: 'LKR',
  timezone: 'Asia/Colombo',
  schedule: '0 9 * * *',
  verified_live: false,
  empty: ['', '-'],
  tables: [
    {
      header_rows: 1,
      variant: 'general',
      columns: {
        Period: 'tenure',
        'At maturity': { payout: 'maturity' },
        AER: { payout: 'maturity', is: 'aer' },
        From: { is: 'min_deposit' },
      },
    },
  ],
  expects: { maturity: [3, 6, 12, 24] },
}

/** The result for a page: `read` or the sentence of a failure. */
async function read(page: PageBytes): Promise<string> {
  const { name, format } = page
  const path = format === 'json' ? { path: ['rates', '*'] } : {}
  const definition = { name, format, url: 'https://hostile.example/rates', ...path }
  const content = await pageContent(page, definition)
  if ('failure' in content) return content.failure
  const result = await readPages({ ...source, pages: [definition] }, [page])
  return 'failure' in result ? result.failure : 'read'
}

const { pages } = decodeRequest(await buffer(process.stdin))
await loadPdf()
lockDown()
const problems: string[] = []
for (const page of pages)
  problems.push(await read(page).catch((error: unknown) => `Thrown: ${String(error)}`))
process.stdout.write(`\n${JSON.stringify({ problems })}\n`)
