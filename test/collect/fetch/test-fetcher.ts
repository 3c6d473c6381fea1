import type { LookupAddress } from 'node:dns'
import {
  createFetcher,
  type Fetcher,
  type FetcherOptions,
} from '../../../src/collect/fetch/fetch.ts'
import { parseInstant, type Instant } from '../../../src/domain/instant.ts'
import { createAddressCheck } from '../../../src/outbound/address-check.ts'
import type { Resolve } from '../../../src/outbound/send.ts'

/** A fetcher whose time is simulated: pauses end at once and move the clock. */
export type TestFetcher = Fetcher & {
  readonly clock: { now: Instant }
  /** The pauses so far, in milliseconds. */
  readonly pauses: readonly number[]
}

/** The time at which the clock of a test fetcher starts. */
export const start = parseInstant('2026-06-09T09:00:00Z') as Instant

/** Makes a fetcher that may request 127.0.0.1 and resolves all names to it. */
export function testFetcher(
  options: Partial<FetcherOptions> & { readonly allowed?: readonly string[] } = {},
): TestFetcher {
  const { allowed = ['127.0.0.1'], ...others } = options
  const clock = { now: start }
  const pauses: number[] = []
  const fetcher = createFetcher({
    check: createAddressCheck(allowed),
    userAgent: 'Ratebook/1.2.3 (+mailto:rates@example.org)',
    now: () => clock.now,
    pause: (milliseconds) => {
      pauses.push(milliseconds)
      clock.now = (clock.now + milliseconds) as Instant
      return Promise.resolve()
    },
    resolve: resolveTo('127.0.0.1'),
    ...others,
  })
  return { ...fetcher, clock, pauses }
}

/** A resolver that answers every name with these addresses. */
export function resolveTo(...addresses: readonly string[]): Resolve {
  return resolveInTurn(addresses)
}

/** A resolver that changes its answer: the first list for the first question, and so on; the last one stays. */
export function resolveInTurn(...answers: readonly (readonly string[])[]): Resolve {
  let asked = 0
  return (_, callback) => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? []
    asked++
    callback(null, answer.map(lookupAddress))
  }
}

function lookupAddress(address: string): LookupAddress {
  return { address, family: address.includes(':') ? 6 : 4 }
}
