import assert from 'node:assert/strict'
import { createPieceFinder } from '../../src/http/rows/found-pieces.ts'
import { bytesOf } from '../../src/http/message/payload.ts'
import { joinRows } from '../../src/http/rows/join-rows.ts'
import { noPieces } from '../../src/http/rows/pieces.ts'
import { columnOf, type RowTexts } from '../../src/http/rows/row-texts.ts'
import type { Records } from '../../src/market/records.ts'
import type { FoundRows } from '../../src/query/page.ts'

/** The pieces of a column: what stands around their values, and the values of each. */
type Column = { readonly frame: readonly string[]; readonly pieces: readonly (readonly string[])[] }
export type Columns = readonly [Column, Column, Column]

/** A piece of each column for each row, by their numbers; the first of a row begins with a comma. */
export type Row = readonly [number, number, number]

/** Lists of rows of some texts, and their gzip forms, all of one program. */
export function listsOf(columns: Columns, counted = { length: mostPieces(columns) }) {
  const [series, move, publication] = columns.map(({ frame, pieces }) =>
    columnOf(frame, (number) => pieces[number] ?? []),
  )
  assert.ok(series && move && publication)
  const row: RowTexts = { pieces: noPieces(), series, move, publication }
  const { measure, write, gzip } = joinRows(row, createPieceFinder(row))
  assert.ok(gzip)
  const ledger = { allSeries: counted, allMoves: counted, publications: counted }
  return (rows: readonly Row[]) => {
    const cells = Uint32Array.from(rows.flat())
    // Rows come newest first.
    const items = Uint32Array.from(rows.keys()).reverse()
    const records = { ledger } as unknown as Records
    const found: FoundRows = { records, cells, items, start: 0, end: items.length }
    return {
      list() {
        const bytes = Buffer.alloc(measure(found).length + 1, ']')
        write(found, bytes, 0)
        bytes[0] = 0x5b
        return bytes
      },
      form: () => gzip(found),
      gzip() {
        const form = gzip(found)
        assert.ok(form)
        return bytesOf(form)
      },
    }
  }
}

/** How many numbers the column that has the most has. */
const mostPieces = (columns: Columns): number =>
  Math.max(...columns.map(({ pieces }) => pieces.length))

/** What rows of some texts are as a list. */
export function joined(columns: Columns, rows: readonly Row[]): string {
  const texts = rows.flatMap((row) =>
    columns.map(({ frame: [lead = '', ...behind], pieces }, i) => {
      const values = pieces[row[i] ?? 0] ?? []
      return lead + values.map((value, j) => `${value}${behind[j]}`).join('')
    }),
  )
  return `[${texts.join('').slice(1)}]`
}

/** Rows of which the first column has these values, one for each piece, and the others some more. */
export const columnsOf = (values: readonly string[]): Columns => [
  { frame: [',{"of":"', '","is":"'], pieces: values.map((value) => [value]) },
  {
    frame: ['', '","was":"', '","at":"'],
    pieces: Array.from({ length: 50 }, (_, i) => [`${i}.500`, `${(i * 7) % 50}.25`]),
  },
  {
    frame: ['', '', '"}'],
    pieces: Array.from({ length: 50 }, (_, i) => [
      `2026-06-${10 + i}`,
      i % 3 === 0 ? 'T11' : 'T2222',
    ]),
  },
]

/** Printed characters without order, so many. */
export function noise(length: number): string {
  let state = length
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return String.fromCodePoint(97 + ((state >>> 16) % 26))
  }).join('')
}
