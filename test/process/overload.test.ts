import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import { test, type TestContext } from 'node:test'
import { startServer, until, type RunningServer } from '../support/cli.ts'
import { converse } from '../support/exchange.ts'
import { copyOf, makeSampleBook, sharedBook } from '../support/sample-book.ts'

const sample = sharedBook(makeSampleBook)
const serve = (t: TestContext, ...args: readonly string[]): Promise<RunningServer> =>
  startServer(t, args, { cwd: dirname(copyOf(t, sample())) })

const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`

/** The heads of the responses that came over a connection so far. */
type Flood = { readonly statuses: () => readonly string[]; readonly close: () => void }

/** Sends so many requests at once that were never sent before; no client of this test can be too slow for that. */
function flood(port: number, requests: number, next: () => number): Flood {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk))
  const bytes = Array.from({ length: requests }, () => {
    const number = next()
    return get(`/rates/changes?limit=${(number % 40) + 1}&offset=${Math.floor(number / 40)}`)
  })
  socket.write(bytes.join(''))
  return {
    statuses: () =>
      Array.from(
        received.matchAll(/HTTP\/1\.1 (\d{3}) [^]*?\r\n\r\n/g),
        ([head, status]) =>
          `${status}${/^retry-after: 1\r$/m.test(head) ? ' retry after 1 s' : ''}`,
      ),
    close: () => socket.destroy(),
  }
}

test('issue 3: an overload is answered with 503 and Retry-After, but for /health and /ready, and then it is over', async (t) => {
  const server = await serve(t)
  const probe = converse(server.port)
  for (const path of ['/health', '/ready']) await probe.ask(get(path))
  let number = 0
  const floods: Flood[] = []
  const perConnection = 95
  const seen = new Set<string>()
  const refusal = '503 retry after 1 s'
  // A faster machine needs more for the same.
  for (let round = 0; round < 20 && !seen.has(refusal); round++) {
    const ours = Array.from({ length: 150 }, () =>
      flood(server.port, perConnection, () => number++),
    )
    floods.push(...ours)
    const all = (): readonly string[] => ours.flatMap(({ statuses }) => statuses())
    for (let probes = 0; probes < 5; probes++) {
      for (const path of ['/health', '/ready'])
        assert.match((await probe.ask(get(path))).head, /^HTTP\/1\.1 200 /, path)
    }
    await until(() => all().length === ours.length * perConnection, 30_000)
    assert.equal(all().length, ours.length * perConnection, 'each is answered')
    for (const status of all()) seen.add(status)
  }
  assert.deepEqual([...seen].toSorted(), ['200', refusal])
  const after = converse(server.port)
  assert.match((await after.ask(get('/rates/changes?limit=7'))).head, /^HTTP\/1\.1 200 /)
  for (const { close } of floods) close()

  // The refusals are in the log as well, which is written within a moment, and none of them waited for an answer to be made.
  type Line = { readonly status?: number; readonly ms: number; readonly via: string }
  await until(() => /"status":503.*\n/.test(server.stderr()), 5_000)
  const lines = server.stderr().split('\n').slice(0, -1)
  const refused = lines
    .map((line) => JSON.parse(line) as Line)
    .filter(({ status }) => status === 503)
  assert.ok(refused.length > 0)
  assert.ok(refused.every(({ via }) => via === 'none'))
  const times = refused.map(({ ms }) => ms).toSorted((a, b) => a - b)
  assert.ok((times[times.length >> 1] ?? 0) < 10, `${times[times.length >> 1]} ms`)
})
