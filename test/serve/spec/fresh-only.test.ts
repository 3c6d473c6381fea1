import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiOf, appOf, ask } from '../../support/ask.ts'
import { openBook } from '../../support/book.ts'
import { testRefusals } from '../../support/refusals.ts'

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha', { staleAfterDays: 7 })
book.register('2026-01-01T00:00:00Z', 'beta', { staleAfterDays: 30 })
book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9'])
book.publish('2026-01-02T00:00:00Z', 'beta', ['general 12 maturity 8'])
const lists = ['/compare?tenure_months=12', '/rates/current', '/reports/best-rates', '/summary']
const fresh = (list: string) => `${list}${list.includes('?') ? '&' : '?'}fresh_only=true`
const atThreshold = '2026-01-09T00:00:00Z'
const pastThreshold = '2026-01-09T00:00:00.001Z'

test('fresh_only leaves out the institutions that are stale, from the first millisecond after the threshold', async () => {
  for (const list of lists) {
    const before = apiOf(book.market(), atThreshold)
    const later = apiOf(book.market(), pastThreshold)
    assert.deepEqual(await before.rows(fresh(list)), await before.rows(list), list)
    const all = await later.rows(list)
    const left = await later.rows(fresh(list))
    assert.deepEqual(await before.rows(list), all, list)
    if (list === '/summary') {
      assert.deepEqual([all[0]?.['institution_count'], left[0]?.['institution_count']], [2, 1])
      assert.equal(left[0]?.['max_rate_pa'], '8.000')
      continue
    }
    assert.deepEqual(new Set(all.map(idOf)), new Set(['alpha', 'beta']), list)
    assert.deepEqual(left.map(idOf), ['beta'], list)
    assert.deepEqual(await later.rows(list.replace('?', '?fresh_only=false&')), all, list)
    assert.deepEqual(await apiOf(book.market(), '2026-03-01T00:00:00Z').rows(fresh(list)), [])
  }
})

const idOf = (row: Readonly<Record<string, unknown>>) => row['institution_id']

test('fresh_only is exactly is_stale of /freshness, also as known at an instant', async () => {
  for (const at of [atThreshold, pastThreshold, '2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z']) {
    const api = apiOf(book.market(), '2026-06-01T00:00:00Z')
    const isFresh = (row: Readonly<Record<string, unknown>>) => row['is_stale'] === false
    const expected = (await api.rows(`/freshness?known_at=${at}`)).filter(isFresh).map(idOf)
    assert.deepEqual(
      (await api.rows(`/rates/current?fresh_only=true&known_at=${at}`)).map(idOf),
      expected,
    )
  }
})

test('the ETag of an answer with fresh_only, and its cached copy, change at the threshold alone', async () => {
  for (const list of lists) {
    const etagAt = async (at: string, target: string) =>
      (await ask(appOf(book.market(), at), target)).headers['etag']
    const first = await etagAt('2026-01-03T00:00:00Z', fresh(list))
    assert.equal(await etagAt(atThreshold, fresh(list)), first, list)
    assert.notEqual(await etagAt(pastThreshold, fresh(list)), first, list)
    assert.equal(await etagAt(pastThreshold, list), await etagAt(atThreshold, list), list)
    const { headers } = await ask(appOf(book.market(), '2026-01-08T23:59:50Z'), fresh(list))
    assert.match(headers['cache-control'] ?? '', /max-age=10$/, list)
  }
})

testRefusals(apiOf(book.market()), '/rates/current', { fresh_only: { takes: 'true' } })
