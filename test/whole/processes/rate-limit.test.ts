import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { startServer } from '../../support/cli.ts'
import { converse } from '../../support/exchange.ts'
import { copyOf, makeSampleBook, sharedBook } from '../../support/sample-book.ts'

const sample = sharedBook(makeSampleBook)

test('--rate-limit: a client behind the proxy that sends too many requests gets 429, for cached responses too', async (t) => {
  const cwd = dirname(copyOf(t, sample()))
  const server = await startServer(t, ['--rate-limit', '5', '--trust-proxy', '127.0.0.1,::1'], {
    cwd,
  })
  const { ask } = converse(server.port)
  const statuses = async (target: string, client: string): Promise<readonly string[]> => {
    const head = `GET ${target} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\n\r\n`
    const found: string[] = []
    for (let count = 0; count < 40; count++) found.push((await ask(head)).head.slice(9, 12))
    return found
  }
  // The forty requests may fall into more than one second.
  const limited = await statuses('/summary', '198.51.100.1')
  assert.ok(limited.includes('200') && limited.includes('429'), limited.join(' '))
  const other = await statuses('/summary', '198.51.100.2')
  assert.equal(other[0], '200')
  const probes = await statuses('/health', '198.51.100.1')
  assert.deepEqual([...new Set(probes)], ['200'])
})
