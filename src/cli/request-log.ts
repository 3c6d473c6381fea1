import type { Observation, Observe } from '../http/observation.ts'
import type { LogLines } from './log-lines.ts'

/** Takes observations to the log as one line each. */
export function createRequestLog(
  lines: LogLines,
  now: () => number,
  worker: number | undefined,
): Observe {
  const from = worker === undefined ? '' : `"worker":${worker},`
  return (observation) => lines.write(requestLine(observation, now(), from))
}

/**
 * The line that pino writes at level info for the fields of a request, in a fourth of its time: these are a hundred thousand a
 * second. In ASCII, so that a line has as many bytes as characters.
 */
export function requestLine(observation: Observation, time: number, from = ''): string {
  const { method, target, status, bytes, milliseconds, client, via } = observation
  const ms = Math.round(milliseconds * 1_000) / 1_000
  return `{"level":30,"time":${time},${from}"method":${quoted(method)},"target":${quoted(target)},"status":${status},"bytes":${bytes},"ms":${ms},"client":${quoted(client)},"via":"${via}"}\n`
}

/** A text as JSON; what a client sends may hold anything. A longer one than any that the endpoints can use is cut. */
function quoted(text: string): string {
  if (text.length <= longest && plain.test(text)) return `"${text}"`
  const cut = text.length > longest ? `${text.slice(0, longest)}...` : text
  return JSON.stringify(cut).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** So that a line with every character escaped still is one that no pipe tears. */
const longest = 600
/** What stands in JSON as it is: printable ASCII but the quotation mark and the backslash. */
const plain = /^[ !#-[\]-~]*$/
