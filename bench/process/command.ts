import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { endWithUs } from './server.ts'
import { childSeconds } from './usage.ts'

/** What a command took, in milliseconds. */
export type Timed = {
  readonly milliseconds: number
  readonly processor: number
  readonly endedAt: number
}

/** Runs a command to its end, behind all others on its core if asked; throws if it fails. */
export async function timed(
  command: string,
  args: readonly string[],
  isBehind = false,
): Promise<Timed> {
  const before = childSeconds()
  const began = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  endWithUs(child)
  if (isBehind && child.pid !== undefined) setPriority(child.pid, 19)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  const endedAt = performance.now()
  if (code !== 0) throw new Error(`${args.slice(-4).join(' ')} ended with ${code}: ${said}`)
  return { milliseconds: endedAt - began, processor: (childSeconds() - before) * 1000, endedAt }
}
