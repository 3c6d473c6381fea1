import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'

/** The rates of an invented bank by tenure in months, as its page prints them. */
export type PageRates = Readonly<Record<string, string>>

/** A web server with the rate pages of invented banks, on loopback. */
export type RateSite = {
  readonly origin: string
  /** Sets the page of a bank: its rates, or a whole response. A page with rates has a strong ETag. */
  readonly show: (id: string, page: PageRates | ((response: ServerResponse) => void)) => void
  /** The paths that were requested, without robots.txt, and whether the request was conditional. */
  readonly requests: readonly { readonly path: string; readonly isConditional: boolean }[]
}

/** Starts a site; it ends with the test. Every page answers after `delay` milliseconds. */
export async function startRateSite(
  t: Pick<TestContext, 'after'>,
  { delay = 0 }: { readonly delay?: number } = {},
): Promise<RateSite> {
  const pages = new Map<string, PageRates | ((response: ServerResponse) => void)>()
  const requests: { path: string; isConditional: boolean }[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    // Tests collect at fixed instants, and a `Date` of today would contradict them.
    response.sendDate = false
    if (path === '/robots.txt') {
      response.writeHead(404).end()
      return
    }
    const etag = request.headers['if-none-match']
    requests.push({ path, isConditional: etag !== undefined })
    const page = pages.get(path.slice(1))
    setTimeout(() => answer(page, request, response), delay)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (id, page) => pages.set(id, page),
    requests,
  }
}

function answer(
  page: PageRates | ((response: ServerResponse) => void) | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (page === undefined) response.writeHead(404).end()
  else if (typeof page === 'function') page(response)
  else {
    const body = pageOf(page)
    const etag = `"${Buffer.from(JSON.stringify(page)).toString('base64url')}"`
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag }).end(body)
  }
}

/** The page with some rates. */
export function pageOf(rates: PageRates): string {
  const rows = Object.entries(rates).map(
    ([months, rate]) => `<tr><td>${months} months</td><td>${rate}%</td></tr>`,
  )
  return `<!doctype html><html><head><title>Rates</title></head><body><h1>A Bank</h1><h2>Fixed deposits</h2>
<table><tr><th>Period</th><th>Rate</th></tr>${rows.join('')}</table></body></html>`
}

/** Writes the source definition of a bank into a folder of sources; `lines` replace parts of it. */
export function writeSource(
  folder: string,
  id: string,
  url: string,
  edit?: [string, string],
): void {
  const text = `institution: ${id}
currency: LKR
timezone: Asia/Colombo
schedule: "0 * * * *"
verified_live: false
pages:
  - { name: rates, url: "${url}", format: html, must_contain: ["A Bank"] }
empty: ["", "-"]
tables:
  - under: Fixed deposits
    header_rows: 1
    columns:
      Period: tenure
      Rate: { payout: maturity }
expects:
  maturity: [6, 12]
`
  const file = join(folder, 'xx', `${id}.yaml`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, edit === undefined ? text : text.replace(...edit))
}
