import { Agent, request } from 'node:http'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** One answer as a client saw it. */
export type Sample = {
  readonly startedAt: number
  /** Milliseconds from asking to the last byte. */
  readonly latency: number
  /** 0 where there was no answer. */
  readonly status: number
  /** The position of the book that the answer was made from. */
  readonly position: number
}

/** Clients that ask at a steady pace, whatever comes back. */
export type Probe = { readonly samples: readonly Sample[]; readonly stop: () => Promise<void> }

/** How many clients take turns. */
export const clients = 64

/**
 * Asks `next()` so many times a second, one client after the other on a connection of its own: at 50 times a second each heeds a
 * `Retry-After: 1`. It goes before others on its core, so that it measures the server and not them.
 */
export function startProbe(url: string, next: () => string, perSecond: number): Probe {
  const agents = Array.from({ length: clients }, () => new Agent({ keepAlive: true }))
  let asked = 0
  const samples: Sample[] = []
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()
  prefer(true)
  const pace = async (): Promise<void> => {
    for (let due = performance.now(); !stopping.signal.aborted; due += 1000 / perSecond) {
      await sleep(Math.max(0, due - performance.now()))
      const answered = askOnce()
      underWay.add(answered)
      void answered.finally(() => underWay.delete(answered))
    }
  }
  const askOnce = async (): Promise<void> => {
    const agent = agents[asked++ % clients]
    samples.push(await ask(agent, url + next()))
  }
  const paced = pace()
  return {
    samples,
    async stop() {
      stopping.abort()
      await paced
      await Promise.all(underWay)
      for (const agent of agents) agent.destroy()
      prefer(false)
    },
  }
}

/** The latency that a share of some samples does not exceed. */
export function percentile(samples: readonly Sample[], share: number): number {
  const rising = samples.map(({ latency }) => latency).toSorted((a, b) => a - b)
  return rising[Math.min(rising.length - 1, Math.floor(rising.length * share))] ?? Number.NaN
}

function ask(agent: Agent | undefined, url: string): Promise<Sample> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, position = 0) =>
      resolve({ startedAt, latency: performance.now() - startedAt, status, position })
    const asked = request(url, { agent, timeout: 30_000 }, (response) => {
      const position = Number(response.headers['ratebook-position'] ?? 0)
      response.on('end', () => end(response.statusCode ?? 0, position)).on('error', () => end(0))
      response.resume()
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => end(0))
    asked.end()
  })
}

function prefer(isPreferred: boolean): void {
  try {
    setPriority(isPreferred ? -15 : 0)
  } catch {
    // Only root may go before others: without it the samples hold some waiting of our own.
  }
}
