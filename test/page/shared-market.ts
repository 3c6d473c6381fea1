import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { BookSettings } from '../../src/domain/book-settings.ts'
import type { AppOptions } from '../../src/serve/server/app.ts'
import { readWebPage } from '../../src/serve/http/web-page.ts'
import type { Book } from '../support/book.ts'
import { at } from '../support/sample-market.ts'
import { createTestApp, testSettings } from '../support/source.ts'

type MarketOptions = AppOptions & {
  /** What `ratebook.yaml` says about the country and its languages. */
  readonly country?: Partial<BookSettings>
}

/** Serves the page and a book in memory, in this process, for all tests of a file. Returns a function that returns its address. */
export function sharedMarket(
  book: Pick<Book, 'market'>,
  now: string,
  { country, ...options }: MarketOptions = {},
): () => string {
  const folder = fileURLToPath(new URL('../../web/dist/', import.meta.url))
  const settings = { ...(options.settings ?? testSettings), ...country }
  const page = readWebPage(folder, settings)
  if (page === undefined) throw new Error('The page is not built: npm run build')
  const source = { market: book.market, isHealthy: () => true, now: () => at(now) }
  const app = createTestApp(source, { page, ...options, settings })
  // The page asks for the moment of an answer, which must not be after the clock of this server.
  app.server.prependListener('request', (_request, response) => {
    response.setHeader('date', new Date(at(now)).toUTCString())
  })
  let address = ''
  before(async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const basePath = options.basePath ?? ''
    address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${basePath}`
  })
  after(() => app.close())
  return () => address
}
