import { hash } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { dayNumber, dayNumbered, startOf, type Day } from '../domain/day.ts'
import { instantText, type Instant } from '../domain/instant.ts'

/** An invented institution whose rate page is served on this machine. */
type DemoInstitution = {
  readonly id: string
  readonly url: string
  /** The YAML text of its source definition, with the address of this server. */
  readonly source: string
  /** The rate sheet that a person typed before the first day, with the address of this server. */
  readonly typedSheet?: string
  /** The page as it was when its source was accepted. */
  readonly accepted: DemoPage
}

/** A page as it is sent. `format` is the ending of its file, such as `pdf`. */
type DemoPage = { readonly format: string; readonly body: Uint8Array }

/** Running servers of the six institutions, on loopback. */
export type DemoBank = {
  readonly institutions: readonly DemoInstitution[]
  /** Sets the simulated day, counted from 1. */
  readonly setDay: (day: number) => void
  readonly close: () => Promise<void>
}

/** The records of the institutions, as `register` reads them. */
const institutionsFile = new URL('../../samples/demo/institutions.json', import.meta.url)

const host = '127.0.0.1'
const path = '/rates'
/** The day that the stored pages print. The served ones print the day a week before the first day. */
const storedDay = '2026-11-02'

const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Starts a web server for each folder of `samples/demo`, on a free port of its own. */
export async function startDemoBank(firstDay: Day): Promise<DemoBank> {
  let day = 1
  const servers: Server[] = []
  const records = JSON.parse(readFileSync(institutionsFile, 'utf8')) as readonly { id: string }[]
  const institutions = records.map(async ({ id }) => {
    const { pages, textOf } = readFolder(id, dayNumbered(dayNumber(startOf(firstDay)) - 7))
    const [accepted] = pages
    const server = createServer((request, response) =>
      answer(pages[Math.min(day, pages.length - 1)] ?? accepted, request, response),
    )
    servers.push(server)
    server.listen(0, host)
    await once(server, 'listening')
    const origin = `http://${host}:${(server.address() as AddressInfo).port}`
    const withOrigin = (text: string) => text.replace(`https://${id}.example`, origin)
    const typedSheet = textOf('typed-sheet.json')
    return {
      id,
      url: origin + path,
      source: withOrigin(textOf('source.yaml') ?? ''),
      ...(typedSheet !== undefined && { typedSheet: withOrigin(typedSheet) }),
      accepted,
    }
  })
  return {
    institutions: await Promise.all(institutions),
    setDay: (next) => {
      day = next
    },
    async close() {
      for (const server of servers) {
        const closed = once(server, 'close')
        server.close()
        server.closeAllConnections()
        await closed
      }
    },
  }
}

/** The files of an institution. `rates-day-2.html` is its page from the second day on, and `rates.pdf` until another follows. */
function readFolder(id: string, printedDay: Day) {
  const folder = new URL(`../../samples/demo/${id}/`, import.meta.url)
  const files = readdirSync(folder)
  const pageAt = (name: string): DemoPage | undefined => {
    const file = files.find((one) => one.startsWith(`${name}.`))
    if (file === undefined) return undefined
    const stored = readFileSync(new URL(file, folder), 'latin1')
    const body = Buffer.from(stored.replaceAll(storedDay, printedDay), 'latin1')
    return { format: extname(file).slice(1), body }
  }
  const accepted = pageAt('rates')
  if (accepted === undefined) throw new Error(`${folder.href} has no page.`)
  const first = pageAt('rates-day-1') ?? accepted
  const pages = [accepted, first, pageAt('rates-day-2') ?? first] as const
  const textOf = (name: string): string | undefined => {
    const file = new URL(name, folder)
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }
  return { pages, textOf }
}

function answer(
  { format, body }: DemoPage,
  { url, headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const etag = `"${hash('sha256', body).slice(0, 32)}"`
  if (url === '/robots.txt') {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
    response.end('User-agent: *\nDisallow: /private/\n')
  } else if (url !== path) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(`The rates are at ${path}.\n`)
  } else if (headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end()
  } else {
    response.writeHead(200, { 'content-type': contentTypes[format], etag }).end(body)
  }
}

/** Writes `demo/<institution>.yaml` for each institution into a folder of sources, and the records as `institutions.json`. */
export function writeDemoSources({ institutions }: DemoBank, folder: string): void {
  mkdirSync(join(folder, 'demo'), { recursive: true })
  for (const { id, source } of institutions)
    writeFileSync(join(folder, 'demo', `${id}.yaml`), source)
  copyFileSync(institutionsFile, join(folder, 'institutions.json'))
}

/** The files that a person made before the first day. */
type EarlierFiles = {
  /** The rate sheets that were typed. */
  readonly sheets: readonly string[]
  /** The page of each institution as it was then, by id. */
  readonly pages: ReadonlyMap<string, string>
}

/** Writes the earlier pages and typed sheets into a folder. */
export function writeEarlierFiles(
  { institutions }: DemoBank,
  folder: string,
  scrapedAt: Instant,
): EarlierFiles {
  mkdirSync(folder, { recursive: true })
  const sheets: string[] = []
  const pages = new Map<string, string>()
  for (const { id, typedSheet, accepted } of institutions) {
    const page = join(folder, `${id}-page.${accepted.format}`)
    writeFileSync(page, accepted.body)
    pages.set(id, page)
    if (typedSheet === undefined) continue
    const sheet = { ...JSON.parse(typedSheet), scraped_at: instantText(scrapedAt) } as object
    const file = join(folder, `${id}.json`)
    writeFileSync(file, `${JSON.stringify(sheet, null, 1)}\n`)
    sheets.push(file)
  }
  return { sheets, pages }
}
