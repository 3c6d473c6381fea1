import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { test, type TestContext } from 'node:test'
import { now } from '../../../src/cli/clock.ts'
import type { Instant } from '../../../src/domain/instant.ts'
import { webhookHeaders, webhookKey } from '../../../src/share/webhooks/webhook.ts'
import { until } from '../../support/cli.ts'
import { freePort } from '../../support/free-port.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { makeSmallBook } from '../../support/small-book.ts'
import { cursorId, startWebhook, testSecret } from './webhook-process.ts'

const small = sharedBook(makeSmallBook)
const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')

/** Starts the receiver that the guide prints. */
async function startReceiver(t: TestContext) {
  const port = await freePort()
  const [, code = ''] = /^```js\n([^]*?)^```/m.exec(page) ?? []
  assert.ok(code.includes('listen(8000)'))
  const script = code.replace('listen(8000)', `listen(${port}, '127.0.0.1')`)
  const receiver = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, RATEBOOK_WEBHOOK_SECRET: testSecret },
  })
  t.after(() => receiver.kill('SIGKILL'))
  let output = ''
  receiver.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const url = `http://127.0.0.1:${port}/`
  const post = async (headers: Headers, body = '{}'): Promise<number | undefined> => {
    try {
      return (await fetch(url, { method: 'POST', body, headers })).status
    } catch {
      return undefined
    }
  }
  assert.ok(await until(async () => (await post({})) === 401))
  return { port, url, post, output: () => output, exitCode: () => receiver.exitCode }
}

type Headers = Readonly<Record<string, string>>
const key = webhookKey(testSecret) ?? Buffer.alloc(0)
const bodyOf = (id: string): string =>
  JSON.stringify({ id, kind: 'checked', institution_id: 'alpha' })
const signed = (id: string, at = now()): Headers => webhookHeaders(id, at, bodyOf(id), [key])

test('docs/webhooks.md: the receiver accepts what the command posts', async (t) => {
  const { url, output } = await startReceiver(t)
  const book = copyOf(t, small())
  const webhook = startWebhook(t, book, { url })
  assert.ok(await until(() => cursorId(book) === '3'), webhook.stderr())
  assert.ok(await until(() => output().includes('p3-2')))
  assert.equal(
    output(),
    `p1-0 institution alpha-bank
p2-0 institution beta-finance
p3-0 sheet alpha-bank
p3-1 initial alpha-bank
p3-2 initial alpha-bank
`,
  )
})

test('docs/webhooks.md: the receiver refuses what is not genuine, and processes no event twice', async (t) => {
  const { post, output } = await startReceiver(t)
  const genuine = signed('a')
  for (const missing of Object.keys(genuine))
    assert.equal(await post({ ...genuine, [missing]: '' }, bodyOf('a')), 401, missing)
  for (const signature of ['v1,AAAA', 'v1,', ',', 'x'.repeat(8_000), `v1,${'A'.repeat(43)}=`])
    assert.equal(await post({ ...genuine, 'webhook-signature': signature }, bodyOf('a')), 401)
  assert.equal(await post(genuine, bodyOf('b')), 401)
  for (const minutes of [-6, 6]) {
    const at = (now() + minutes * 60_000) as Instant
    assert.equal(await post(signed('a', at), bodyOf('a')), 401, String(minutes))
  }
  const posts = { a: genuine, b: signed('b'), c: signed('c') }
  for (const id of ['a', 'b', 'a', 'c', 'b', 'a'] as const)
    assert.equal(await post(posts[id], bodyOf(id)), 204)
  // A retry has a signature of its own.
  assert.equal(await post(signed('a', (now() + 1_000) as Instant), bodyOf('a')), 204)
  const line = (id: string): string => `${id} checked alpha\n`
  assert.ok(await until(() => output().includes('c checked')))
  assert.equal(output(), line('a') + line('b') + line('c'))
})

test('docs/webhooks.md: the receiver survives requests that break off, that never end and that are no JSON', async (t) => {
  const { port, post, exitCode } = await startReceiver(t)
  const head = ['POST / HTTP/1.1', 'Host: a', 'Content-Length: 1000', '', ''].join('\r\n')
  for (const text of [head, `${head}{"id"`, 'POST', 'no HTTP\r\n\r\n']) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    await new Promise((resolve) => {
      socket.write(text, resolve)
    })
    socket.resetAndDestroy()
  }
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  let answer = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
  socket.write(head.replace('1000', String(10 ** 12)))
  const piece = Buffer.alloc(1_048_576)
  const endless = function* () {
    for (;;) yield piece
  }
  await assert.rejects(pipeline(endless, socket))
  assert.match(answer, /^(?:HTTP\/1\.1 413 |$)/)
  const notJson = webhookHeaders('d', now(), 'x', [key])
  assert.equal(await post(notJson, 'x'), undefined)
  assert.equal(await post(signed('e'), bodyOf('e')), 204)
  assert.equal(exitCode(), null)
})
