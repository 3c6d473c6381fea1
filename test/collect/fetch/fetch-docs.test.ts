import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fetchLimits as limits } from '../../../src/collect/fetch/get.ts'
import { startBank } from './bank-server.ts'
import { testFetcher } from './test-fetcher.ts'

const page = readFileSync(new URL('../../../docs/fetching.md', import.meta.url), 'utf8')

test('docs/fetching.md: the limits are those of the fetcher', () => {
  const mebibyte = 1_048_576
  for (const text of [
    `handshake | ${limits.connect / 1_000} s |`,
    `without the pauses | ${limits.total / 1_000} s |`,
    `redirects | ${limits.redirects} |`,
    `length of a URL | ${limits.urlLength.toLocaleString('en')} characters |`,
    `headers of a response | ${limits.headerBytes.toLocaleString('en')} bytes |`,
    `decompressed | ${limits.bodyBytes / mebibyte} MiB |`,
    `with headers and TLS | ${limits.wireBytes / mebibyte} MiB |`,
    `what was sent | ${limits.ratio} times as large |`,
    `the first ${limits.robotsBytes.toLocaleString('en')} bytes count`,
    `at least ${limits.pause / 1_000} seconds between`,
    `longer than ${limits.longestPause / 60_000} minutes`,
    `up to ${limits.longestRetry / 86_400_000} days`,
  ]) {
    assert.ok(page.includes(text), text)
  }
  assert.equal(limits.robotsAge, 86_400_000)
})

test('docs/fetching.md: the two lines for robots.txt stop every request, and the headers are those that are sent', async (t) => {
  const [, robots = ''] = /^```\n(User-agent[^]*?)^```/m.exec(page) ?? []
  const [, sent = ''] = /^```\nGET[^\n]*\n([^]*?)^```/m.exec(page) ?? []
  const bank = await startBank(t, (_, response) => response.end('page'), {
    robots: (_, response) => response.end(robots),
  })
  const outcome = await testFetcher().fetch({ url: `http://bank.example:${bank.port}/` })
  assert.ok(outcome.kind === 'refused' && outcome.code === 'robots')
  const documented = sent
    .trim()
    .split('\n')
    .map((line) => line.split(': ')[0])
  assert.deepEqual(Object.keys(bank.requests[0]?.headers ?? {}), documented)
})
