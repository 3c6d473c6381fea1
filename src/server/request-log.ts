import type { Logger } from 'pino'
import type { RequestOutcome } from '../http/request-outcome.ts'

/** The most characters of a method or a target in a log line. */
const longest = 600

/** Returns a function that writes one log line for a request. */
export function createRequestLog(log: Logger): (outcome: RequestOutcome) => void {
  return ({ method, target, status, bytes, milliseconds, client, cache }) => {
    const ms = Math.round(milliseconds * 1_000) / 1_000
    log.info({ method: bounded(method), target: bounded(target), status, bytes, ms, client, cache })
  }
}

/** Text from a client, cut to a limited length. Characters outside printable ASCII could control a terminal, so they are percent-encoded. */
function bounded(text: string): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}...` : text
  return cut.replaceAll(/[^ -~]/g, percentEncoded)
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
