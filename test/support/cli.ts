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
import type { Instant } from '../../src/domain/instant.ts'
import { at } from './sample-market.ts'
import { killAfter, runShared } from './shared-process.ts'

const launcher = fileURLToPath(new URL('../../bin/ratebook.js', import.meta.url))

/** How long a test waits for anything, in milliseconds: shorter than the timeout of a test, longer than a busy machine takes. */
export const patience = 100_000

/** The clock of in-process commands by default: after every entry of the samples, and not too long after the small book for the limit of the clock. */
export const testNow = at('2026-07-30T12:00:00Z')

/** How a command is started. Environment variables of Ratebook are not inherited. */
export type CommandOptions = {
  readonly cwd?: string
  /** The clock of a command that `run` runs in the shared process. It stands still. */
  readonly now?: Instant
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string | Uint8Array
  readonly uid?: number
  /** Arguments for Node itself. */
  readonly node?: readonly string[]
  /** A shell script that starts the command as `exec "$0" "$@"`. */
  readonly shell?: string
}

/** The result of a command. */
export type CommandResult = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts a command without waiting for it. The caller must end it. */
export function start(args: readonly string[], options: CommandOptions = {}): ChildProcess {
  const command = [process.execPath, ...(options.node ?? []), launcher, ...args]
  const [program = '', ...rest] =
    options.shell === undefined ? command : ['sh', '-c', options.shell, ...command]
  const { uid } = options
  const child = spawn(program, rest, {
    env: environment(options.env),
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    ...(uid !== undefined && { uid, gid: uid }),
  })
  // Ignore the error of a command that ends before it reads its input.
  child.stdin.on('error', () => {})
  child.stdin.end(options.input ?? '')
  return child
}

/**
 * Runs a command to its end. The commands of a test file share a process and run one after the other, at `testNow`. Commands with
 * input or other settings of a process have their own, and so have those that follow the book until they are stopped.
 */
export function run(args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const { cwd = process.cwd(), env, now, ...others } = options
  if (Object.keys(others).length > 0 || args.includes('--follow')) return runAlone(args, options)
  // A database server has the clock of this machine, and Ratebook compares the two.
  const hasServer = [...args, ...Object.values(env ?? {})].some((one) => one.startsWith('postgres'))
  const clock = now ?? (hasServer ? undefined : testNow)
  return runShared({ args, cwd, env: environment(env), clock }, patience)
}

/** Runs a command to its end in a process of its own. */
export async function runAlone(
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return finished(start(args, options))
}

/** Waits for a command to end, and kills it after `timeout` milliseconds. */
export async function finished(child: ChildProcess, timeout = patience): Promise<CommandResult> {
  const stopTimer = killAfter(child, timeout)
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('The command has no pipes.')
  const [out, err] = await Promise.all([text(stdout), text(stderr), closed(child)])
  stopTimer()
  return { code: child.exitCode, signal: child.signalCode, stdout: out, stderr: err }
}

async function closed(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** A server of Ratebook in a process of its own. */
export type RunningServer = {
  readonly address: string
  readonly port: number
  readonly pid: number
  readonly stdout: () => string
  readonly stderr: () => string
  /** Sends a signal and waits for the process to end; `took` is in milliseconds. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<{ code: number | null; took: number }>
}

/** Starts `ratebook serve` on a free port and waits until it listens. It ends with the test. */
export async function startServer(
  t: Pick<TestContext, 'after'>,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<RunningServer> {
  return startListening(t, ['serve', '--port', '0', ...args], options)
}

/** Starts `ratebook desk` and waits until it listens. It ends with the test. */
export async function startDesk(
  t: Pick<TestContext, 'after'>,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<RunningServer> {
  return startListening(t, ['desk', ...args], options)
}

async function startListening(
  t: Pick<TestContext, 'after'>,
  args: readonly string[],
  options: CommandOptions,
): Promise<RunningServer> {
  const child = start(args, options)
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => (output[name] += chunk))
  }
  const ended = once(child, 'exit')
  t.after(() => child.kill('SIGKILL'))
  const address = () => output.stdout.match(/^(?:Ratebook|The review desk) answers at (\S+)/)?.[1]
  await until(() => address() !== undefined || child.exitCode !== null)
  const found = address()
  if (found === undefined)
    throw new Error(`The server did not start: ${output.stdout}${output.stderr}`)
  return {
    address: found,
    port: Number(new URL(found).port),
    pid: Number(child.pid),
    stdout: () => output.stdout,
    stderr: () => output.stderr,
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

/** Polls, less and less often, until the condition holds; returns false if it never does. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  timeout = patience,
): Promise<boolean> {
  const began = performance.now()
  for (let waited = 0; waited < timeout; waited = performance.now() - began) {
    if (await holds()) return true
    await sleep(Math.min(100, 10 + waited / 20))
  }
  return holds()
}

/** A digest of a SQLite file and its write-ahead log. */
export function digestOf(path: string): string {
  const hash = createHash('sha256')
  // A reader may leave an empty write-ahead log behind; it counts as a missing one.
  for (const file of [path, `${path}-wal`]) {
    hash.update('|').update(existsSync(file) ? readFileSync(file) : '')
  }
  return hash.digest('hex')
}

function environment(more: CommandOptions['env'] = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(RATEBOOK_|PORT$|NODE_TEST_)/.test(name),
  )
  // Commands share a compile cache, because a short command spends much of its time loading modules.
  const cache = join(tmpdir(), `ratebook-compiled-${process.getuid?.() ?? 0}`)
  // No load balancer has to notice that a server of a test stops.
  const settings = { NODE_COMPILE_CACHE: cache, RATEBOOK_DRAIN: '0' }
  return { ...Object.fromEntries(own), ...settings, ...more }
}
