import { ownText } from '../http/memo/own-text.ts'
import type { Observation, Observe, Told, Via } from '../http/message/observation.ts'
import { remembering } from '../http/message/remembering.ts'
import type { LogLines } from './log-lines.ts'

/** Takes observations to the log as one line each. */
export function createRequestLog(
  lines: Pick<LogLines, 'write'>,
  now: () => number,
  worker: number | undefined,
): Observe {
  const lineOf = createRequestLine(worker)
  return (observation) => lines.write(lineOf(observation, observation.at ?? now()))
}

/**
 * Writes the line that pino writes at level info for the fields of a request, at a fraction of its cost: these are a hundred
 * thousand a second. Parts that were the same in the line before, or of a response that is sent again, are not written anew.
 * In ASCII, so that a line has as many bytes as characters.
 */
export function createRequestLine(
  worker?: number,
): (observation: Observation, time: number) => string {
  const from = worker === undefined ? '' : `"worker":${worker},`
  const beginning = remembering((time: number) => `{"level":30,"time":${time},${from}"method":`)
  const clientText = remembering(quoted)
  const known = new WeakMap<Told, string>()
  const keptText = (told: Told): string => {
    let text = known.get(told)
    if (text === undefined) known.set(told, (text = ownText(toldText(told))))
    return text
  }
  return ({ told, milliseconds, client, via }, time) => {
    const text = via === 'memo' ? keptText(told) : toldText(told)
    return `${beginning(time)}${text}${millisecondsText(milliseconds)},"client":${clientText(client)}${endings[via]}`
  }
}

/** Milliseconds in the finest thousandths, most often fewer than of one: to write such a number takes V8 as long as the rest of a line. */
function millisecondsText(milliseconds: number): string {
  const thousandths = Math.round(milliseconds * 1_000)
  return belowOne[thousandths] ?? `${thousandths / 1_000}`
}

const belowOne = Array.from({ length: 1_000 }, (_, thousandths) => `${thousandths / 1_000}`)

/** From the value of the method to that of the milliseconds. */
function toldText({ method, target, status, bytes }: Told): string {
  return `${quoted(method)},"target":${quoted(target)},"status":${status},"bytes":${bytes},"ms":`
}

const endings: Readonly<Record<Via, string>> = {
  memo: ',"via":"memo"}\n',
  cache: ',"via":"cache"}\n',
  made: ',"via":"made"}\n',
  none: ',"via":"none"}\n',
}

/** A text as JSON; what a client sends may hold anything. A longer one than any that the endpoints can use is cut. */
function quoted(text: string): string {
  if (text.length <= longest && plain.test(text)) return `"${text}"`
  const cut = text.length > longest ? `${text.slice(0, longest)}...` : text
  return inAscii(JSON.stringify(cut))
}

/** The same JSON in ASCII, so that it has as many bytes as characters. */
export function inAscii(json: string): string {
  return json.replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** So that a line with every character escaped still is one that no pipe tears. */
const longest = 600
/** What stands in JSON as it is: printable ASCII but the quotation mark and the backslash. */
const plain = /^[ !#-[\]-~]*$/
