import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { CommandResult } from './cli.ts'

/** A command for the shared process. It writes `end` after the output. */
export type SharedCommand = {
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** The instant of `Date`, in milliseconds; without it, the clock of this machine. */
  readonly clock: number | undefined
  readonly end: string
}

const program = fileURLToPath(new URL('command-process.ts', import.meta.url))
const shared: { child?: ChildProcess; last: Promise<unknown> } = { last: Promise.resolve() }

/**
 * Runs a command in a process that the commands of a test file share, one after the other: loading the modules takes most of the
 * time of a short command. The process ends with this one, or after `timeout` milliseconds.
 */
export function runShared(
  command: Omit<SharedCommand, 'end'>,
  timeout: number,
): Promise<CommandResult> {
  const result = shared.last.then(() => runNext(command, timeout))
  shared.last = result.catch(() => {})
  return result
}

async function runNext(
  command: Omit<SharedCommand, 'end'>,
  timeout: number,
): Promise<CommandResult> {
  // A command may have ended the process.
  const child = shared.child?.connected === true ? shared.child : startShared(command.env)
  shared.child = child
  const end = `\n${randomUUID()}`
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('The shared process has no pipes.')
  child.ref()
  const stopTimer = killAfter(child, timeout)
  const [out, err, code] = await Promise.all([
    textUntil(end, stdout),
    textUntil(end, stderr),
    new Promise<number | null>((resolve) => {
      child.once('message', resolve).once('exit', resolve)
      child.send({ ...command, end })
    }),
  ])
  stopTimer()
  child.removeAllListeners('message').removeAllListeners('exit').unref()
  return { code, signal: child.signalCode, stdout: out, stderr: err }
}

/** Kills a process after `timeout` milliseconds; returns the function that stops this. */
export function killAfter(child: ChildProcess, timeout: number): () => void {
  // Loading the files of the tests may block this process for longer. A result that has arrived meanwhile is read first.
  let timer = setTimeout(() => {
    timer = setTimeout(() => child.kill('SIGKILL'), 1_000)
  }, timeout)
  return () => clearTimeout(timer)
}

/** Starts the shared process. It keeps this process alive only during a command. */
function startShared(env: NodeJS.ProcessEnv): ChildProcess {
  const child = fork(program, [], { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8')
    if (stream instanceof Socket) stream.unref()
  }
  child.channel?.unref()
  process.once('beforeExit', () => {
    child.ref()
    if (child.connected) child.disconnect()
  })
  return child
}

/** The text that a stream gives before this end, or before it is closed. */
function textUntil(end: string, stream: Readable): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const finish = (): void => {
      stream.off('data', read).off('close', finish)
      resolve(text)
    }
    const read = (chunk: string): void => {
      text += chunk
      if (!text.endsWith(end)) return
      text = text.slice(0, -end.length)
      finish()
    }
    stream.on('data', read).on('close', finish)
  })
}
