import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { start, until } from '../support/cli.ts'
import { freePort } from '../support/free-port.ts'

// It takes two minutes, so only `npm run test:faults` runs it.
if (process.env['FAULT_ROUNDS'] !== undefined) {
  test('the demo shows the whole loop, and works again when it is run twice', async () => {
    for (const _ of ['first', 'second']) {
      const deskPort = await freePort()
      const demo = start(['demo', '--port', '0', '--desk-port', `${deskPort}`])
      let output = ''
      const isServing = Promise.withResolvers<string>()
      demo.stdout?.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        const url = /^Ratebook answers at (\S+)$/m.exec(output)?.[1]
        if (url !== undefined) isServing.resolve(url)
      })
      const ended = once(demo, 'exit')
      const url = await Promise.race([isServing.promise, ended.then(() => undefined)])
      assert.ok(url, output)
      const counts = (text: string) =>
        ['changed', 'verified', 'held', 'failed'].map(
          (outcome) => text.match(new RegExp(`^\\S+: ${outcome}[,:]`, 'gm'))?.length ?? 0,
        )
      const [before = '', day1 = '', day2 = ''] = output.split(/^Day \d:/m)
      assert.equal(before.match(/: accepted by demo/g)?.length, 6)
      assert.deepEqual(counts(day1), [4, 0, 2, 0], day1)
      assert.deepEqual(counts(day2), [0, 3, 2, 1], day2)
      const sources = (await (await fetch(`${url}/sources`)).json()) as readonly unknown[]
      assert.equal(sources.length, 6)
      const link = /^ {2}(http:\S+)#[\w-]{43}$/m.exec(output)?.[1]
      assert.equal(link, `http://localhost:${deskPort}/invitation`)
      assert.ok(await until(() => /^The review desk answers at /m.test(output)))
      const invitation = await fetch(link)
      assert.match(await invitation.text(), /You are invited to the review desk/)
      demo.kill('SIGINT')
      assert.deepEqual(await ended, [0, null])
    }
  })
}
