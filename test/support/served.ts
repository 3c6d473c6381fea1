import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../../src/serve/server/app.ts'
import type { RequestOutcome } from '../../src/serve/server/serve-log.ts'
import { createTestApp, type TestSource } from './source.ts'

/** A server in this process, and the outcomes of its requests. */
export type Served = {
  readonly app: FastifyInstance
  readonly port: number
  readonly outcomes: readonly RequestOutcome[]
}

/** Serves on a free port until the test ends. */
export async function serve(
  t: Pick<TestContext, 'after'>,
  source: TestSource,
  options: AppOptions = {},
): Promise<Served> {
  const outcomes: RequestOutcome[] = []
  const onOutcome = (outcome: RequestOutcome): void => void outcomes.push(outcome)
  const app = createTestApp(source, { onOutcome, ...options })
  t.after(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { app, port, outcomes }
}

/** A received response, with one character for each byte. */
export type WireResponse = {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** A client that keeps one connection open. */
export type Client = {
  readonly socket: Socket
  /** Sends bytes, and reads that many responses. */
  readonly send: (bytes: string, responses?: number) => Promise<readonly WireResponse[]>
  /** Sends a GET request with these further header lines. */
  readonly get: (target: string, ...lines: readonly string[]) => Promise<WireResponse>
  /** Reads that many more responses, fewer if the connection is closed before. */
  readonly read: (responses: number) => Promise<readonly WireResponse[]>
  readonly isClosed: () => boolean
}

/** The text of a GET request with these further header lines. */
export function getText(target: string, ...lines: readonly string[]): string {
  return `${[`GET ${target} HTTP/1.1`, 'Host: a', ...lines].join('\r\n')}\r\n\r\n`
}

const pemOf = (name: string): Buffer => readFileSync(new URL(`tls/${name}.pem`, import.meta.url))
/** A self-signed certificate for servers of tests. */
export const certificate = { cert: pemOf('first-cert'), key: pemOf('first-key') }

/** Connects to a server; the connection ends with the test. */
export async function client(t: Pick<TestContext, 'after'>, port: number): Promise<Client> {
  const socket = connect(port, '127.0.0.1')
  let [received, closed] = ['', false]
  let wake = (): void => {}
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
    wake()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    closed = true
    wake()
  })
  t.after(() => socket.destroy())
  await once(socket, 'connect')
  const read = async (count: number): Promise<readonly WireResponse[]> => {
    const responses: WireResponse[] = []
    while (responses.length < count) {
      const end = endOf(received)
      if (end === undefined) {
        if (closed) break
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      responses.push(responseIn(received.slice(0, end)))
      received = received.slice(end)
    }
    return responses
  }
  const send = (bytes: string, responses = 1): Promise<readonly WireResponse[]> => {
    socket.write(bytes, 'latin1')
    return read(responses)
  }
  const get = async (target: string, ...lines: readonly string[]): Promise<WireResponse> => {
    const [response] = await send(getText(target, ...lines))
    if (response === undefined) throw new Error(`${target}: the connection was closed.`)
    return response
  }
  return { socket, send, get, read, isClosed: () => closed }
}

/** The end of the first response; `undefined` while it is incomplete. It cannot handle responses to HEAD. */
function endOf(received: string): number | undefined {
  const end = received.indexOf('\r\n\r\n') + 4
  if (end < 4) return undefined
  const length = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(received.slice(0, end))?.[1] ?? 0)
  return end + length <= received.length ? end + length : undefined
}

function responseIn(text: string): WireResponse {
  const end = text.indexOf('\r\n\r\n') + 4
  return { status: Number(text.slice(9, 12)), head: text.slice(0, end), body: text.slice(end) }
}
