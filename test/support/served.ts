import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { connect as secureConnect } from 'node:tls'
import type { Source } from '../../src/http/answers.ts'
import { createApp, type App, type AppOptions } from '../../src/http/app.ts'
import type { Observation } from '../../src/http/message/observation.ts'

/** A server of this process, and what it has told of its answers. */
export type Served = {
  readonly app: App
  readonly port: number
  readonly observed: readonly Observation[]
  /** How many requests were answered without Node’s parser and the router. */
  readonly remembered: () => number
}

/** Serves on a free port until the test ends. */
export async function serve(
  t: Pick<TestContext, 'after'>,
  source: Source,
  options: AppOptions = {},
): Promise<Served> {
  const observed: Observation[] = []
  const app = createApp(source, { observe: (one) => void observed.push(one), ...options })
  t.after(() => app.close())
  let byNode = 0
  app.server.on('request', () => byNode++)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { app, port, observed, remembered: () => observed.length - byNode }
}

/** An answer as it came over the wire, a character for each byte. */
export type Answer = { readonly status: number; readonly head: string; readonly body: string }

/** A client on a connection that it keeps. */
export type Client = {
  readonly socket: Socket
  /** Sends bytes as they are, and reads so many answers. */
  readonly send: (bytes: string, answers?: number) => Promise<readonly Answer[]>
  /** Asks for a target in the plainest way. */
  readonly get: (target: string, ...lines: readonly string[]) => Promise<Answer>
  /** Reads so many more answers, or all until the connection is closed. */
  readonly read: (answers: number) => Promise<readonly Answer[]>
  readonly isClosed: () => boolean
}

/** The text of a request in the plainest way. */
export function plainText(target: string, ...lines: readonly string[]): string {
  return `${[`GET ${target} HTTP/1.1`, 'Host: a', ...lines].join('\r\n')}\r\n\r\n`
}

/** How a client connects; one that is half open goes on reading or writing when the other side has ended. */
type Ways = { readonly allowHalfOpen?: boolean }

/** Connects to a server; the connection ends with the test. */
export function client(
  t: Pick<TestContext, 'after'>,
  port: number,
  ways: Ways = {},
): Promise<Client> {
  return clientOn(t, connect({ ...ways, port, host: '127.0.0.1' }))
}

const pemOf = (name: string): Buffer => readFileSync(new URL(`tls/${name}.pem`, import.meta.url))
/** What a server encrypts with in tests; nobody trusts it. */
export const certificate = { cert: pemOf('first-cert'), key: pemOf('first-key') }

/** One that encrypts, and believes any certificate. */
export function secureClient(
  t: Pick<TestContext, 'after'>,
  port: number,
  ways: Ways = {},
): Promise<Client> {
  const trusting = { port, host: '127.0.0.1', rejectUnauthorized: false }
  return clientOn(t, secureConnect({ ...ways, ...trusting }))
}

async function clientOn(t: Pick<TestContext, 'after'>, socket: Socket): Promise<Client> {
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
  const read = async (count: number): Promise<readonly Answer[]> => {
    const answers: Answer[] = []
    while (answers.length < count) {
      const end = endOf(received)
      if (end === undefined) {
        if (closed) break
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      answers.push(answerIn(received.slice(0, end)))
      received = received.slice(end)
    }
    return answers
  }
  const send = (bytes: string, answers = 1): Promise<readonly Answer[]> => {
    socket.write(bytes, 'latin1')
    return read(answers)
  }
  const get = async (target: string, ...lines: readonly string[]): Promise<Answer> => {
    const [answer] = await send(plainText(target, ...lines))
    if (answer === undefined) throw new Error(`${target}: the connection was closed.`)
    return answer
  }
  return { socket, send, get, read, isClosed: () => closed }
}

/** Where the first answer ends; `undefined` while it is not whole. Those to HEAD have no body, and are not read here. */
function endOf(received: string): number | undefined {
  const end = received.indexOf('\r\n\r\n') + 4
  if (end < 4) return undefined
  const length = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(received.slice(0, end))?.[1] ?? 0)
  return end + length <= received.length ? end + length : undefined
}

function answerIn(text: string): Answer {
  const end = text.indexOf('\r\n\r\n') + 4
  return { status: Number(text.slice(9, 12)), head: text.slice(0, end), body: text.slice(end) }
}
