import { closeSync, openSync, writeFileSync } from 'node:fs'
import { Zip, ZipDeflate } from 'fflate'
import { escapeHtml } from '../../domain/text.ts'
import { dayLength } from '../../domain/instant.ts'
import { valueText, type WireRow, type WireValue } from '../../serve/http/endpoint.ts'
import { chunksOf } from './chunks.ts'
import {
  contentTypesXml,
  dayStyle,
  exactDigits,
  instantStyle,
  main,
  rootRelationships,
  stylesXml,
  workbookRelationships,
  workbookXml,
} from './workbook-parts.ts'
import type { Column, ColumnKind, Table } from './tables.ts'

/** The most rows of a sheet in Excel, with the one of the names. */
const excelRows = 1_048_576
/** Excel counts days from 1899-12-30, and differs before 1900-03-01, so an earlier day is a text. */
const daysBefore1970 = 25_569
const firstRightDay = 61
const widths: Readonly<Record<ColumnKind, number>> = {
  text: 22,
  decimal: 18,
  day: 14,
  instant: 20,
  flag: 10,
}
/** The ZIP format has no time zone, so the earliest time that it knows stands for none. */
const noTime = new Date(1980, 0, 1)
const encoder = new TextEncoder()
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/**
 * Writes a table as an XLSX workbook, row by row. SheetJS would hold all cells in memory. `rowsOfSheet` is the most rows of a
 * sheet; further rows go to further sheets.
 */
export function writeWorkbook(path: string, table: Table, rowsOfSheet = excelRows): void {
  const file = openSync(path, 'w')
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error
    writeFileSync(file, chunk)
  })
  try {
    const texts: Texts = new Map()
    const names = writeSheets(zip, table, rowsOfSheet, texts)
    addFile(zip, 'xl/sharedStrings.xml', textsXml(texts))
    addFile(zip, 'xl/styles.xml', [stylesXml])
    addFile(zip, 'xl/workbook.xml', [workbookXml(names)])
    addFile(zip, 'xl/_rels/workbook.xml.rels', [workbookRelationships(names)])
    addFile(zip, '_rels/.rels', [rootRelationships])
    addFile(zip, '[Content_Types].xml', [contentTypesXml(names)])
    zip.end()
  } finally {
    closeSync(file)
  }
}

/** The number of each text: a workbook has each text once, and cells have its number. */
type Texts = Map<string, number>

/** Writes the sheets, and returns their names: `changes`, `changes 2`. */
function writeSheets(
  zip: Zip,
  { name, columns, rows }: Table,
  rowsOfSheet: number,
  texts: Texts,
): string[] {
  const names: string[] = []
  const placed = columns.map((column, index) => ({ ...column, letters: lettersOf(index) }))
  const iterator = Iterator.from(rows())
  for (let next = iterator.next(); names.length === 0 || next.done !== true;) {
    const sheet = (function* () {
      yield sheetStart(placed, texts)
      for (let row = 2; row <= rowsOfSheet && next.done !== true; row++) {
        yield rowXml(placed, next.value, row, texts)
        next = iterator.next()
      }
      yield '</sheetData></worksheet>'
    })()
    names.push(names.length === 0 ? name : `${name} ${names.length + 1}`)
    addFile(zip, `xl/worksheets/sheet${names.length}.xml`, sheet)
  }
  return names
}

function addFile(zip: Zip, name: string, parts: Iterable<string>): void {
  const entry = new ZipDeflate(name, { level: 3 })
  entry.mtime = noTime
  zip.add(entry)
  entry.push(encoder.encode(declaration))
  for (const chunk of chunksOf(parts)) entry.push(encoder.encode(chunk))
  entry.push(new Uint8Array(), true)
}

/** The beginning of a sheet. Its first row has the names of the columns, and stays in sight. */
function sheetStart(columns: readonly PlacedColumn[], texts: Texts): string {
  const widthsXml = columns.map(
    ({ kind }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${widths[kind]}" customWidth="1"/>`,
  )
  const names = columns.map(({ name, letters }) => textCell(`${letters}1`, name, texts))
  return `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widthsXml.join('')}</cols><sheetData><row r="1">${names.join('')}</row>`
}

function rowXml(
  columns: readonly PlacedColumn[],
  values: WireRow,
  row: number,
  texts: Texts,
): string {
  let cells = ''
  for (const { name, kind, letters } of columns)
    cells += cellXml(`${letters}${row}`, kind, values[name], texts)
  return `<row r="${row}">${cells}</row>`
}

function cellXml(
  place: string,
  kind: ColumnKind,
  value: WireValue | undefined,
  texts: Texts,
): string {
  if (value === undefined || value === null) return ''
  const text = valueText(value)
  switch (kind) {
    case 'decimal':
      return decimalCell(place, text, texts)
    case 'day':
      return timeCell(place, text, dayStyle, texts)
    case 'instant':
      return timeCell(place, text, instantStyle, texts)
    case 'flag':
      return `<c r="${place}" t="b"><v>${value === true ? 1 : 0}</v></c>`
    case 'text':
      return textCell(place, text, texts)
    default:
      throw kind satisfies never
  }
}

/** A number with the digits of the decimal, which shows all its places; a text if Excel would round it. */
function decimalCell(place: string, text: string, texts: Texts): string {
  const [whole = '', fraction = ''] = text.split('.')
  if ((whole + fraction).replace(/^0+/, '').length > exactDigits)
    return textCell(place, text, texts)
  return numberCell(place, text, fraction.length)
}

function timeCell(place: string, text: string, style: number, texts: Texts): string {
  const days = Date.parse(text) / dayLength + daysBefore1970
  return days < firstRightDay
    ? textCell(place, text, texts)
    : numberCell(place, String(days), style)
}

function numberCell(place: string, text: string, style: number): string {
  return `<c r="${place}" s="${style}"><v>${text}</v></c>`
}

function textCell(place: string, text: string, texts: Texts): string {
  const number = texts.get(text) ?? texts.size
  texts.set(text, number)
  return `<c r="${place}" t="s"><v>${number}</v></c>`
}

/** All texts in the order of their numbers. Excel reads `_x0041_` as a character, so such an underscore is written as one. */
function* textsXml(texts: Texts): Generator<string> {
  yield `<sst xmlns="${main}" uniqueCount="${texts.size}">`
  for (const text of texts.keys()) {
    const plain = text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    yield `<si><t xml:space="preserve">${escapeHtml(plain)}</t></si>`
  }
  yield '</sst>'
}

type PlacedColumn = Column & { readonly letters: string }

/** The letters of a column: A, B … Z, AA. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last
}
