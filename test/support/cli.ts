import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

const launcher = fileURLToPath(new URL('../../bin/ratebook.js', import.meta.url))

/** How long any command of a test may take before it is killed and the test fails. */
const patience = 45_000

/** Where and how a command is started; the settings of whoever runs the tests are not handed on. */
export type Circumstances = {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string | Uint8Array
  readonly uid?: number
  /** Arguments of Node itself. */
  readonly node?: readonly string[]
  /** A shell script that starts the command as `exec "$0" "$@"`. */
  readonly shell?: string
}

/** What came of a command. */
export type Finished = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts a command without waiting for it; whoever starts it ends it. */
export function start(args: readonly string[], how: Circumstances = {}): ChildProcess {
  const command = [process.execPath, ...(how.node ?? []), launcher, ...args]
  const [program = '', ...rest] =
    how.shell === undefined ? command : ['sh', '-c', how.shell, ...command]
  const { uid } = how
  const child = spawn(program, rest, {
    env: environment(how.env),
    ...(how.cwd !== undefined && { cwd: how.cwd }),
    ...(uid !== undefined && { uid, gid: uid }),
  })
  // A command that ends before it has read its input is no error of the test.
  child.stdin.on('error', () => {})
  child.stdin.end(how.input ?? '')
  return child
}

/** Runs a command to its end. */
export async function run(args: readonly string[], how: Circumstances = {}): Promise<Finished> {
  return finished(start(args, how))
}

/** The end of a command that was started, which is killed if it takes too many milliseconds. */
export async function finished(child: ChildProcess, most = patience): Promise<Finished> {
  const timer = setTimeout(() => child.kill('SIGKILL'), most)
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('A command is started with pipes.')
  const [out, told] = await Promise.all([text(stdout), text(stderr), closed(child)])
  clearTimeout(timer)
  return { code: child.exitCode, signal: child.signalCode, stdout: out, stderr: told }
}

async function closed(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** A server in a process of its own. */
export type RunningServer = {
  readonly address: string
  readonly port: number
  readonly pid: number
  readonly stdout: () => string
  readonly stderr: () => string
  /** Sends a signal, waits for the end, and says what it came to and how many milliseconds it took. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<{ code: number | null; took: number }>
}

/** Starts `ratebook serve` on a free port and waits until it has said where it answers; it ends with the test. */
export async function startServer(
  t: Pick<TestContext, 'after'>,
  args: readonly string[],
  how: Circumstances = {},
): Promise<RunningServer> {
  const child = start(['serve', '--port', '0', ...args], how)
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => (said[name] += chunk))
  }
  const ended = once(child, 'exit')
  t.after(() => child.kill('SIGKILL'))
  const address = () => said.stdout.match(/^Ratebook answers at (\S+)/)?.[1]
  await until(() => address() !== undefined || child.exitCode !== null, 20_000)
  const found = address()
  if (found === undefined) throw new Error(`The server did not start: ${said.stdout}${said.stderr}`)
  return {
    address: found,
    port: Number(new URL(found).port),
    pid: Number(child.pid),
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    async stop(signal = 'SIGTERM') {
      const began = performance.now()
      child.kill(signal)
      const timer = setTimeout(() => child.kill('SIGKILL'), patience)
      await ended
      clearTimeout(timer)
      return { code: child.exitCode, took: performance.now() - began }
    },
  }
}

/** Waits until something holds, at most so many milliseconds; returns whether it does. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  milliseconds = 10_000,
): Promise<boolean> {
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    if (await holds()) return true
    await sleep(10)
  }
  return holds()
}

/** A digest of a book's file and of what SQLite keeps beside it: equal digests, equal bytes. */
export function digestOf(path: string): string {
  const hash = createHash('sha256')
  // A log of nothing is as good as none: whoever only reads may leave one behind.
  for (const file of [path, `${path}-wal`]) {
    hash.update('|').update(existsSync(file) ? readFileSync(file) : '')
  }
  return hash.digest('hex')
}

function environment(more: Circumstances['env'] = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(RATEBOOK_|PORT$|NODE_TEST_)/.test(name),
  )
  // Compiled once for all commands of all tests: half of the time of a command is the reading of its modules.
  const cache = join(tmpdir(), `ratebook-compiled-${process.getuid?.() ?? 0}`)
  return { ...Object.fromEntries(own), NODE_COMPILE_CACHE: cache, ...more }
}
