import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { until } from '../support/cli.ts'
import { freePort } from '../support/free-port.ts'
import { copyOf, sharedBook } from '../support/sample-book.ts'
import { makeSmallBook } from '../support/small-book.ts'
import { cursorId, startWebhook, testSecret } from './webhook-process.ts'

const small = sharedBook(makeSmallBook)
const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')

test('docs/webhooks.md: the receiver accepts what the command posts, and nothing else', async (t) => {
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
  const forge = async (headers: Readonly<Record<string, string>>): Promise<number | undefined> => {
    try {
      return (await fetch(url, { method: 'POST', body: '{}', headers })).status
    } catch {
      return undefined
    }
  }
  assert.ok(await until(async () => (await forge({})) === 401))
  const signed = { 'webhook-id': 'a', 'webhook-signature': 'v1,AAAA' }
  const timestamp = String(Math.floor(Date.now() / 1_000))
  assert.equal(await forge({ ...signed, 'webhook-timestamp': timestamp }), 401)
  const book = copyOf(t, small())
  const webhook = startWebhook(t, book, { url })
  assert.ok(await until(() => cursorId(book) === '3'), webhook.stderr())
  assert.ok(await until(() => output.includes('p3-2')))
  assert.equal(
    output,
    `p1-0 institution alpha-bank
p2-0 institution beta-finance
p3-0 sheet alpha-bank
p3-1 initial alpha-bank
p3-2 initial alpha-bank
`,
  )
})
