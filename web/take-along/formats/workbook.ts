import { utils, write, type CellObject, type WorkSheet } from '@e965/xlsx/dist/xlsx.mini.min.js'
import { dayLength } from '../../../src/domain/instant.ts'
import type { Messages } from '../../messages/messages.ts'
import {
  sourceFacts,
  type ExportColumn,
  type ExportRow,
  type ExportSource,
} from '../export-table.ts'

/** Spreadsheets count days from 1899-12-30. */
const daysBefore1970 = 25_569
/** A double holds so many decimal digits exactly. */
const exactDigits = 15

/** A table as an XLSX workbook: a sheet with the table, and one that says where it comes from. */
export function workbookOf(
  columns: readonly ExportColumn[],
  rows: readonly ExportRow[],
  source: ExportSource,
  messages: Messages,
): ArrayBuffer {
  const { takeAlong } = messages
  const heads = columns.map(({ head }): CellObject => ({ t: 's', v: head }))
  const cells = rows.map((row) =>
    columns.map(({ kind }, index) => cellOf(row[index] ?? null, kind)),
  )
  const workbook = utils.book_new()
  utils.book_append_sheet(workbook, sheetOf([heads, ...cells]), takeAlong.tableSheet)
  utils.book_append_sheet(workbook, sourceSheet(source, messages), takeAlong.sourceSheet)
  return write(workbook, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer
}

function cellOf(value: ExportRow[number], kind: ExportColumn['kind']): CellObject {
  if (value === null || value === '') return { t: 'z' }
  const text = String(value)
  switch (kind) {
    case 'decimal':
      return decimalCell(text, '0')
    case 'money':
      return decimalCell(text, '#,##0')
    case 'count':
      return { t: 'n', v: Number(value) }
    case 'day':
      return dateCell(Date.parse(`${text.slice(0, 10)}T00:00:00Z`), 'yyyy-mm-dd')
    case 'instant':
      return dateCell(Date.parse(text), 'yyyy-mm-dd hh:mm')
    case 'text':
      return { t: 's', v: text }
    default:
      throw kind satisfies never
  }
}

/** A number that shows exactly the printed decimals; text if a double cannot hold its digits. */
function decimalCell(text: string, wholeFormat: string): CellObject {
  const [whole = '', fraction = ''] = text.split('.')
  if ((whole + fraction).replace(/^0+/, '').length > exactDigits) return { t: 's', v: text }
  const format = fraction === '' ? wholeFormat : `${wholeFormat}.${'0'.repeat(fraction.length)}`
  return { t: 'n', v: Number(text), z: format }
}

function dateCell(at: number, format: string): CellObject {
  return { t: 'n', v: at / dayLength + daysBefore1970, z: format }
}

function sourceSheet(source: ExportSource, messages: Messages): WorkSheet {
  const lines = sourceFacts(source, messages).map(({ head, kind, value }): CellObject[] => {
    const link = value === source.address ? { l: { Target: source.address } } : {}
    return [
      { t: 's', v: head },
      { ...cellOf(value, kind), ...link },
    ]
  })
  return sheetOf(lines)
}

/** A sheet from rows of cells, with columns as wide as their longest text. */
function sheetOf(rows: readonly (readonly CellObject[])[]): WorkSheet {
  const sheet: WorkSheet = {}
  const widths: number[] = []
  for (const [r, row] of rows.entries()) {
    for (const [c, cell] of row.entries()) {
      sheet[utils.encode_cell({ r, c })] = cell
      widths[c] = Math.max(widths[c] ?? 8, Math.min(48, utils.format_cell(cell).length + 2))
    }
  }
  const lastColumn = Math.max(0, widths.length - 1)
  sheet['!ref'] = utils.encode_range({ r: 0, c: 0 }, { r: rows.length - 1, c: lastColumn })
  sheet['!cols'] = widths.map((wch) => ({ wch }))
  return sheet
}
