import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setInterval as every } from 'node:timers'
import { fileURLToPath } from 'node:url'
import { checkInCage, tablesInCage } from '../../src/collect/cage/cage.ts'
import { decodeRequest } from '../../src/collect/cage/message.ts'
import type { PageBytes } from '../../src/collect/read/reading.ts'
import { collect } from '../support/memory.ts'

/** How many pages are read: 10,000 with `npm run test:faults`. */
const rounds = process.env['FAULT_ROUNDS']
const count = rounds === undefined ? 40 : Number(rounds) * 10
/** How many pages one caged process reads, and how many processes there are at once. */
const [batchSize, atOnce] = [10, 2]
/** How much the parent may grow, in bytes. */
const growthLimit = 50 * 1024 * 1024

const entry = new URL('../collect/rounds/caged/read-each.ts', import.meta.url)
const maker = fileURLToPath(new URL('../collect/rounds/make-hostile-pages.ts', import.meta.url))

/** Pages by number, made by another process. */
async function pagesFrom(from: number): Promise<readonly PageBytes[]> {
  const to = Math.min(from + batchSize, count)
  const child = spawn(process.execPath, ['--no-warnings', maker, String(from), String(to)])
  child.stdin.end()
  return decodeRequest(await buffer(child.stdout)).pages
}

/** The result of reading one page in a process of its own. */
async function readAlone(page: PageBytes): Promise<string> {
  const { name, format } = page
  const definition = { name, format, url: 'https://hostile.example/rates' }
  const answer = await tablesInCage(page, definition)
  return 'failure' in answer ? answer.failure : 'read'
}

/** The results of reading some pages. If one of them ends their process, each gets a process of its own. */
async function readBatch(batch: readonly PageBytes[]): Promise<readonly string[]> {
  const results = await checkInCage({ offers: [], cells: [] }, batch, { entry })
  if (results.length === batch.length) return results
  const alone: string[] = []
  for (const page of batch) alone.push(await readAlone(page))
  return alone
}

/** A result that is one sentence and no bug. */
const orderly = /^(?:read|(?!Thrown|An unexpected).+)$/

test(`${count} hostile pages are read or end with one sentence; the parent grows by less than 50 MB`, async (t) => {
  const wrong: string[] = []
  const kinds = new Map<string, number>()
  let [largest, done, next] = [0, 0, 0]
  await collect()
  const before = process.memoryUsage.rss()
  const watch = every(() => (largest = Math.max(largest, process.memoryUsage.rss())), 20)
  t.after(() => clearInterval(watch))
  const readAll = async (): Promise<void> => {
    while (next < count) {
      next += batchSize
      const batch = await pagesFrom(next - batchSize)
      for (const [index, result] of (await readBatch(batch)).entries()) {
        done++
        if (!orderly.test(result)) wrong.push(`${batch[index]?.name}: ${result}`)
        const kind = result.replace(/"(?:[^"\\]|\\.)*"|\d+/g, '…').slice(0, 60)
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readAll))
  clearInterval(watch)
  for (const [kind, times] of kinds) t.diagnostic(`${times} × ${kind}`)
  t.diagnostic(`the parent grew by ${Math.round((largest - before) / 1024 / 1024)} MB`)
  assert.deepEqual(wrong, [])
  assert.equal(done, count)
  assert.ok(kinds.size > 5, 'the pages end in many ways')
  assert.ok(largest - before < growthLimit, `${largest - before} bytes`)
})
