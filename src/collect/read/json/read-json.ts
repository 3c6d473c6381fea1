import type { Cell } from '../../../domain/origin.ts'
import { quoted } from '../../../domain/text.ts'
import { decodeJson, undecoded } from '../decode-page.ts'
import { htmlContent } from '../html/html-content.ts'
import type { PageBytes } from '../reading.ts'
import { orFailure, refuse } from '../refusal.ts'
import type { SourcePage } from '../source/page-schema.ts'
import {
  joinedContent,
  type PageContent,
  type ReadFailure,
  type Row,
  type Table,
  type TableCell,
} from '../table.ts'
import {
  isList,
  isNumber,
  isObject,
  isScalar,
  parseJson,
  scalarText,
  type JsonValue,
} from './parse-json.ts'
import {
  addressOf,
  followPath,
  followStep,
  keyAddress,
  keyText,
  placeOf,
  rootPlace,
  stringsOf,
  type JsonNode,
  type JsonPlace,
} from './places.ts'

/** Reads the tables that the path of the source leads to, and all texts of a page of JSON. */
export function readJson(
  page: Pick<PageBytes, 'body' | 'charset'>,
  definition: SourcePage,
): PageContent | ReadFailure {
  return orFailure(() => jsonContent(jsonRoot(page), definition))
}

/** The value of a page of JSON. */
export function jsonRoot({ body, charset }: Pick<PageBytes, 'body' | 'charset'>): JsonNode {
  const text = decodeJson(body, charset)
  if (text.trimStart().startsWith('<'))
    refuse('The page is HTML, not JSON: it may be a captcha, a login or an error page.')
  return { value: parseJson(text), place: rootPlace, headings: [] }
}

/** The tables and texts of a JSON document. */
export function jsonContent(root: JsonNode, page: SourcePage): PageContent {
  const { members = {}, path: whole = [] } = page
  const isHtml = whole.at(-1) === '<>'
  const path = isHtml ? whole.slice(0, -1) : whole
  const nodes = followPath(root, path)
  const documents = new Map<string, JsonNode>()
  // A string that the path has parsed has texts of its own.
  for (let length = 1; length <= path.length; length++) {
    if (path[length - 1] !== '{}') continue
    for (const node of followPath(root, path.slice(0, length)))
      documents.set(node.place.document, node)
  }
  const texts = [root, ...documents.values()].flatMap(textsOf)
  if (!isHtml)
    return { tables: nodes.map((node) => jsonTable(node, members)), texts, hiddenRows: 0 }
  const content = joinedContent(nodes.map((node) => htmlInString(node, page)))
  const markup = new Set(nodes.map(({ place }) => addressOf(place)))
  const plain = texts.filter(({ address }) => !markup.has(address))
  return { ...content, texts: [...plain, ...content.texts] }
}

/** The tables and texts of a string of HTML. The keys and strings on the way to it name its tables too. */
function htmlInString({ value, place, headings }: JsonNode, page: SourcePage): PageContent {
  const address = addressOf(place)
  if (typeof value !== 'string')
    return refuse('The path ends with `<>`, and leads to a value that is no string.', address)
  const { tables, texts, hiddenRows } = htmlContent(value, page, address)
  const named = tables.map((table) => ({ ...table, headings: [...table.headings, ...headings] }))
  return { tables: named, texts, hiddenRows }
}

/** The keys and values of a document, in its order. */
export function textsOf({ value, place }: JsonNode): readonly Cell[] {
  if (isScalar(value)) return [{ address: addressOf(place), text: scalarText(value) }]
  return Object.entries(value).flatMap(([key, item]): readonly Cell[] => {
    const at = placeOf(place, key)
    const node = { value: item, place: at, headings: [] }
    if (!isObject(value)) return textsOf(node)
    return [{ address: keyAddress(at), text: keyText(at) }, ...textsOf(node)]
  })
}

/** The values inside records that are columns of their own: a path for each name. */
export type Members = Readonly<Record<string, readonly string[]>>

/** The most cells of a table. */
const cellLimit = 20_000

/**
 * The table of a value: a list of records, with their keys as headings; a list of lists; an object with a list of headings and a list
 * of rows; an object of records, with the key in the column `key`; or a single record.
 */
function jsonTable(node: JsonNode, members: Members): Table {
  const { value, place } = node
  const rows = rowsOf(node, members)
  const address = addressOf(place)
  if (rows.reduce((sum, row) => sum + row.length, 0) > cellLimit)
    refuse(`A table of the JSON has more than ${cellLimit} cells.`, address)
  // An object with headings and rows may have a title.
  const values = isObject(value) ? Object.values(value) : []
  const texts = values.some(isList) ? stringsOf(node) : []
  return { headings: [...texts, ...node.headings], rows, address }
}

function rowsOf(node: JsonNode, members: Members): readonly Row[] {
  const { value, place } = node
  if (isList(value)) {
    const nodes = value.map((item, index) => childOf(node, String(index), item))
    if (value.every(isList)) return nodes.map(cellsOf)
    if (value.every(isScalar)) return [cellsOf(node)]
    if (value.every(isObject)) return recordRows(nodes, members, false)
    return refuse('A list of the JSON mixes records, lists and values.', addressOf(place))
  }
  if (!isObject(value))
    return refuse('The path leads to a value, not to a table.', addressOf(place))
  const children = Object.entries(value).map(([key, item]) => childOf(node, key, item))
  const header = children.filter(
    ({ value }) => isList(value) && value.length > 0 && value.every(isScalar),
  )
  const body = children.filter(({ value }) => isList(value) && value.every(isList))
  const [head, rows] = [header[0], body[0]]
  if (header.length === 1 && body.length === 1 && head !== undefined && rows !== undefined)
    return [cellsOf(head), ...rowsOf(rows, {})]
  if (isRecords(Object.values(value))) return recordRows(children, members, true)
  return recordRows([node], members, false)
}

function isRecords(values: readonly JsonValue[]): boolean {
  return values.length > 0 && values.every(isObject)
}

function childOf({ place }: JsonNode, key: string, value: JsonValue): JsonNode {
  return { value, place: placeOf(place, key), headings: [] }
}

function cellsOf({ value, place }: JsonNode): readonly TableCell[] {
  if (!isList(value)) return []
  return value.map((item, index) => cellOf(item, placeOf(place, String(index))))
}

function cellOf(value: JsonValue, place: JsonPlace): TableCell {
  const address = addressOf(place)
  if (isScalar(value)) {
    const text = scalarText(value)
    if (isNumber(value)) return { address, text, isNumber: true }
    return { address, text, ...(text.includes('\ufffd') && { problem: undecoded }) }
  }
  return { address, text: isList(value) ? '[…]' : '{…}', problem: 'is a list or an object' }
}

/** The cell that a record has in a column, and the heading that it gives the column. */
type Entry = { readonly name: string; readonly heading: TableCell; readonly cell: TableCell }

/** Records as rows under their keys. Members that a path of `members` enters have no column of their own. */
function recordRows(
  records: readonly JsonNode[],
  members: Members,
  hasKeys: boolean,
): readonly Row[] {
  const headings = new Map<string, TableCell>()
  const rows = records.map((record) => {
    const cells = new Map<string, TableCell>()
    for (const { name, heading, cell } of entriesOf(record, members, hasKeys)) {
      if (cells.has(name)) {
        const sentence = `The name ${quoted(name)} in members is also a key of a record.`
        refuse(sentence, cell.address)
      }
      cells.set(name, cell)
      const known = headings.get(name)
      if (known === undefined || known.isMissing === true) headings.set(name, heading)
      if (headings.size * records.length > cellLimit)
        refuse(`A table of the JSON has more than ${cellLimit} cells.`, cell.address)
    }
    return { record, cells }
  })
  const named = [...headings].map(([name, heading]) =>
    heading.isMissing === true ? { ...heading, name } : heading,
  )
  const columns = [...headings.keys()]
  return [
    named,
    ...rows.map(({ record, cells }) => columns.map((name) => cells.get(name) ?? missing(record))),
  ]
}

/** The cells of a record: its key, its own members, and those that `members` names. */
function entriesOf(record: JsonNode, members: Members, hasKeys: boolean): readonly Entry[] {
  const { value, place } = record
  const entered = new Set(Object.values(members).flatMap(([first]) => first ?? []))
  const key = { ...keyCell(place), name: 'key' }
  const own = isObject(value) ? Object.entries(value).filter(([name]) => !entered.has(name)) : []
  return [
    ...(hasKeys ? [{ name: 'key', heading: key, cell: keyCell(place) }] : []),
    ...own.map(([name, item]) => {
      const at = placeOf(place, name)
      return { name, heading: keyCell(at), cell: cellOf(item, at) }
    }),
    ...Object.entries(members).map(([name, path]) => {
      const found = memberAt(record, path)
      if (found === undefined) return { name, heading: missing(record), cell: missing(record) }
      const heading = { ...keyCell(found.place), name }
      return { name, heading, cell: cellOf(found.value, found.place) }
    }),
  ]
}

/** The cell of a member that a record does not have. */
function missing({ place }: JsonNode): TableCell {
  return { address: addressOf(place), text: '', isMissing: true }
}

function keyCell(place: JsonPlace): TableCell {
  return { address: keyAddress(place), text: keyText(place) }
}

/** The value that a path of `members` leads to in a record. A path that leads to several ends the read. */
function memberAt(record: JsonNode, path: readonly string[]): JsonNode | undefined {
  let nodes: readonly JsonNode[] = [record]
  for (const step of path) nodes = nodes.flatMap((node) => followStep(node, step))
  if (nodes.length > 1)
    refuse('A path of members leads to several values of a record.', addressOf(record.place))
  return nodes[0]
}
