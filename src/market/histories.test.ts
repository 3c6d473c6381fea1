import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from '../domain/decimal.ts'
import { day, openDailyBook, publishOn } from '../../test/support/daily-book.ts'
import { moveIn, publicationIn, seriesIn } from './cells.ts'
import { historyRows } from './histories.ts'
import { rowAt, type Rows } from './rows.ts'

/** The numbers that some lists have, row by row: of the series, the move and the publication. */
const cellsIn = (rows: Rows) =>
  Array.from({ length: rows.length }, (_, index) => {
    const row = rowAt(rows, index)
    return [seriesIn(rows, row), moveIn(rows, row), publicationIn(rows, row)]
  })

test('lists by terms are made once for all of these terms, and then only what is new is looked at', () => {
  const book = openDailyBook(50)
  const before = book.market()
  const filter = { variant: 'general' } as const
  const old = cellsIn(historyRows(before.records, 'alpha', filter))
  assert.equal(old.length, 100)
  const splits = before.records.ledger.institutions.get('alpha')?.splits
  const [made] = splits?.values() ?? []
  const made100 = made?.lists.get('general')
  assert.deepEqual([splits?.size, made?.looked, made?.lists.size], [1, 150, 2])
  assert.equal(historyRows(before.records, 'alpha', { variant: 'women' }).length, 50)
  assert.deepEqual([splits?.size, made?.looked], [1, 150])
  publishOn(book, 51)
  const after = book.market()
  assert.deepEqual(cellsIn(historyRows(before.records, 'alpha', filter)), old)
  const now = cellsIn(historyRows(after.records, 'alpha', filter))
  assert.deepEqual([now.slice(0, 100), now.length], [old, 102])
  assert.deepEqual([splits?.size, made?.looked], [1, 153])
  assert.equal(made100?.length, 100, 'who holds what was there goes on seeing that')
})

test('of all three terms: from the first row of the book to the last, and then what is new', () => {
  const book = openDailyBook(1)
  const asked = { variant: 'general', tenure: '6' as Decimal, payout: 'monthly' } as const
  const instants = () => {
    const { records } = book.market()
    const rows = historyRows(records, 'alpha', asked)
    return cellsIn(rows).map(([, , publication = -1]) => records.publicationAt(publication).at)
  }
  const expected = [Date.parse(day(1))]
  for (let number = 2; number < 60; number++) {
    assert.deepEqual(instants(), expected)
    expected.push(Date.parse(day(number)))
    publishOn(book, number)
  }
  assert.deepEqual(instants(), expected)
})

test('a list that grows with each publication is seldom copied', () => {
  const book = openDailyBook(50)
  const copies = new Set<Uint32Array>()
  for (let number = 51; number <= 250; number++) {
    publishOn(book, number)
    copies.add(historyRows(book.market().records, 'alpha', { payout: 'monthly' }).cells)
  }
  assert.ok(copies.size <= 15, `${copies.size} copies of two hundred`)
})

test('nothing is kept for what never occurred, and one list for all printings of a tenure', () => {
  const { records } = openDailyBook(3).market()
  const { institutions } = records.ledger
  for (let tenure = 100; tenure < 200; tenure++) {
    const asked = { tenure: String(tenure) as Decimal }
    assert.equal(historyRows(records, 'alpha', asked).length, 0)
    assert.equal(historyRows(records, `nobody-${tenure}`, asked).length, 0)
  }
  assert.equal(historyRows(records, 'alpha', { variant: 'women', payout: 'monthly' }).length, 0)
  for (const tenure of ['12', '12.0', '12.00'] as Decimal[]) {
    assert.equal(historyRows(records, 'alpha', { tenure }).length, 6)
  }
  const splits = [...(institutions.get('alpha')?.splits ?? [])]
  const kept = splits.map(([kind, { lists }]) => [kind, ...lists.keys()])
  assert.deepEqual(kept, [
    ['tenure', '6', '12'],
    ['variant,payout', 'general monthly', 'general maturity', 'women maturity'],
  ])
  assert.equal(institutions.get('beta')?.splits.size, 0)
})
