import assert from 'node:assert/strict'
import { test } from 'node:test'
import { institutions, marketSheets } from '../../bench/market.ts'
import { figure, median, table, withTarget } from '../../bench/page.ts'
import { secondsIn } from '../../bench/servers.ts'

test('a median is the middle number, or the mean of the middle two', () => {
  assert.equal(median([9, 1, 3]), 3)
  assert.equal(median([9, 1, 3, 4]), 3.5)
  assert.ok(Number.isNaN(median([])))
})

test('processor time is read behind the name of a program, which may have spaces and brackets', () => {
  const fields = ['S', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 20, 3, 2, 20, 0]
  assert.equal(secondsIn(`42 (a) b ) ${fields.join(' ')}`), 1.25)
})

test('a figure shows its target and whether it meets that', () => {
  assert.equal(figure(1234.5), '1235')
  assert.equal(figure(1.2345), '1.23')
  assert.equal(withTarget(1.2345, '≤', 2), '1.23 (≤ 2: yes)')
  assert.equal(withTarget(14.9, '≥', 15), '14.9 (≥ 15: no)')
  assert.equal(withTarget(Number.NaN, '≤', 2), '–')
})

test('a table aligns all columns but the first to the right', () => {
  assert.equal(table(['what', 'µs'], [['a', '1']]), '| what | µs |\n| --- | ---: |\n| a | 1 |')
})

test('the market is the same each time, its times rise, and every later sheet changes all rates', () => {
  const sheets = marketSheets(200)
  assert.deepEqual(marketSheets(200), sheets)
  const times = sheets.map(({ scraped_at }) => scraped_at)
  assert.deepEqual([...new Set(times)].toSorted(), times)
  for (const { id } of institutions) {
    const own = sheets.filter(({ institution_id }) => institution_id === id)
    assert.equal(own.length, 4)
    for (const [i, { offers }] of own.entries()) {
      assert.equal(offers.length, 100)
      const before = own[i - 1]?.offers
      assert.ok(offers.every(({ rate_pa }, k) => rate_pa !== before?.[k]?.rate_pa))
    }
  }
})
