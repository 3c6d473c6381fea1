import { closeSync, openSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { until, type RunningServer } from '../support/cli.ts'
import type { Flip } from './bit-flips.ts'
import { reopenCode } from './exit-code.ts'
import type { KnownBook } from './known-book.ts'

/** What a running server does after a bit of its book was flipped. */
export type LiveResult = Flip & {
  /** The milliseconds after which `/health` was 503; `undefined` if it stayed 200. */
  readonly noticedAfter: number | undefined
  /** Whether a server that starts then refuses the book. */
  readonly isDamaged: boolean
  readonly wrong: readonly string[]
}

/** How long `/health` is watched after a flip, in milliseconds. The server polls the book every 200. */
const watched = 1_000

/** Flips a bit of a book while a server follows it, compares all answers until `/health` is 503, and flips the bit back. */
export async function flipWhileServed(
  server: RunningServer,
  path: string,
  known: KnownBook,
  flip: Flip,
): Promise<LiveResult> {
  const wrong: string[] = []
  const before = await answersOf(server)
  const began = performance.now()
  writeBit(path, known, flip, true)
  let noticedAfter: number | undefined
  while (noticedAfter === undefined && performance.now() < began + watched) {
    if ((await answersOf(server)) !== before) wrong.push('an answer changed')
    const { status } = await fetch(`${server.address}/health`)
    if (status === 503) noticedAfter = performance.now() - began
    else await sleep(20)
  }
  const isDamaged = (await reopenCode(path, known.end)) !== 0
  if (noticedAfter !== undefined && !isDamaged) wrong.push('/health was 503 without damage')
  writeBit(path, known, flip, false)
  const isHealthy = async () => (await fetch(`${server.address}/health`)).status === 200
  if (!(await until(isHealthy, 5_000))) wrong.push('/health stayed 503')
  if ((await answersOf(server)) !== before) wrong.push('an answer changed')
  return { ...flip, noticedAfter, isDamaged, wrong }
}

async function answersOf({ address }: RunningServer): Promise<string> {
  const answers = ['/institutions', '/rates/current', '/summary'].map(async (target) => {
    const response = await fetch(address + target)
    const { headers } = response
    return [headers.get('ratebook-position'), headers.get('etag'), await response.text()].join(' ')
  })
  return (await Promise.all(answers)).join('\n')
}

/** Writes one byte in place. SQLite must not have the file open in this process, because closing it drops SQLite's locks. */
function writeBit(path: string, { files }: KnownBook, flip: Flip, isFlipped: boolean): void {
  const { file, offset, bit } = flip
  const isLog = file === 'wal'
  const byte = (isLog ? files.wal : files.main).readUInt8(offset)
  const descriptor = openSync(isLog ? `${path}-wal` : path, 'r+')
  writeSync(descriptor, Buffer.of(isFlipped ? byte ^ (1 << bit) : byte), 0, 1, offset)
  closeSync(descriptor)
}
