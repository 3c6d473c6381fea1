import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getOverTls } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseDocument } from 'yaml'
import { Failure } from '../../domain/failure.ts'
import { isWithin, placeOf, valueInCopy, type Copy } from './copy-files.ts'
import type { Original } from './original.ts'

/** The requests that prove a copy: each must be answered from the last entry of the copied book, or without a book. */
export const proofPaths = ['/ready', '/health', '/about', '/institutions', '/rates/current', '/']

/** Starts a server from the copy, with the settings of the unit that serves the original. */
export async function proveCopy(
  copy: Copy,
  original: Original,
  to: string,
  position: number,
): Promise<void> {
  const { book, config, ofSettings } = original
  const place = config === undefined ? undefined : placeOf(copy, config)
  const outside = ofSettings.filter(({ path }) => !isWithin(book, path))
  const changed = outside.length === 0 ? undefined : `${place}.proof`
  if (config !== undefined && changed !== undefined)
    writeFileSync(changed, settingsOfCopy(copy, config, outside))
  try {
    await askServer(serverOf(original, copy, changed ?? place, to), position)
  } finally {
    if (changed !== undefined) rmSync(changed)
    // The server only read the book, so these files hold no entries.
    for (const ending of ['-wal', '-shm']) rmSync(`${to}${ending}`, { force: true })
  }
}

/** The text of a settings file that names the copies of some files. */
function settingsOfCopy(copy: Copy, file: string, files: Original['ofSettings']): string {
  const document = parseDocument(readFileSync(file, 'utf8'))
  for (const { key, path } of files) document.setIn(key, placeOf(copy, path))
  return document.toString()
}

/** The server that is started from a copy: as the unit that serves the original, but on a free port of this machine. */
function serverOf(
  { units, files }: Original,
  copy: Copy,
  config: string | undefined,
  database: string,
) {
  const copied = new Set(files.map((file) => file.path))
  const unit = units.find(({ words }) => words[0] === 'serve')
  const own = Object.entries(process.env).map(([name, value = '']) => [
    name,
    name.startsWith('RATEBOOK_') ? valueInCopy(copy, copied, '.', value) : value,
  ])
  const ofUnit = Object.entries(unit?.variables ?? {}).map(([name, value = '']) => [
    name,
    valueInCopy(copy, copied, unit?.folder ?? '', value),
  ])
  const variables = Object.fromEntries([...own, ...ofUnit]) as NodeJS.Dict<string>
  for (const name of ['PORT', 'RATEBOOK_CONFIG', 'RATEBOOK_SAMPLE']) delete variables[name]
  const words = [
    ...(unit?.words.slice(1).map((word) => valueInCopy(copy, copied, unit.folder, word)) ?? []),
    ...(config === undefined ? [] : ['--config', config]),
    ...'--host 127.0.0.1 --port 0 --drain 0 --log-level warn --rate-limit 1000'.split(' '),
    ...'--metrics-host 127.0.0.1 --metrics-port 0'.split(' '),
    '--database',
    database,
  ]
  return { words, variables, folder: join(copy.folder, 'book') }
}

/** The milliseconds after which the server is killed. A large book takes long to load. */
const longestProof = 600_000

/** Starts a server from a copy and asks it. Throws a `Failure` if it does not start, or does not answer from the position. */
async function askServer(server: ReturnType<typeof serverOf>, position: number): Promise<void> {
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
