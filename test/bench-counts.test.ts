import assert from 'node:assert/strict'
import { syncBuiltinESMExports } from 'node:module'
import { test } from 'node:test'
import { getHeapStatistics } from 'node:v8'
import zlib from 'node:zlib'
import { viewed } from '../src/http/memo/head-number.ts'
import { changePages, historyPages } from '../src/http/rows/record-pages.ts'
import { bytesOf } from '../src/http/message/payload.ts'
import { width } from '../src/market/cells.ts'
import type { Page } from '../src/query/page.ts'
import { movingMarkets } from './support/moving-markets.ts'
import { createQuickly, learned } from './support/quickly.ts'
import { at } from './support/sample-market.ts'
import { foundChanges, foundHistory } from './support/found-rows.ts'

// What `npm run bench` times, this counts: rows that are looked at, bytes that are written, work that is not done again.

const [market] = movingMarkets(400, 0)
assert.ok(market)
const now = at('2027-06-01T00:00:00Z')
const source = { market: () => market, isHealthy: () => true, now: () => now }

/** Counts calls of zlib and of JSON.stringify while something is done. */
function countCalls(act: () => void): number {
  let calls = 0
  const counted = [
    [zlib, ['deflateRawSync', 'gzipSync', 'gzip', 'brotliCompressSync', 'brotliCompress']],
    [JSON, ['stringify']],
  ] as const
  const before: (() => void)[] = []
  for (const [owner, names] of counted) {
    for (const name of names) {
      const real = Reflect.get(owner, name) as (...given: unknown[]) => unknown
      before.push(() => Reflect.set(owner, name, real))
      Reflect.set(owner, name, (...given: unknown[]) => {
        calls++
        return real(...given)
      })
    }
  }
  syncBuiltinESMExports()
  try {
    act()
  } finally {
    for (const restore of before) restore()
    syncBuiltinESMExports()
  }
  return calls
}

const hotTargets = [
  ['/health', 'gzip'],
  ['/summary', 'identity'],
  ['/compare?tenure_months=12', 'br'],
  ['/rates/changes?limit=200', 'identity'],
  ['/rates/changes?limit=200', 'gzip'],
] as const

test('a hot answer is one write of its bytes, and nothing is made, written as JSON or compressed for it', () => {
  const quickly = createQuickly(source)
  const { isAnswered, written, made, last } = quickly
  for (const [target, encoding] of hotTargets) {
    const head = learned(quickly, target, encoding)
    for (let times = 0; times < 3; times++) assert.ok(isAnswered(head), target)
    const [first] = written()
    assert.ok(first)
    assert.equal(last()?.via, 'memo', target)
    const before = made()
    const calls = countCalls(() => {
      for (let times = 0; times < 100; times++) assert.ok(isAnswered(head))
    })
    assert.deepEqual([calls, made() - before], [0, 0], target)
    const writes = written()
    assert.equal(writes.length, 100)
    for (const bytes of writes) assert.ok(bytes.equals(first))
    // The same bytes, not a copy of them.
    assert.equal(new Set(writes).size, 1)
  }
})

test('without a cache nothing is kept: what is asked again is made again', () => {
  const quickly = createQuickly(source, 0)
  const { isAnswered, made, last } = quickly
  for (const target of ['/summary', '/compare?tenure_months=12']) {
    const head = learned(quickly, target)
    const before = made()
    for (let times = 1; times <= 4; times++) {
      assert.ok(isAnswered(head))
      assert.deepEqual([last()?.via, made() - before], ['made', times], target)
    }
  }
})

test('a hot answer allocates less than 500 bytes', (t) => {
  const quickly = createQuickly(source)
  const { isAnswered, written } = quickly
  for (const target of ['/health', '/rates/changes?limit=200']) {
    const head = learned(quickly, target, 'gzip')
    const ask = (times: number): void => {
      for (let asked = 0; asked < times; asked++) {
        isAnswered(head)
        if (asked % 100 === 0) written()
      }
    }
    ask(10_000)
    const before = getHeapStatistics().total_allocated_bytes
    ask(10_000)
    const each = (getHeapStatistics().total_allocated_bytes - before) / 10_000
    t.diagnostic(`${target}: ${each} bytes`)
    assert.ok(each < 500, `${target}: ${each} bytes`)
  }
})

test('what is kept of a head is its own, whatever becomes of the memory in which it came', () => {
  const quickly = createQuickly(source)
  const { isAnswered, last } = quickly
  const head = learned(quickly, '/summary')
  const again = viewed(Buffer.from(head.bytes))
  for (let times = 0; times < 2; times++) isAnswered(head)
  head.bytes.fill(0)
  assert.ok(isAnswered(again))
  assert.deepEqual([last()?.via, last()?.told.target], ['memo', '/summary'])
})

/** Cells, and how often each of the three numbers of a row was read or copied since the last look. */
function watched(real: Uint32Array): { cells: Uint32Array; read: () => readonly number[] } {
  let reads = [0, 0, 0]
  const cells = new Proxy(real, {
    get(of, key) {
      if (key === 'subarray') {
        return (start: number, end: number) => {
          reads = reads.map((count) => count + (end - start) / width)
          return of.subarray(start, end)
        }
      }
      const place = typeof key === 'string' && /^\d+$/.test(key) ? Number(key) % width : undefined
      if (place !== undefined) reads[place] = (reads[place] ?? 0) + 1
      const value: unknown = Reflect.get(of, key)
      return typeof value === 'function' ? (value as () => unknown).bind(of) : value
    },
  })
  return {
    cells,
    read() {
      const counts = reads
      reads = [0, 0, 0]
      return counts
    },
  }
}

test('a page reads its own rows and no others, once, as far back as it may be', () => {
  const { ledger } = market.records
  const kinds = [
    [
      historyPages(ledger),
      (page: Page) => foundHistory(market, 'beta', { ...page, variant: 'general' }),
    ],
    [changePages(ledger)(market), (page: Page) => foundChanges(market, page)],
  ] as const
  for (const [pages, find] of kinds) {
    const all = find({ limit: 2_000, offset: 0 })
    assert.ok(all)
    // Those with pieces that are new may be read again.
    pages(all).digest()
    for (const offset of [0, 7, 300]) {
      for (const limit of [1, 16, 100]) {
        const page = find({ limit, offset })
        assert.ok(page)
        const { cells, read } = watched(page.cells)
        const body = pages({ ...page, cells })
        assert.deepEqual(read(), [0, 0, 0], 'nothing before its bytes are asked for')
        const rows = JSON.parse(bytesOf(body.payload()).toString()) as unknown[]
        assert.equal(rows.length, limit)
        body.digest()
        assert.deepEqual(read(), [limit, limit, limit])
      }
    }
  }
})

test('a filtered page is found without a look at the rows that it passes over', () => {
  const { ledger } = market.records
  const { cells, read } = watched(ledger.cells)
  const records = { ...market.records, cells, ledger: { ...ledger, cells } }
  const changes = (offset: number) =>
    foundChanges(
      { ...market, records },
      { institutionId: 'alpha', direction: 'up', limit: 20, offset },
    )
  const history = (offset: number) =>
    foundHistory({ ...market, records }, 'alpha', { payout: 'maturity', limit: 20, offset })
  for (const find of [changes, history]) {
    find(0)
    assert.notDeepEqual(read(), [0, 0, 0], 'who asks first has the list made')
    for (const offset of [0, 100, 150]) {
      const page = find(offset)
      assert.ok(page)
      assert.equal(page.end - page.start, 20)
      assert.deepEqual(read(), [0, 0, 0])
    }
  }
})
