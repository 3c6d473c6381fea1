import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Firefox with one tab, driven through WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). */
export type Firefox = {
  /** The errors and warnings that pages have logged. */
  readonly logged: readonly string[]
  readonly resize: (width: number, height: number) => Promise<void>
  /** Opens an address, and waits for its `load` event. */
  readonly open: (address: string) => Promise<void>
  /** The value of an expression, a string, a number or a boolean, in the page. */
  readonly evaluate: (expression: string) => Promise<unknown>
  /** A PNG image of the window. */
  readonly screenshot: () => Promise<Buffer>
  readonly close: () => Promise<void>
}

/** How long Firefox may take to start or to answer a command, in milliseconds. */
const patience = 60_000

/** Preferences of the profile: an unusable proxy, so that Firefox itself reaches no other host. Addresses of this machine bypass it. */
const preferences = { type: 1, http: '127.0.0.1', http_port: 9, ssl: '127.0.0.1', ssl_port: 9 }

/** Starts Firefox without a window, and with a new profile. */
export async function startFirefox(program: string): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'ratebook-firefox-'))
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("network.proxy.${name}", ${JSON.stringify(value)});\n`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const child = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
  )
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    return await connect(`${await addressFrom(child.stderr)}/session`, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

/** Firefox prints the address of its WebSocket. */
async function addressFrom(output: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface(output)
  const signal = AbortSignal.timeout(patience)
  signal.addEventListener('abort', () => lines.close())
  for await (const line of lines) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
    // Firefox stops if nobody reads its output.
    output.resume()
    if (address !== undefined) return address
  }
  throw new Error('Firefox did not start.')
}

async function connect(address: string, stop: () => Promise<void>): Promise<Firefox> {
  const socket = new WebSocket(address)
  const logged: string[] = []
  const answers = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.type === 'event') {
      const { level, text } = message.params
      if (level === 'error' || level === 'warn') logged.push(`${level}: ${text}`)
    } else answers.get(message.id)?.(message)
  })
  await once(socket, 'open', { signal: AbortSignal.timeout(patience) })
  let last = 0
  const send = async (method: string, params: object): Promise<Result> => {
    last += 1
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), patience)
    answers.set(last, resolve)
    socket.send(JSON.stringify({ id: last, method, params }))
    const answer = await promise.finally(() => clearTimeout(timer))
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error}: ${answer.message}`)
    return answer.result
  }
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { context } = await send('browsingContext.create', { type: 'tab' })
  return {
    logged,
    async resize(width, height) {
      await send('browsingContext.setViewport', { context, viewport: { width, height } })
    },
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async evaluate(expression) {
      const target = { context }
      const evaluated = await send('script.evaluate', { expression, target, awaitPromise: true })
      if (evaluated.type === 'exception') throw new Error(JSON.stringify(evaluated))
      return evaluated.result?.value
    },
    async screenshot() {
      const { data = '' } = await send('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    async close() {
      socket.close()
      await stop()
    },
  }
}

/** The fields of results that the tests read; each command has its own. */
type Result = {
  readonly context?: string
  readonly data?: string
  readonly type?: string
  readonly result?: { readonly value?: unknown }
}

type Answer =
  | { readonly type: 'success'; readonly id: number; readonly result: Result }
  | {
      readonly type: 'error'
      readonly id: number
      readonly error: string
      readonly message: string
    }

type LogEntry = { readonly level: string; readonly text: string }

type Message = Answer | { readonly type: 'event'; readonly params: LogEntry }
