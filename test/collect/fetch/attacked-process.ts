// Fetches the URLs of the arguments and prints how each fetch ended, in a process whose memory nothing else uses.
import { performance } from 'node:perf_hooks'
import type { FetchLimits } from '../../../src/collect/fetch/get.ts'
import { testFetcher } from './test-fetcher.ts'

/** A line that the process prints: how a fetch ended, its milliseconds, and by how many bytes the process grew meanwhile. */
export type AttackResult = {
  readonly url: string
  readonly end: string
  readonly took: number
  readonly grown: number
}

/** The task of the process. */
export type AttackOrder = {
  /** The URL of an answer that is no attack; it warms the process up. */
  readonly calm: string
  readonly attacks: readonly { readonly url: string; readonly limits: Partial<FetchLimits> }[]
}

const { calm, attacks } = JSON.parse(process.argv[2] ?? '') as AttackOrder

/** Does some work and returns the largest resident memory meanwhile, in bytes. */
async function peakDuring(work: () => Promise<void>): Promise<number> {
  let peak = 0
  const sample = (): void => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const timer = setInterval(sample, 2)
  await work()
  clearInterval(timer)
  sample()
  return peak
}

for (let times = 0; times < 5; times++) await testFetcher().fetch({ url: calm })
for (const { url, limits } of attacks) {
  const { fetch } = testFetcher({ limits })
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  const began = performance.now()
  let result = {}
  const peak = await peakDuring(async () => {
    const outcome = await fetch({ url })
    result = { end: 'code' in outcome ? outcome.code : outcome.kind }
  })
  const took = performance.now() - began
  process.stdout.write(`${JSON.stringify({ url, took, grown: peak - before, ...result })}\n`)
}
