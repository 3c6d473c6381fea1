import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from '../domain/decimal.ts'
import { day, openDailyBook, publishOn } from '../../test/support/daily-book.ts'
import { width } from './cells.ts'
import { historyRows } from './histories.ts'
import { moveRows } from './lists.ts'

test('lists by type are made anew when somebody has another type, and for nothing less', () => {
  const book = openDailyBook(10)
  const market = book.market()
  const banks = () => moveRows(book.market(), { type: 'bank' }).length
  assert.equal(banks(), 54)
  const { typed } = market.records.ledger
  publishOn(book, 11)
  book.register(day(11), 'alpha', { name: 'Alpha plc' })
  assert.equal(banks(), 60)
  assert.equal(book.market().records.ledger.typed, typed)
  book.register(day(12), 'alpha', { type: 'nbfi' })
  assert.equal(banks(), 30)
  assert.notEqual(book.market().records.ledger.typed, typed)
  assert.equal(moveRows(market, { type: 'bank' }).length, 54, 'as that version has it')
  assert.equal(moveRows(book.market(), { type: 'nbfi', institutionId: 'beta' }).length, 0)
  assert.equal(moveRows(book.market(), { type: 'nbfi', institutionId: 'alpha' }).length, 30)
})

test('a row has at most eight places in lists by terms, and five in others', () => {
  const { records, ...rest } = openDailyBook(200).market()
  const market = { ...rest, records }
  for (const institutionId of ['alpha', 'beta']) {
    for (const variant of ['general', 'women', undefined] as const) {
      for (const tenure of ['6', '12', undefined] as (Decimal | undefined)[]) {
        for (const payout of ['monthly', 'maturity', undefined] as const) {
          historyRows(records, institutionId, { variant, tenure, payout })
        }
      }
    }
  }
  for (const direction of ['up', 'down', undefined] as const) {
    for (const institutionId of ['alpha', 'beta']) moveRows(market, { institutionId, direction })
    for (const type of ['bank', 'nbfi', undefined] as const) moveRows(market, { type, direction })
  }
  const { parts, typed, institutions } = records.ledger
  const all = [...parts.values(), ...typed.parts.values()]
  const items = all.reduce((sum, { rows: { length } }) => sum + length, 0)
  assert.ok(items > 3 * records.length, 'they were made')
  assert.ok(items <= 5 * records.length, `${items / records.length} for each row`)
  const splits = institutions.values().flatMap(({ splits }) => splits.values())
  const lists = splits.flatMap(({ lists }) => lists.values())
  const cells = lists.reduce((sum, list) => sum + list.cells.length, 0)
  assert.equal(cells, 8 * width * records.length, 'as many as there are rows')
})
