import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from '../domain/decimal.ts'
import { openBook, type Book } from '../../test/support/book.ts'
import { moveIn, publicationIn, seriesIn, width } from './cells.ts'
import { historyRows } from './histories.ts'
import { moveRows } from './lists.ts'
import { rowAt, type Rows } from './rows.ts'

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

/** The numbers that some lists have, row by row: of the series, the move and the publication. */
const cellsIn = (rows: Rows) =>
  Array.from({ length: rows.length }, (_, index) => {
    const row = rowAt(rows, index)
    return [seriesIn(rows, row), moveIn(rows, row), publicationIn(rows, row)]
  })

test('lists by terms are made once for all of these terms, and then only what is new is looked at', () => {
  const book = opened(50)
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
  const book = opened(1)
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

test('nothing is kept for what never occurred, and one list for all printings of a tenure', () => {
  const { records } = opened(3).market()
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

test('a row has at most eight places in lists by terms, and five in others', () => {
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
