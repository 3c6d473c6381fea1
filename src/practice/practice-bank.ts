import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Day } from '../domain/day.ts'
import type { PageFormat } from '../domain/origin.ts'
import { escapeHtml, htmlDocument } from './html-parts.ts'
import {
  bodyOn,
  datedLayout,
  practiceInstitutions,
  type PracticeInstitution,
} from './practice-plan.ts'
import { sourceText } from './source-text.ts'

/** An institution of a running practice bank. */
export type ServedInstitution = PracticeInstitution & {
  readonly origin: string
  readonly url: string
  /** The YAML text of its source definition, with the address of this server. */
  readonly source: string
}

/** A running practice bank: web servers of invented institutions on loopback. */
export type PracticeBank = {
  readonly institutions: readonly ServedInstitution[]
  /** Sets the simulated day, counted from 1. */
  readonly setDay: (day: number) => void
  readonly close: () => Promise<void>
}

type BankOptions = {
  /** The calendar day that counts as day 1; the printed dates go by it. */
  readonly firstDay: Day
  readonly day?: number
  /** The port of the first institution; the others follow. 0 takes any free ports. */
  readonly port?: number
}

const host = '127.0.0.1'
const path = '/rates'

const contentTypes: Readonly<Record<PageFormat, string>> = {
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * Starts a web server for each practice institution, on a port of its own. Rejects with the error of `listen` if a port is in use;
 * no server is left running then.
 */
export async function startPracticeBank(options: BankOptions): Promise<PracticeBank> {
  const { firstDay, port = 0 } = options
  let { day = 1 } = options
  const servers: Server[] = []
  const close = async () => {
    for (const server of servers.filter(({ listening }) => listening)) {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    }
  }
  const institutions: ServedInstitution[] = []
  try {
    for (const [index, planned] of practiceInstitutions.entries()) {
      const institution = { ...planned, layout: datedLayout(planned.layout, firstDay) }
      const pages = pagesOf(institution)
      const server = createServer((request, response) =>
        answer(pages(request.url ?? '/', day), request, response),
      )
      servers.push(server)
      server.listen(port === 0 ? 0 : port + index, host)
      await once(server, 'listening')
      const origin = `http://${host}:${(server.address() as AddressInfo).port}`
      const url = origin + path
      institutions.push({
        ...institution,
        origin,
        url,
        source: sourceText(institution.layout, url),
      })
    }
  } catch (error) {
    await close()
    throw error
  }
  const setDay = (next: number) => {
    day = next
  }
  return { institutions, setDay, close }
}

type Answer = { readonly status: number; readonly type: string; readonly body: Uint8Array }

function answer(
  { status, type, body }: Answer,
  { method = 'GET', headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const etag = `"${hash('sha256', body).slice(0, 32)}"`
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end()
  } else if (status === 200 && headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end()
  } else {
    response.writeHead(status, { 'content-type': type, 'content-length': body.length, etag })
    response.end(method === 'HEAD' ? undefined : body)
  }
}

/** The answers of the server of an institution. Each body is written once, so that its ETag stays the same. */
function pagesOf(institution: PracticeInstitution): (url: string, day: number) => Answer {
  const { layout, days } = institution
  const name = layout.page.institution
  const bodies = days.map((_, index) => bodyOn(institution, index + 1))
  const html = (status: number, content: string) => ({
    status,
    type: contentTypes.html,
    body: Buffer.from(htmlDocument(name, content)),
  })
  return (url, day) => {
    if (url === '/robots.txt') return robots
    if (url === '/')
      return html(200, `<h1>${escapeHtml(name)}</h1><p><a href="${path}">Our rates</a></p>`)
    const body = bodies[Math.min(day, days.length) - 1]
    if (url !== path || body === undefined) return html(404, '<h1>Page not found</h1>')
    // A wall answers with HTML, whatever the request asked for.
    const isHtml = body[0] === '<'.charCodeAt(0)
    return { status: 200, type: contentTypes[isHtml ? 'html' : layout.format], body }
  }
}

const robots: Answer = {
  status: 200,
  type: 'text/plain; charset=utf-8',
  body: Buffer.from('User-agent: *\nDisallow: /private/\n'),
}
