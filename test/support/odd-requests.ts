import type { Chance } from './chance.ts'

/** Targets that are asked in the plainest way: of every endpoint, some of them wrong. */
const plainTargets = [
  '/health',
  '/ready',
  '/health?',
  '/summary',
  '/summary?type=bank&variant=general',
  '/compare?tenure_months=12',
  '/compare?variant=general&tenure_months=12.00',
  '/compare',
  '/compare?tenure_months=0',
  '/reports/best-rates',
  '/reports/best-rates?limit=1',
  '/rates/current',
  '/rates/changes',
  '/rates/changes?limit=3',
  '/rates/changes?limit=21&offset=35',
  '/rates/changes?direction=up&institution_id=gamma&limit=90',
  '/rates/changes?limit=2&limit=2',
  '/rates/changes?offset=99999',
  '/rates/history/beta',
  '/rates/history/beta?limit=40&offset=3',
  '/rates/history/nobody',
  '/rates/history/',
  '/freshness',
  '/freshness?institution_id=alpha',
  '/summary/history?tenure_months=12',
  '/summary/',
  '/docs',
  '/nowhere',
]
/** Targets that only the router can read, or nobody. */
const oddTargets = [
  'http://ratebook.example/health',
  'HTTP://ratebook.example/compare?tenure_months=12',
  '/rates/history/b%65ta',
  '/rates%2Fchanges',
  '/rates/history/%E0%A4%A',
  '/rates/history/beta/',
  '/rates/history/../health',
  '/compare?tenure_months=1%32',
  '/compare?tenure+months=12&tenure_months=12',
  '/compare?tenure_months=12;limit=3',
  '/summary#top',
  '/summary;a=b',
  '//health',
  '/Health',
  '/rates//changes',
  '*',
  'health',
  '',
  '/h\u00e9alth',
  `/health?${'y'.repeat(1_500)}`,
  `/health?${'y'.repeat(5_000)}`,
  `/health?${'y'.repeat(20_000)}`,
]
const acceptable = [
  'gzip',
  'br',
  'gzip, deflate, br, zstd',
  'br;q=0, gzip;q=0.5',
  'identity',
  '*',
  '*;q=0',
  'GZIP',
  ', ;;q=x',
  '',
]
const methods = [
  'HEAD',
  'HEAD',
  'HEAD',
  'POST',
  'OPTIONS',
  'PUT',
  'TRACE',
  'FROB',
  'get',
  'CONNECT',
]
const versions = [
  'HTTP/1.0',
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/1.2',
  'HTTP/0.9',
  'HTTP/1.1 ',
  'http/1.1',
  '',
]
/** Header lines that change what a request or a connection is; with a body where they announce one. */
const oddLines: readonly (readonly [lines: readonly string[], body?: string])[] = [
  [['Connection: close']],
  [['Connection: keep-alive']],
  [['connection: Keep-Alive']],
  [['Connection: keep-alive, close']],
  [['Proxy-Connection: close']],
  [['Connection: Upgrade', 'Upgrade: websocket']],
  [['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__']],
  [['Expect: 100-continue', 'Content-Length: 3'], 'abc'],
  [['Expect: nothing']],
  [['Content-Length: 0']],
  [['Content-Length: 36'], 'GET /health HTTP/1.1\r\nHost: inner\r\n\r\n'],
  [['Content-Length: 5', 'Content-Length: 6'], 'hello'],
  [['Content-Length: +5'], 'hello'],
  [['Transfer-Encoding: chunked'], '5\r\nhello\r\n0\r\n\r\n'],
  [['Transfer-Encoding: chunked'], '5;a=b\r\nhello\r\n0\r\nTrailer: x\r\n\r\n'],
  [['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'],
  [['Transfer-Encoding: foo']],
  [['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
  [['TE: trailers', 'Trailer: x']],
  [['Host: b']],
  [['X: folded', ' line']],
  [['X : y']],
  [['X: \u0000']],
  [['X: \u00e9\u00ff']],
  [[': no name']],
  [['No colon']],
  [[`X: ${'y'.repeat(3_980)}`]],
  [[`X: ${'y'.repeat(5_000)}`]],
  [[`X: ${'y'.repeat(20_000)}`]],
  [Array.from({ length: 99 }, () => 'A: b')],
  [Array.from({ length: 100 }, () => 'A: b')],
  [['Range: bytes=0-1', 'If-Modified-Since: Thu, 01 Jan 2037 00:00:00 GMT']],
]
const hosts = [
  'Host: a',
  'Host: a',
  'host: ratebook.example:80',
  'HOST:a',
  'Host: a b',
  'Host:',
  'X: y',
]

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
