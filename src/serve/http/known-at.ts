import { instantText, parseInstant, type Instant } from '../../domain/instant.ts'
import { marketAt } from '../../book/market/past-market.ts'
import type { ServerState } from './endpoint.ts'
import type { HttpResponse } from './headers.ts'
import type { QueryValues } from './links.ts'
import { wrongParameters } from './problems.ts'
import type { ParameterError } from './schema/read-query.ts'

/** The state of the server as it was known at an instant, or the refusal of an instant in the future. */
export function stateAt(state: ServerState, at: Instant): ServerState | HttpResponse {
  const error = futureError(at, state.now)
  if (error !== undefined) return wrongParameters([error])
  const { market } = state
  return { ...state, market: marketAt(market, at), head: market.position, now: at }
}

/** The instant of a valid `known_at`; `undefined` if the request is about the present. */
export function knownAtOf({ known_at: text }: QueryValues): Instant | undefined {
  return typeof text === 'string' ? parseInstant(text) : undefined
}

/** The error of a `known_at` that is later than the clock. */
export function futureError(at: Instant, now: Instant): ParameterError | undefined {
  if (at <= now) return undefined
  const message = `known_at must not be in the future; it is now ${instantText(now)}.`
  return { parameter: 'known_at', message }
}
