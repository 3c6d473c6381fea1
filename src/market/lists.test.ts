import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from '../domain/decimal.ts'
import { openBook, type Book } from '../../test/support/book.ts'
import { historyRows, moveRows } from './lists.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString()

/** Two banks that move three rates each every day. */
function opened(days: number): Book {
  const book = openBook()
  for (const id of ['alpha', 'beta']) book.register(day(1), id)
  for (let number = 1; number <= days; number++) publishOn(book, number)
  return book
}

function publishOn(book: Book, number: number): void {
  const rate = (number % 7) + 1
  for (const id of ['alpha', 'beta']) {
    book.publish(day(number), id, [
      `general 12 maturity ${rate}`,
      `general 6 monthly ${rate}.5`,
      `women 12 maturity ${rate}.25`,
    ])
  }
}

const rowsIn = ({ items, length }: { items: Uint32Array; length: number }) => [
  ...items.subarray(0, length),
]

test('a list is made once, and then only what is new in the other is looked at', () => {
  const book = opened(50)
  const before = book.market()
  const filter = { variant: 'general' } as const
  const old = rowsIn(historyRows(before.records, 'alpha', filter))
  assert.equal(old.length, 100)
  const { parts } = before.records.ledger
  const [made] = parts.values()
  assert.deepEqual([parts.size, made?.looked], [1, 150])
  publishOn(book, 51)
  const after = book.market()
  assert.deepEqual(rowsIn(historyRows(before.records, 'alpha', filter)), old)
  const now = rowsIn(historyRows(after.records, 'alpha', filter))
  assert.deepEqual([now.slice(0, 100), now.length], [old, 102])
  assert.deepEqual([parts.size, made?.looked, made?.rows.length], [1, 153, 102])
})

test('of all three terms: from the first row of the book to the last, and then what is new', () => {
  const book = opened(1)
  const asked = { variant: 'general', tenure: '6' as Decimal, payout: 'monthly' } as const
  const expected = [0]
  for (let number = 2; number < 6; number++) {
    const { records } = book.market()
    assert.deepEqual(rowsIn(historyRows(records, 'alpha', asked)), expected)
    expected.push(records.length)
    publishOn(book, number)
  }
  assert.deepEqual(rowsIn(historyRows(book.market().records, 'alpha', asked)), expected)
})

test('nothing is kept for what never occurred, and one list for all printings of a tenure', () => {
  const { records } = opened(3).market()
  const { parts } = records.ledger
  for (let tenure = 100; tenure < 200; tenure++) {
    const asked = { tenure: String(tenure) as Decimal }
    assert.equal(historyRows(records, 'alpha', asked).length, 0)
    assert.equal(historyRows(records, `nobody-${tenure}`, asked).length, 0)
  }
  assert.equal(historyRows(records, 'alpha', { variant: 'women', payout: 'monthly' }).length, 0)
  assert.equal(parts.size, 0)
  for (const tenure of ['12', '12.0', '12.00'] as Decimal[]) {
    assert.equal(historyRows(records, 'alpha', { tenure }).length, 6)
  }
  assert.equal(parts.size, 1)
})

test('lists by type are made anew when somebody has another type, and for nothing less', () => {
  const book = opened(10)
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

test('all lists together have at most twelve places for a row', () => {
  const { records, ...rest } = opened(200).market()
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
  const { parts, typed } = records.ledger
  const all = [...parts.values(), ...typed.parts.values()]
  const rows = all.reduce((sum, { rows: { length } }) => sum + length, 0)
  assert.ok(rows > 6 * records.length, 'they were made')
  assert.ok(rows <= 12 * records.length, `${rows / records.length} for each row`)
})
