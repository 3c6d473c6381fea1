import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import { connect, type IncomingHttpHeaders } from 'node:http2'
import { request } from 'node:https'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { run, startServer, until } from '../../support/cli.ts'
import { callText, callTool, connectMcp } from '../../support/mcp.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { makeSmallBook, sheetOf, writeHere, withReason } from '../../support/small-book.ts'

const small = sharedBook(makeSmallBook)
const pair = fileURLToPath(new URL('../../support/tls/first', import.meta.url))
const call = callText('list_current_offers')

type CallResult = readonly [status: unknown, body: string]

test('/mcp works over TLS, with HTTP/2 and with HTTP/1.1', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  for (const name of ['cert', 'key']) copyFileSync(`${pair}-${name}.pem`, join(cwd, `${name}.pem`))
  const tls = ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem']
  const { address } = await startServer(t, [...tls, '--base-path', '/lk'], { cwd })
  const session = connect(new URL(address).origin, { rejectUnauthorized: false })
  t.after(() => session.destroy())
  const overHttp2 = async (message: string): Promise<CallResult> => {
    const stream = session.request({
      ':method': 'POST',
      ':path': '/lk/mcp',
      'content-type': 'application/json',
    })
    stream.end(message)
    const [[headers], body] = (await Promise.all([once(stream, 'response'), text(stream)])) as [
      [IncomingHttpHeaders],
      string,
    ]
    return [headers[':status'], body]
  }
  const answers = await Promise.all(Array.from({ length: 15 }, () => overHttp2(call)))
  for (const [status, body] of answers) {
    assert.equal(status, 200)
    assert.match(body, /"rows":\[\{"institution_id":"alpha-bank"/)
  }
  assert.equal((await overHttp2(`"${'x'.repeat(70_000)}"`))[0], 413)
  const headers = { 'content-type': 'application/json' }
  const overHttp1 = async (): Promise<CallResult> => {
    const asked = request(`${new URL(address).origin}/lk/mcp`, {
      method: 'POST',
      headers,
      rejectUnauthorized: false,
    })
    asked.end(call)
    const [answer] = (await once(asked, 'response')) as [import('node:http').IncomingMessage]
    return [answer.statusCode, await text(answer)]
  }
  const timeless = (body = ''): string => body.replaceAll(/answered_at":"[^"]*"/g, '')
  assert.equal(timeless((await overHttp1())[1]), timeless(answers[0]?.[1]))
})

test('a call sees what another process has published, and is in the log and the metrics', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const server = await startServer(t, ['--metrics-port', '0'], { cwd })
  const mcp = await connectMcp(t, server.port)
  const position = async () =>
    (await callTool(mcp, 'list_current_offers')).structured?.position ?? 0
  const before = await position()
  const sheet = writeHere(cwd, 'sheet.json', sheetOf())
  assert.equal((await run(['publish', ...withReason, sheet, '--at-scraped'], { cwd })).code, 0)
  assert.ok(await until(async () => (await position()) > before))
  const { structured } = await callTool(mcp, 'list_current_offers', {
    institution_id: 'alpha-bank',
  })
  assert.equal(structured?.rows[0]?.['rate_pa'], '8.500')
  assert.ok(
    await until(() => /"method":"POST","target":"\/mcp","status":200/.test(server.stderr())),
    server.stderr(),
  )
  const metrics = /Metrics at (http\S+)"/.exec(server.stderr())?.[1] ?? ''
  const text = await (await fetch(metrics)).text()
  assert.match(text, /endpoint="\/mcp",method="POST",status="200"/)
  assert.equal((await server.stop()).code, 0)
})
