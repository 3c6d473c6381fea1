import { parseWhole } from '../../domain/decimal.ts'
import { after, type Instant } from '../../domain/instant.ts'
import type { FetchLimits } from './fetch-limits.ts'
import type { PageResponse } from './exchange.ts'

/** When a host that answers 429 or 503 with Retry-After may be asked again. */
export function retryAtOf(
  { status, headers }: PageResponse,
  now: Instant,
  { longestRetry }: FetchLimits,
): Instant | undefined {
  const text = headers['retry-after']?.trim()
  if (text === undefined || (status !== 429 && status !== 503)) return undefined
  const seconds = parseWhole(text)
  const at = seconds === undefined ? parseHttpDate(text) : now + seconds * 1_000
  if (at === undefined || at <= now) return undefined
  return after(now, Math.min(at - now, longestRetry))
}

/** Reads `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that RFC 9110 lets servers send. */
function parseHttpDate(text: string): number | undefined {
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text))
    return undefined
  const milliseconds = Date.parse(text)
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}
