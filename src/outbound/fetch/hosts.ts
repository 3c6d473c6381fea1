import type { Instant } from '../../domain/instant.ts'
import type { RobotsRules } from './robots.ts'

/** The state of a host, which is a scheme, a name and a port. */
export type HostMemory = {
  /** When its last request ended. */
  lastRequest?: Instant
  /** The rules of its robots.txt. */
  robots?: RobotsRules
  /** Until when Retry-After asks for no request. */
  retryAt?: Instant
}

/** The hosts that a fetcher requests. */
export type HostTurns = {
  /** Does the work for a host once all earlier work for it has ended. */
  readonly inTurn: <Result>(
    url: URL,
    work: (memory: HostMemory) => Promise<Result>,
  ) => Promise<Result>
}

/** A host with its memory, and the promise that its work so far has ended. */
type Host = { readonly memory: HostMemory; last: Promise<unknown>; waiting: number }

/** Makes an empty list of hosts. A host is forgotten once nothing of its memory holds any more. */
export function createHostTurns(now: () => Instant, pause: number): HostTurns {
  const hosts = new Map<string, Host>()
  const forgetOld = (): void => {
    const at = now()
    for (const [origin, { memory, waiting }] of hosts) {
      const { lastRequest = 0, robots, retryAt = 0 } = memory
      const until = Math.max(lastRequest + pause, retryAt, robots?.until ?? 0)
      if (waiting === 0 && until < at) hosts.delete(origin)
    }
  }
  return {
    async inTurn(url, work) {
      let host = hosts.get(url.origin)
      if (host === undefined) {
        forgetOld()
        host = { memory: {}, last: Promise.resolve(), waiting: 0 }
        hosts.set(url.origin, host)
      }
      const { memory, last } = host
      host.waiting++
      const turn = last.then(async () => work(memory))
      const ended = turn.then(
        () => host.waiting--,
        () => host.waiting--,
      )
      host.last = ended
      return turn
    },
  }
}
