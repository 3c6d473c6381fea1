import assert from 'node:assert/strict'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { flipBit, temporaryDirectory } from '../../../test/book/store/sqlite-books.ts'
import { at } from '../../../test/support/sample-market.ts'
import { appendFetch, readFetchLog, readFetches, type FetchRecord } from './logs.ts'

function fetchAt(instant: string, more: Partial<FetchRecord> = {}): FetchRecord {
  return {
    at: at(instant),
    institutionId: 'alpha-bank',
    page: 'rates',
    format: 'html',
    url: 'https://alpha.example/rates?é=1',
    outcome: 'fetched',
    status: 200,
    headers: { etag: '"a,\\"check\\":"', 'content-type': 'text/html' },
    digest: 'ab'.repeat(32),
    size: 12,
    ...more,
  }
}

const fetches = [
  fetchAt('2026-10-31T23:59:59Z', {
    redirects: ['https://alpha.example/a', 'https://alpha.example/b'],
  }),
  fetchAt('2026-11-01T00:00:00Z', { charset: 'utf-8' }),
  fetchAt('2026-11-01T00:00:00.123Z', {
    outcome: 'failed',
    message: 'රු. – a sentence\nof two lines',
  }),
  fetchAt('2026-11-01T00:00:00Z', {
    institutionId: 'beta-finance',
    outcome: 'not-modified',
    status: 304,
  }),
]

test('fetches are read back as they were, by month and in the order of the log', async (t) => {
  const folder = join(temporaryDirectory(t), 'captures')
  assert.deepEqual(await readFetches(folder), [])
  for (const one of [...fetches.slice(1), ...fetches.slice(0, 1)]) await appendFetch(folder, one)
  assert.deepEqual(await readFetches(folder), fetches)
  assert.deepEqual(
    await readFetches(folder, { from: at('2026-11-30T00:00:00Z') }),
    fetches.slice(1),
  )
  const lines = readFileSync(join(folder, 'log', '2026-11.ndjson'), 'utf8').split('\n')
  assert.equal(lines.length, 4)
  assert.equal(lines.pop(), '')
  for (const line of lines) assert.match(line, /^\{"at":"2026-11-01T.*"format":"html"/)
})

test('a line torn at any byte is left out, and the next append ends it', async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'log', '2026-11.ndjson')
  const [, first, second, third] = fetches as [FetchRecord, FetchRecord, FetchRecord, FetchRecord]
  await appendFetch(folder, first)
  const before = readFileSync(path)
  await appendFetch(folder, second)
  const after = readFileSync(path)
  for (let length = before.length; length < after.length; length++) {
    writeFileSync(path, after.subarray(0, length))
    assert.deepEqual(await readFetchLog(folder), [{ record: first }], `cut at ${length}`)
    if (length % 8 > 0) continue
    await appendFetch(folder, third)
    assert.deepEqual(await readFetchLog(folder), [{ record: first }, { record: third }])
    // The write that ends the torn line may be torn too.
    const repaired = readFileSync(path)
    for (const cut of length < before.length + 8 ? repaired.keys() : []) {
      if (cut < length) continue
      writeFileSync(path, repaired.subarray(0, cut))
      await appendFetch(folder, third)
      assert.deepEqual(await readFetchLog(folder), [{ record: first }, { record: third }])
    }
  }
})

test('a flipped bit in any byte is a damaged line, and never another fetch', async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'log', '2026-11.ndjson')
  for (const one of fetches.slice(1, 3)) await appendFetch(folder, one)
  const whole = readFileSync(path)
  for (const index of whole.keys()) {
    flipBit(path, index, index % 8)
    const lines = await readFetchLog(folder)
    assert.ok(
      lines.some((line) => 'damaged' in line),
      `byte ${index}`,
    )
    for (const line of lines)
      if ('record' in line)
        assert.ok(
          fetches.some((one) => isSame(one, line.record)),
          `byte ${index}`,
        )
    writeFileSync(path, whole)
  }
})

test('a line without its check is damaged, and the others are read', async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'log', '2026-11.ndjson')
  const [, first, second] = fetches as [FetchRecord, FetchRecord, FetchRecord]
  await appendFetch(folder, first)
  appendFileSync(path, '{"at":"2026-11-01T00:00:00Z"}\n')
  await appendFetch(folder, second)
  const damaged = { path: join('log', '2026-11.ndjson'), line: 2 }
  assert.deepEqual(await readFetchLog(folder), [{ record: first }, { damaged }, { record: second }])
  assert.deepEqual(await readFetches(folder), [first, second])
})

function isSame(a: FetchRecord, b: FetchRecord): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
