import type { Market } from '../../../book/market/market.ts'
import type { HttpResponse } from '../headers.ts'
import type { Site } from '../site.ts'
import type { Content } from '../write.ts'
import { docsPage } from './docs-page.ts'
import { llmsText } from './llms-text.ts'
import { openApi } from './openapi.ts'

/** The documents about the API, by path: OpenAPI, the reference for people, and the text for language models. */
export function documentsOf({
  basePath,
  settings: { operator },
}: Site): Readonly<Record<string, (market: Market) => Content>> {
  const document = ({ sample }: Market) => openApi({ basePath, isSample: sample, operator })
  return {
    '/openapi.json': (market) => ({
      type: 'application/json',
      etagLabel: 'openapi',
      text: JSON.stringify(document(market)),
    }),
    '/docs': (market) => docsPage(document(market), basePath),
    '/llms.txt': (market) => llmsText(market, basePath),
  }
}

/** The redirect from `/` to the reference, where the page is not built. */
export function redirectToDocs(basePath: string): HttpResponse {
  return { status: 302, headers: { location: `${basePath}/docs`, 'cache-control': 'no-store' } }
}
