import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getOverTls } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../../domain/failure.ts'

/** A server to start: its arguments, its variables and its folder. */
export type ServerOfCopy = {
  readonly words: readonly string[]
  readonly variables: NodeJS.Dict<string>
  readonly folder: string
}

/** The requests that prove a copy: each must be answered from the last entry of the copied book, or without a book. */
export const proofPaths = ['/ready', '/health', '/about', '/institutions', '/rates/current', '/']

/** The milliseconds after which the server is killed. A large book takes long to load. */
const longestProof = 600_000

/** Starts a server from a copy and asks it. Throws a `Failure` if it does not start, or does not answer from the position. */
export async function proveCopy(server: ServerOfCopy, position: number): Promise<void> {
  const child = spawn(process.execPath, [process.argv[1] ?? '', 'serve', ...server.words], {
    cwd: server.folder,
    env: server.variables,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longestProof,
    killSignal: 'SIGKILL',
  })
  const exited = once(child, 'exit')
  const stop = (signal: NodeJS.Signals): void => {
    child.kill('SIGKILL')
    process.kill(process.pid, signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  try {
    const address = await addressOf(child)
    for (const path of proofPaths) await ask(`${address}${path}`, path, position)
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, stop)
    child.kill('SIGINT')
    await exited
  }
}

/** The address of the server once it listens. */
async function addressOf({ stdout, stderr }: ChildProcess): Promise<string> {
  let message = ''
  stderr?.setEncoding('utf8').on('data', (chunk: string) => (message += chunk))
  let printed = ''
  for await (const chunk of stdout?.setEncoding('utf8') ?? []) {
    printed += String(chunk)
    const address = /^Ratebook answers at (\S+)/m.exec(printed)?.[1]
    if (address !== undefined) return address
  }
  if (stderr !== null && !stderr.readableEnded) await once(stderr, 'end')
  throw new Failure('refused', `No server starts from the copy: ${message.trim()}`)
}

async function ask(address: string, path: string, position: number): Promise<void> {
  const { statusCode = 0, headers } = await requestOf(address)
  if (statusCode === 503 && path === '/ready') {
    // The first answers are computed before the server is ready.
    await sleep(100)
    return ask(address, path, position)
  }
  const answered = headers['ratebook-position'] ?? String(position)
  if (statusCode < 400 && answered === String(position)) return
  throw new Failure(
    'refused',
    `The server of the copy answered ${path} with status ${statusCode}, from position ${answered.toString()} of ${position}.`,
  )
}

/** The response to one request. The certificate is for the public name, and this is a child process on this machine. */
async function requestOf(address: string): Promise<IncomingMessage> {
  const request = address.startsWith('https:')
    ? getOverTls(address, { rejectUnauthorized: false, agent: false })
    : getPlain(address, { agent: false })
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    return response
  } catch (error) {
    throw new Failure(
      'refused',
      `The server of the copy does not answer: ${(error as Error).message}.`,
    )
  }
}
