import { closeSync, openSync, writeFileSync } from 'node:fs'
import { Zip, ZipDeflate } from 'fflate'
import { dayLength } from '../../domain/instant.ts'
import { escapeHtml } from '../../domain/text.ts'
import { valueText, type WireRow, type WireValue } from '../../serve/http/endpoint.ts'
import { chunksOf } from './csv.ts'
import type { Column, ColumnKind, Table } from './tables.ts'

/** The namespace of the parts of a workbook. */
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Excel keeps so many digits of a number; one with more digits is a text. */
const exactDigits = 15
/** The places that a number format can show: all that a number of 15 digits can have. */
const mostPlaces = exactDigits
const [dayStyle, instantStyle] = [mostPlaces + 1, mostPlaces + 2]
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
    const names = writeSheets(zip, table, rowsOfSheet)
    addFile(zip, 'xl/styles.xml', [stylesXml])
    addFile(zip, 'xl/workbook.xml', [workbookXml(names)])
    addFile(zip, 'xl/_rels/workbook.xml.rels', [workbookRelationships(names)])
    addFile(zip, '_rels/.rels', [
      relationshipsXml([relationship(1, 'officeDocument', 'xl/workbook.xml')]),
    ])
    addFile(zip, '[Content_Types].xml', [contentTypesXml(names)])
    zip.end()
  } finally {
    closeSync(file)
  }
}

/** Writes the sheets, and returns their names: `changes`, `changes 2`. */
function writeSheets(zip: Zip, { name, columns, rows }: Table, rowsOfSheet: number): string[] {
  const names: string[] = []
  const placed = columns.map((column, index) => ({ ...column, letters: lettersOf(index) }))
  const iterator = Iterator.from(rows())
  for (let next = iterator.next(); names.length === 0 || next.done !== true;) {
    const sheet = (function* () {
      yield sheetStart(placed)
      for (let row = 2; row <= rowsOfSheet && next.done !== true; row++) {
        yield rowXml(placed, next.value, row)
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
function sheetStart(columns: readonly PlacedColumn[]): string {
  const widthsXml = columns.map(
    ({ kind }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${widths[kind]}" customWidth="1"/>`,
  )
  const names = columns.map(({ name, letters }) => textCell(`${letters}1`, name))
  return `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widthsXml.join('')}</cols><sheetData><row r="1">${names.join('')}</row>`
}

function rowXml(columns: readonly PlacedColumn[], values: WireRow, row: number): string {
  let cells = ''
  for (const { name, kind, letters } of columns)
    cells += cellXml(`${letters}${row}`, kind, values[name])
  return `<row r="${row}">${cells}</row>`
}

function cellXml(place: string, kind: ColumnKind, value: WireValue | undefined): string {
  if (value === undefined || value === null) return ''
  const text = valueText(value)
  switch (kind) {
    case 'decimal':
      return decimalCell(place, text)
    case 'day':
      return timeCell(place, text, dayStyle)
    case 'instant':
      return timeCell(place, text, instantStyle)
    case 'flag':
      return `<c r="${place}" t="b"><v>${value === true ? 1 : 0}</v></c>`
    case 'text':
      return textCell(place, text)
    default:
      throw kind satisfies never
  }
}

/** A number with the digits of the decimal, which shows all its places; a text if Excel would round it. */
function decimalCell(place: string, text: string): string {
  const [whole = '', fraction = ''] = text.split('.')
  if ((whole + fraction).replace(/^0+/, '').length > exactDigits) return textCell(place, text)
  return numberCell(place, text, fraction.length)
}

function timeCell(place: string, text: string, style: number): string {
  const days = Date.parse(text) / dayLength + daysBefore1970
  return days < firstRightDay ? textCell(place, text) : numberCell(place, String(days), style)
}

function numberCell(place: string, text: string, style: number): string {
  return `<c r="${place}" s="${style}"><v>${text}</v></c>`
}

/** Excel reads `_x0041_` as a character, so such an underscore is written as one. */
function textCell(place: string, text: string): string {
  const plain = text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeHtml(plain)}</t></is></c>`
}

type PlacedColumn = Column & { readonly letters: string }

/** The letters of a column: A, B … Z, AA. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last
}

const formats = [
  ...Array.from({ length: mostPlaces + 1 }, (_, places) =>
    places === 0 ? '0' : `0.${'0'.repeat(places)}`,
  ),
  'yyyy\\-mm\\-dd',
  'yyyy\\-mm\\-dd hh:mm:ss',
]
/** The identifiers of formats that a workbook defines begin here. */
const firstFormat = 164

/** The style with a number is that of so many places; two more are for days and instants. */
const stylesXml = `<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats
  .map((code, index) => `<numFmt numFmtId="${firstFormat + index}" formatCode="${code}"/>`)
  .join(
    '',
  )}</numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${formats.length}">${formats
  .map((_, index) => `<xf numFmtId="${firstFormat + index}" xfId="0" applyNumberFormat="1"/>`)
  .join(
    '',
  )}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** Names the sheets. */
function workbookXml(names: readonly string[]): string {
  const sheets = names.map(
    (name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  return `<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${sheets.join('')}</sheets></workbook>`
}

function relationship(id: number, type: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${relationships}/${type}" Target="${target}"/>`
}

const relationshipsXml = (list: readonly string[]): string =>
  `<Relationships xmlns="${packageRelationships}">${list.join('')}</Relationships>`

function workbookRelationships(names: readonly string[]): string {
  return relationshipsXml([
    ...names.map((_, index) =>
      relationship(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`),
    ),
    relationship(names.length + 1, 'styles', 'styles.xml'),
  ])
}

function contentTypesXml(names: readonly string[]): string {
  const part = (name: string, type: string): string =>
    `<Override PartName="/xl/${name}.xml" ContentType="${contentTypes}.${type}+xml"/>`
  const sheets = names.map((_, index) => part(`worksheets/sheet${index + 1}`, 'worksheet'))
  return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}${sheets.join('')}</Types>`
}
