import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { until } from '../support/cli.ts'
import { startIn } from '../support/packed.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

test('npm start serves each sample', async (t) => {
  for (const sample of ['sri-lanka', 'india', 'vietnam']) {
    const args = ['start', '--', '--sample', sample, '--port', '0', '--drain', '0']
    const child = startIn(checkout, process.execPath, 'npm', args)
    t.after(() => child.kill('SIGKILL'))
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const ended = once(child, 'exit')
    const address = () => /answers at (\S+)/.exec(output)?.[1]
    assert.ok(await until(() => address() !== undefined || child.exitCode !== null))
    const offers = await fetch(`${address()}/rates/current`)
    assert.ok(((await offers.json()) as readonly unknown[]).length > 0)
    assert.match(await (await fetch(`${address()}/about`)).text(), /sample/)
    child.kill('SIGTERM')
    await ended
  }
})
