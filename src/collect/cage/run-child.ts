import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setInterval } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parseWhole } from '../../domain/decimal.ts'
import type { ReadFailure } from '../read/table.ts'
import { heapMegabytes, kernelMemory, type CageLimits } from './limits.ts'

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

/** The resources of a process: bytes of resident memory, and seconds of processor time. */
type ProcessUsage = { readonly memory: number; readonly processor: number }

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

/** The present usage of a process; `undefined` once it has ended, and where the system does not report it. */
async function usageOf(pid: number): Promise<ProcessUsage | undefined> {
  try {
    return process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid)
  } catch {
    return undefined
  }
}

async function fromProc(pid: number): Promise<ProcessUsage | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1')
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
  const kilobytes = parseWhole(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? '')
  // The name of the program is in brackets, and may have spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [parseWhole(fields[11] ?? ''), parseWhole(fields[12] ?? '')]
  if (kilobytes === undefined || user === undefined || system === undefined) return undefined
  return { memory: kilobytes * 1024, processor: (user + system) / ticksPerSecond }
}

async function fromPs(pid: number): Promise<ProcessUsage | undefined> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=,time=', '-p', String(pid)])
  const [kilobytes = '', time = ''] = stdout.trim().split(/\s+/)
  const memory = parseWhole(kilobytes)
  return memory === undefined ? undefined : { memory: memory * 1024, processor: secondsOf(time) }
}

/** The seconds of a time such as `1-02:03:04` or `3:04.05`. */
function secondsOf(time: string): number {
  const [clock = '', days = '0'] = time.split('-').toReversed()
  const parts = (clock.split('.', 1)[0] ?? '')
    .split(':')
    .map((part) => parseWhole(part.replace(/^0(?=\d)/, '')) ?? 0)
  return parts.reduce((sum, part) => sum * 60 + part, 0) + (parseWhole(days) ?? 0) * 86_400
}

/** The program and arguments that start a caged process. */
type CageCommand = { readonly program: string; readonly args: readonly string[] }

/** The packages that readers use, and what these packages use themselves. */
const packages: Readonly<Record<string, readonly string[]>> = {
  '@e965/xlsx': [],
  fflate: [],
  parse5: ['entities'],
  unpdf: [],
}

/** Built-in modules that can open files in spite of the permission model. */
const unwanted = ['--no-experimental-sqlite', '--no-experimental-ffi']

/**
 * The command of a process that may read the modules of the reader and nothing else: no other file, no network, no process, no
 * worker, no native code, no code from strings. The kernel sets limits where there is a `prlimit`.
 */
export function cageCommand(entry: URL, processor: number): CageCommand {
  const known = process.allowedNodeEnvironmentFlags
  const flags = [
    '--permission',
    ...readableBy(entry).map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${heapMegabytes}`,
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    '--no-warnings',
    ...unwanted.filter((flag) => known.has(flag.replace('--no-', '--')) || known.has(flag)),
  ]
  const node = [process.execPath, ...flags, fileURLToPath(entry)]
  const prlimit = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => existsSync(path))
  if (prlimit === undefined || process.platform !== 'linux')
    return { program: process.execPath, args: node.slice(1) }
  // The signal of the lower limit says why the process ended.
  const limits = [
    `--cpu=${processor}:${processor + 1}`,
    `--data=${kernelMemory}`,
    '--fsize=0',
    '--core=0',
  ]
  return { program: prlimit, args: [...limits, ...node] }
}

/** The files and folders of the modules that the entry imports. */
function readableBy(entry: URL): readonly string[] {
  const own = ['./', '../read/', '../../domain/', '../../../package.json']
  const folders = Object.entries(packages).flatMap(([name, others]) => {
    const main = fileURLToPath(import.meta.resolve(name))
    const { resolve } = createRequire(main)
    return [
      packageFolder(main, name),
      ...others.map((other) => packageFolder(resolve(other), other)),
    ]
  })
  const paths = own.map((path) => fileURLToPath(new URL(path, import.meta.resolve('./cage.ts'))))
  return [fileURLToPath(entry), ...paths, ...folders]
}

function packageFolder(file: string, name: string): string {
  const normal = file.replaceAll('\\', '/')
  const folder = `/node_modules/${name}/`
  return file.slice(0, normal.lastIndexOf(folder) + folder.length)
}
