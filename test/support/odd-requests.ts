import type { Chance } from './chance.ts'
import {
  acceptable,
  hosts,
  methods,
  oddLines,
  oddTargets,
  plainTargets,
  versions,
} from './odd-parts.ts'

/** A request for each way to be odd, and not in two ways at once. */
export function oddOnes(): readonly string[] {
  const textOf = (line: string, lines: readonly string[] = ['Host: a'], body = ''): string =>
    `${[line, ...lines].join('\r\n')}\r\n\r\n${body}`
  const plain = textOf('GET /summary HTTP/1.1')
  return [
    ...[...plainTargets, ...oddTargets].map((target) => textOf(`GET ${target} HTTP/1.1`)),
    ...methods.map((method) => textOf(`${method} /summary HTTP/1.1`)),
    ...versions.map((version) => textOf(`GET /summary ${version}`)),
    ...hosts.map((host) => textOf('GET /summary HTTP/1.1', [host])),
    ...oddLines.map(([lines, body]) =>
      textOf('GET /summary HTTP/1.1', ['Host: a', ...lines], body),
    ),
    ...acceptable.map((wish) =>
      textOf('GET /docs HTTP/1.1', ['Host: a', `Accept-Encoding: ${wish}`]),
    ),
    ...['\r\n', '\r\n\r\n', '\n', ' '].map((before) => before + plain),
    ...['\n\n', '\r\n\n', '\n\r\n', '\r\r\n'].map((end) => plain.replace('\r\n\r\n', end)),
  ]
}

/** A request as a client that means well writes it, a character for each byte; `tags` are those of real answers. */
export function plainRequest(chance: Chance, tags: readonly string[]): string {
  const method = chance.percent(10) ? 'HEAD' : 'GET'
  return `${method} ${chance.pick(plainTargets)} HTTP/1.1\r\nHost: a\r\n${wishLines(chance, tags)}\r\n`
}

/** A request as no client should write it; some are right all the same. */
export function oddRequest(chance: Chance, tags: readonly string[]): string {
  const method = chance.percent(30) ? chance.pick(methods) : 'GET'
  const target = chance.pick(chance.percent(20) ? oddTargets : plainTargets)
  const version = chance.percent(15) ? chance.pick(versions) : 'HTTP/1.1'
  const [lines, body = ''] = chance.percent(50) ? chance.pick(oddLines) : [[]]
  const host = chance.percent(15) ? chance.pick(hosts) : 'Host: a'
  const wishes = wishLines(chance, tags)
  const more = lines.map((line) => `${line}\r\n`).join('')
  const before = chance.percent(10) ? '\r\n'.repeat(1 + chance.below(3)) : ''
  const text = `${before}${method} ${target} ${version}\r\n${host}\r\n${wishes}${more}\r\n${body}`
  return chance.percent(35) ? mutated(chance, text) : text
}

function wishLines(chance: Chance, tags: readonly string[]): string {
  const encoding = chance.percent(60) ? `Accept-Encoding: ${chance.pick(acceptable)}\r\n` : ''
  if (!chance.percent(15)) return encoding
  const known = chance.pick(['*', '', '"x"', 'junk', chance.pick(tags), `W/${chance.pick(tags)}`])
  return `${encoding}If-None-Match: ${known}\r\n`
}

/** A text with a few of its bytes changed, doubled, gone or new. */
function mutated(chance: Chance, text: string): string {
  let changed = text
  for (let count = 1 + chance.below(2); count > 0; count--) {
    const at = chance.below(changed.length)
    const [before, behind] = [changed.slice(0, at), changed.slice(at)]
    const junk = chance.pick([
      '\r\n',
      '\n',
      '\r',
      ' ',
      '\t',
      '\u0000',
      ':',
      '0',
      'G',
      '\u00ff',
      '%',
    ])
    const kinds = [
      () => before + behind.slice(1 + chance.below(3)),
      () => before + junk + behind,
      () => before + junk + behind.slice(1),
      () => before + behind.slice(0, 1 + chance.below(9)) + behind,
      () => changed.replaceAll('\r\n', '\n'),
      () => changed.replace('\r\n\r\n', chance.pick(['\n\n', '\r\n\n', '\n\r\n', '\r\r\n'])),
      () => `${chance.pick(['\r\n', '\r\n\r\n', '\n', ' '])}${changed}`,
    ]
    changed = chance.pick(kinds)()
  }
  return changed
}
