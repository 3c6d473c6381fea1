import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { layOutCells } from './html-tables.ts'
import type { SpanningCell } from './walk-page.ts'

type Row = readonly SpanningCell<number>[]

/** The same, slowly: a map of places, searched from the left for each cell. */
function slowly(rows: readonly Row[]): readonly (readonly (number | undefined)[])[] {
  const places = new Map<string, number>()
  for (const [y, row] of rows.entries()) {
    let start = 0
    for (const { cell, rows: height, columns } of row) {
      while (places.has(`${start},${y}`)) start++
      const end = height === 0 ? rows.length : Math.min(rows.length, y + height)
      for (let x = start; x < start + columns; x++)
        for (let down = y; down < end; down++) places.getOrInsert(`${x},${down}`, cell)
      start += columns
    }
  }
  return rows.map((_, y) => {
    const xs = [...places.keys()].map((key) => key.split(',')).filter(([, at]) => at === String(y))
    const width = Math.max(0, ...xs.map(([x = '']) => Number(x) + 1))
    return Array.from({ length: width }, (_, x) => places.get(`${x},${y}`))
  })
}

const cell = fc.record({
  cell: fc.nat(99),
  rows: fc.nat(4),
  columns: fc.integer({ min: 1, max: 4 }),
})

test('cells are laid out as a slow oracle does it', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 6 }), (rows) => {
      assert.deepEqual(layOutCells(rows), slowly(rows))
    }),
  )
})

test('two head rows with spans stand over the columns', () => {
  const one = (cell: string, columns = 1, rows = 1) => ({ cell, rows, columns })
  const head = [
    [one('Period', 1, 2), one('Maturity', 2), one('Monthly', 2)],
    [one('Rate'), one('AER'), one('Rate'), one('AER')],
  ]
  assert.deepEqual(layOutCells(head), [
    ['Period', 'Maturity', 'Maturity', 'Monthly', 'Monthly'],
    ['Period', 'Rate', 'AER', 'Rate', 'AER'],
  ])
})

test('a table with too many cells is refused', () => {
  const wide = { cell: 1, rows: 1, columns: 1000 }
  assert.ok(layOutCells(Array.from({ length: 20 }, () => [wide])) !== undefined)
  assert.equal(layOutCells(Array.from({ length: 21 }, () => [wide])), undefined)
})
