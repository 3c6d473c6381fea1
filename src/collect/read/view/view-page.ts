import { decodeJson, decodePage } from '../decode-page.ts'
import {
  isList,
  isObject,
  isScalar,
  parseJson,
  scalarText,
  type JsonValue,
} from '../json/parse-json.ts'
import { keysOfPointer } from '../json/places.ts'
import { linesOf } from '../pdf/phrases.ts'
import { readRuns } from '../pdf/runs.ts'
import type { DrawnText } from '../pdf/visible-runs.ts'
import type { PageBytes } from '../reading.ts'
import { orFailure } from '../refusal.ts'
import type { ReadFailure, Table } from '../table.ts'
import { isPointer, textOfWords } from '../text-at.ts'
import { readXlsx } from '../xlsx/read-xlsx.ts'
import { createViewWriter, type ViewWriter } from './view-writer.ts'
import { writeHtml } from './write-html.ts'

/** A captured page as HTML for a person to read. It runs nothing and loads nothing. */
export type PageView = { readonly view: string }

/** Shows a captured page. The text at the address is lit; an empty address lights nothing. */
export async function viewPage(page: PageBytes, address: string): Promise<PageView | ReadFailure> {
  switch (page.format) {
    case 'html':
      return orFailure(() => ({ view: viewHtml(page, address) }))
    case 'json': {
      const [, ...fragments] = address.split('#')
      return orFailure(() => ({ view: viewJson(decodeJson(page.body, page.charset), fragments) }))
    }
    case 'pdf': {
      const view = await viewPdf(page, address)
      return typeof view === 'string' ? { view } : view
    }
    case 'xlsx': {
      const content = readXlsx(page)
      return 'failure' in content ? content : { view: viewTables(content.tables, address) }
    }
    default:
      throw page.format satisfies never
  }
}

function viewTables(tables: readonly Table[], address: string): string {
  const writer = createViewWriter()
  for (const { headings, rows } of tables) {
    for (const { text } of headings.toReversed()) {
      writer.markup('<p>')
      writer.text(text)
      writer.markup('</p>')
    }
    writer.markup('<table>')
    for (const row of rows) {
      if (writer.isFull()) break
      writer.markup('<tr>')
      for (const cell of row) {
        writer.markup('<td>')
        if (cell.address === address) writer.lit(cell.text)
        else writer.text(cell.text)
        writer.markup('</td>')
      }
      writer.markup('</tr>')
    }
    writer.markup('</table>')
  }
  return writer.end()
}

/** The page without everything that runs, loads or sends, by lists of what is kept. The cell at the address is lit. */
function viewHtml({ body, charset }: Pick<PageBytes, 'body' | 'charset'>, address: string): string {
  const html = decodePage(body, charset)
  const writer = createViewWriter()
  const [, ...words] = address.split('#')
  const start = words.findIndex(isPointer)
  const json = start === -1 ? undefined : textOfWords(html, words.slice(0, start))
  if (json !== undefined) {
    writer.markup('<p class="note">The figure stands in data inside the page:</p>')
    writer.markup(viewJson(json, words.slice(start)))
    writer.markup('<hr>')
  }
  writeHtml(html, json === undefined ? words[0] : undefined, writer)
  return writer.end()
}

/** A place that is lit, seen from a value: the keys that lead to it, and what follows inside the string there. */
type Lit = {
  readonly keys: readonly string[]
  readonly isKey: boolean
  readonly inside: readonly string[]
}

/** A JSON text in lines, with the digits of its numbers. The place at the fragments is lit; JSON inside a string is shown in it. */
function viewJson(text: string, fragments: readonly string[]): string {
  const writer = createViewWriter()
  writer.markup('<pre>')
  writeValue(parseJson(text), litAt(fragments), '', writer)
  writer.markup('</pre>')
  return writer.end()
}

function litAt([first, ...inside]: readonly string[]): Lit | undefined {
  if (first === undefined) return undefined
  const isKey = first.startsWith('key=')
  const keys = keysOfPointer(isKey ? first.slice('key='.length) : first)
  return keys && { keys, isKey, inside }
}

/** `parseJson` refuses deep nesting, so recursion is safe. */
function writeValue(
  value: JsonValue,
  lit: Lit | undefined,
  indent: string,
  writer: ViewWriter,
): void {
  const here = lit?.keys.length === 0 ? lit : undefined
  if (typeof value === 'string' && here !== undefined && here.inside.length > 0)
    return writeInside(value, here, indent, writer)
  if (isScalar(value)) {
    const printed = typeof value === 'string' ? JSON.stringify(value) : scalarText(value)
    return here?.isKey === false ? writer.lit(printed) : writer.text(printed)
  }
  const [open, close] = isList(value) ? ['[', ']'] : ['{', '}']
  writer.text(`${open}\n`)
  for (const [key, item] of Object.entries(value)) {
    if (writer.isFull()) return
    const inner = lit?.keys[0] === key ? { ...lit, keys: lit.keys.slice(1) } : undefined
    writer.text(`${indent}  `)
    if (isObject(value)) {
      const isLit = inner?.isKey === true && inner.keys.length === 0
      const write = isLit ? writer.lit : writer.text
      write(JSON.stringify(key))
      writer.text(': ')
    }
    writeValue(item, inner, `${indent}  `, writer)
    writer.text('\n')
  }
  writer.text(`${indent}${close}`)
}

/** Writes what stands in a string that holds the place that is lit. */
function writeInside(value: string, { inside }: Lit, indent: string, writer: ViewWriter): void {
  const [word] = inside
  if (word?.startsWith('char=') === true) {
    writer.markup('</pre><p class="note">HTML in a string:</p><div>')
    writeHtml(value, word, writer)
    return writer.markup('</div><pre>')
  }
  writer.text(`JSON in a string:\n${indent}  `)
  writeValue(parseJson(value), litAt(inside), `${indent}  `, writer)
}

/** The pixels of a PDF unit. */
const scale = 1.5
/** The space around the texts of a page, in PDF units. */
const margin = 24

/** The texts of a PDF at their places. The phrase at the address is lit. */
async function viewPdf(
  { body }: Pick<PageBytes, 'body'>,
  address: string,
): Promise<string | ReadFailure> {
  const runs = await readRuns(body)
  if ('failure' in runs) return runs
  const writer = createViewWriter()
  for (const [index, page] of runs.pages.entries())
    writePage(index + 1, page.filter(isSeen), isLitOn(index + 1, page, address), writer)
  return writer.end()
}

const isSeen = (run: DrawnText): boolean => run.isSeen

/** Finds the runs of the phrase at an address: a figure may be drawn in several pieces. */
function isLitOn(
  number: number,
  runs: readonly DrawnText[],
  address: string,
): (run: DrawnText) => boolean {
  const lines = linesOf(number, runs)
  if ('failure' in lines) return () => false
  const line = lines.find(({ phrases }) => phrases.some(({ cell }) => cell.address === address))
  const phrase = line?.phrases.find(({ cell }) => cell.address === address)
  if (line === undefined || phrase === undefined) return () => false
  return ({ x, y }) =>
    x >= phrase.left - 0.1 && x < phrase.right && Math.abs(y - line.y) < line.size / 2
}

function writePage(
  number: number,
  runs: readonly DrawnText[],
  isLit: (run: DrawnText) => boolean,
  writer: ViewWriter,
): void {
  const top = Math.max(0, ...runs.map(({ y, size }) => y + size))
  const left = Math.min(top, ...runs.map(({ x }) => x))
  const width = Math.max(0, ...runs.map(({ x, width }) => x + width)) - left + 2 * margin
  const height = top - Math.min(top, ...runs.map(({ y }) => y)) + 2 * margin
  writer.markup(`<p class="note">Page ${number}</p>`)
  writer.markup(`<div class="page" style="width:${pixels(width)};height:${pixels(height)}">`)
  for (const run of runs) {
    if (writer.isFull()) break
    const { x, y, size, text } = run
    const place = `left:${pixels(x - left + margin)};top:${pixels(top - y - size + margin)}`
    writer.markup(`<span style="${place};font-size:${pixels(size)}">`)
    if (isLit(run)) writer.lit(text)
    else writer.text(text)
    writer.markup('</span>')
  }
  writer.markup('</div>')
}

/** A length in CSS. Extreme positions would make a page without end. */
function pixels(length: number): string {
  const finite = Number.isFinite(length) ? length : 0
  return `${Math.round(Math.min(Math.max(finite * scale, 0), 10_000) * 10) / 10}px`
}
