import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setInterval } from 'node:timers/promises'
import type { ReadFailure } from '../../read/table.ts'
import type { CageCommand } from './command.ts'
import { usageOf } from './usage.ts'

/** When the parent kills the child. */
export type CageLimits = {
  /** Bytes of resident memory. */
  readonly memory: number
  /** Seconds of processor time. */
  readonly processor: number
  /** Milliseconds until the answer must be there. A loaded machine gives the child little of its time. */
  readonly wall: number
  /** Bytes of the answer. */
  readonly answer: number
}

/** How often the parent looks at the child, in milliseconds. */
const pollInterval = process.platform === 'linux' ? 25 : 250

/** Runs a caged process, and returns the last line that it printed. A child that is killed or crashes is a failure. */
export async function runChild(
  { program, args }: CageCommand,
  input: readonly Uint8Array[],
  limits: CageLimits,
  signal?: AbortSignal,
): Promise<{ readonly line: string } | ReadFailure> {
  signal?.throwIfAborted()
  const child: ChildProcess = spawn(program, args, {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  // It rejects if the child cannot be started. Without a free descriptor the child then has no pipes.
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  let failure: string | undefined
  const end = (reason: string): void => {
    failure ??= reason
    child.kill('SIGKILL')
  }
  const onAbort = (): void => end('The run was stopped.')
  signal?.addEventListener('abort', onAbort, { once: true })
  const chunks: Uint8Array[] = []
  let size = 0
  child.stdout?.on('data', (chunk: Uint8Array) => {
    size += chunk.byteLength
    if (size > limits.answer) end('The page gives more text than a rate sheet.')
    else chunks.push(chunk)
  })
  // The child may end before it has read its input.
  child.stdin?.on('error', () => {})
  for (const bytes of input) child.stdin?.write(bytes)
  child.stdin?.end()
  const watching = new AbortController()
  const watched = watch(child, limits, end, watching.signal)
  try {
    const [code, killedBy] = await closed
    failure ??= endedBy(code, killedBy, limits)
  } finally {
    watching.abort()
    signal?.removeEventListener('abort', onAbort)
    child.kill('SIGKILL')
  }
  await watched
  if (failure !== undefined) return { failure }
  const lines = Buffer.concat(chunks).toString('utf8').trimEnd()
  return { line: lines.slice(lines.lastIndexOf('\n') + 1) }
}

/** Kills the child at its limits. */
async function watch(
  { pid }: ChildProcess,
  limits: CageLimits,
  end: (reason: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let waited = 0
  try {
    for await (const _ of setInterval(pollInterval, undefined, { signal })) {
      waited += pollInterval
      const usage = pid === undefined ? undefined : await usageOf(pid)
      if (signal.aborted) return
      if ((usage?.memory ?? 0) > limits.memory) end(memorySentence(limits))
      if ((usage?.processor ?? 0) >= limits.processor) end(processorSentence(limits))
      if (waited > limits.wall)
        end(`The page could not be read within ${limits.wall / 1000} s of waiting.`)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

function memorySentence({ memory }: CageLimits): string {
  return `Reading the page needs more than ${memory / 1024 / 1024} MB of memory.`
}

function processorSentence({ processor }: CageLimits): string {
  return `Reading the page needs more than ${processor} s of processor time.`
}

/** Why a child ended without an answer; `undefined` if it ended well. */
function endedBy(
  code: number | null,
  signal: NodeJS.Signals | null,
  limits: CageLimits,
): string | undefined {
  if (code === 0) return undefined
  if (signal === 'SIGXCPU') return processorSentence(limits)
  // V8 ends so when its heap is full or the kernel refuses memory.
  if (signal === 'SIGABRT' || signal === 'SIGTRAP') return memorySentence(limits)
  return `The reader ended without an answer (${signal ?? `exit code ${code}`}).`
}
