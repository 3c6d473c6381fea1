import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { AttackOrder, AttackResult } from './attacked-process.ts'
import { startAttacks } from './attack-server.ts'
import { attacks } from './attacks.ts'

/**
 * Fetches the page of every attack in a process of its own. `total` limits, in milliseconds, those that send for as long as they
 * can. The others end early by themselves, and on a busy machine a short limit would end them first.
 */
export async function runAttacks(
  t: Pick<TestContext, 'after'>,
  total: number,
): Promise<readonly AttackResult[]> {
  const port = await startAttacks(t)
  const url = (path: string): string => `http://bank.example:${port}/${path}`
  const order: AttackOrder = {
    calm: url('calm'),
    attacks: Object.entries(attacks).map(([name, { ends }]) => ({
      url: url(name),
      limits: ends.includes('timeout') ? { total } : {},
    })),
  }
  const script = fileURLToPath(new URL('attacked-process.ts', import.meta.url))
  const child = spawn(process.execPath, ['--expose-gc', script, JSON.stringify(order)])
  t.after(() => child.kill('SIGKILL'))
  child.stderr.pipe(process.stderr)
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const lines = output.trim().split('\n')
  return lines.map((line) => JSON.parse(line) as AttackResult)
}

/** Checks how every attack ended: as it should, and without much memory. */
export function assertHarmless(results: readonly AttackResult[]): void {
  assert.equal(results.length, Object.keys(attacks).length)
  for (const { url, end, grown } of results) {
    const name = new URL(url).pathname.slice(1)
    const { ends = [] } = attacks[name] ?? {}
    assert.ok(ends.includes(end), `${name} ended with ${end}`)
    assert.ok(grown < 64_000_000, `${name}: ${grown} bytes`)
  }
}
