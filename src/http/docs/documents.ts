import type { Market } from '../../market/market.ts'
import type { Content } from '../message/content.ts'
import { noPayload } from '../message/payload.ts'
import type { Reply } from '../message/reply.ts'
import { textBody } from '../message/text-body.ts'
import { docsPage } from './docs-page.ts'
import { llmsText } from './llms-text.ts'
import { openApi } from './openapi.ts'

/** What is served beside the endpoints: the document for programs, the reference for people and what a model reads first, by path. */
export function documentsOf(
  basePath: string,
): Readonly<Record<string, (market: Market) => Content>> {
  const document = ({ sample }: Market) => openApi({ basePath, isSample: sample })
  return {
    '/openapi.json': (market) => ({
      type: 'application/json',
      body: textBody(JSON.stringify(document(market))),
    }),
    '/docs': (market) => docsPage(document(market), basePath),
    '/llms.txt': (market) => llmsText(market, basePath),
  }
}

/** Where the server's own address leads if there is no page. */
export function homeOf(basePath: string): Reply {
  const headers = { location: `${basePath}/docs`, 'cache-control': 'no-store' }
  return { status: 302, headers, body: noPayload }
}
