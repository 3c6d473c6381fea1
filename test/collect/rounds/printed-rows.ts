import { utils, write } from '@e965/xlsx'
import type { Cell, OfferCells, PageFormat } from '../../../src/domain/origin.ts'
import { drawText, pdfOf } from '../../support/pdf.ts'

/** The printed texts of one offer. Rate and AER may share a cell. */
export type PrintedRow = {
  readonly tenure: string
  readonly rate: string
  readonly annualEffectiveRate?: string
  readonly minimumDeposit: string
}

/** A page with rows, and the cells of each row. */
export type PrintedPage = { readonly body: Uint8Array; readonly cells: readonly OfferCells[] }

const columns = ['tenure', 'rate', 'annualEffectiveRate', 'minimumDeposit'] as const
type PrintedColumn = (typeof columns)[number]
const headings: Readonly<Record<PrintedColumn, string>> = {
  tenure: 'Period',
  rate: 'At maturity',
  annualEffectiveRate: 'AER',
  minimumDeposit: 'From',
}

/** Puts a text in a row and a column, and returns its address. Headings are in row 0. */
type Place = (text: string, row: number, column: number) => string

const formats: Readonly<Record<PageFormat, () => { place: Place; body: () => Uint8Array }>> = {
  html: () => {
    let html = '<!doctype html><meta charset="utf-8"><table>'
    const place: Place = (text, _row, column) => {
      html += column === 0 ? '<tr><td> <b>' : '<td> <b>'
      const start = html.length
      html += `${text}</b>`
      return `#char=${start},${start + text.length}`
    }
    return { place, body: () => Buffer.from(`${html}</table>`) }
  },
  json: () => {
    const rows: string[][] = []
    const place: Place = (text, row, column) => {
      ;(rows[row] ??= [])[column] = text
      return `#/rates/${row}/${column}`
    }
    return { place, body: () => Buffer.from(JSON.stringify({ rates: rows })) }
  },
  pdf: () => {
    const operators: string[] = []
    const place: Place = (text, row, column) => {
      const [x, y] = [72 + 110 * column, 700 - 16 * row]
      operators.push(drawText(x, y, text))
      return `#page=1&x=${x}&y=${y}`
    }
    return { place, body: () => pdfOf([operators.join('\n')]) }
  },
  xlsx: () => {
    const rows: string[][] = []
    const place: Place = (text, row, column) => {
      ;(rows[row] ??= [])[column] = text
      return `#sheet=Rates&cell=${'ABCD'[column]}${row + 1}`
    }
    const body = (): Uint8Array => {
      const book = { SheetNames: ['Rates'], Sheets: { Rates: utils.aoa_to_sheet(rows) } }
      return write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array
    }
    return { place, body }
  },
}

/** A page that prints rows in some format. */
export function printRows(format: PageFormat, rows: readonly PrintedRow[]): PrintedPage {
  const { place, body } = formats[format]()
  const [, column = { address: '', text: '' }] = columns.map((name, index) => ({
    address: place(headings[name], 0, index),
    text: headings[name],
  }))
  const cells = rows.map((row, index) => {
    const own = columns.map((name, place_): Cell => {
      const text = row[name] ?? '-'
      return { address: place(text, index + 1, place_), text }
    })
    const [tenure, rate, aer, minimumDeposit] = own as [Cell, Cell, Cell, Cell]
    const annualEffectiveRate = row.annualEffectiveRate === undefined ? rate : aer
    return { tenure, rate, column, annualEffectiveRate, minimumDeposit }
  })
  return { body: body(), cells }
}
