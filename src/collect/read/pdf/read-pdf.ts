import type { Cell } from '../../../domain/origin.ts'
import {
  isFigureRow,
  type PageContent,
  type ReadFailure,
  type Table,
  type TableCell,
} from '../table.ts'
import type { PageBytes } from '../reading.ts'
import { gridOf } from './columns.ts'
import { hiddenLinesOf, linesOf, placeOf, type Line } from './phrases.ts'
import { readRuns } from './runs.ts'

/**
 * Reads the tables of a PDF from the positions of its texts. A table is a block of lines with several texts each; its headings
 * are the lines above it. An image, a hidden layer and overlapping texts are failures: nothing is guessed. A text that is struck out
 * or partly covered has a problem, which ends the read if the source reads it; it is no heading, and proves nothing.
 */
export async function readPdf({
  body,
}: Pick<PageBytes, 'body'>): Promise<PageContent | ReadFailure> {
  const read = await readLines(body)
  if ('failure' in read) return read
  return {
    tables: read.pages.flatMap((lines, index) => tablesOf(index + 1, lines)),
    texts: soundCells(read.pages.flat()),
    hiddenRows: read.hiddenRows,
  }
}

/** The text at each address of a PDF. */
export async function pdfTexts({
  body,
}: Pick<PageBytes, 'body'>): Promise<ReadonlyMap<string, string> | ReadFailure> {
  const read = await readLines(body)
  if ('failure' in read) return read
  return new Map(soundCells(read.pages.flat()).map(({ address, text }) => [address, text]))
}

function soundCells(lines: readonly Line[]): readonly TableCell[] {
  const cells = lines.flatMap(({ phrases }) => phrases.map(({ cell }) => cell))
  return cells.filter(({ problem }) => problem === undefined)
}

async function readLines(
  body: Uint8Array,
): Promise<
  { readonly pages: readonly (readonly Line[])[]; readonly hiddenRows: number } | ReadFailure
> {
  const runs = await readRuns(body)
  if ('failure' in runs) return runs
  const pages: (readonly Line[])[] = []
  for (const [index, page] of runs.pages.entries()) {
    const lines = linesOf(index + 1, page)
    if ('failure' in lines) return lines
    pages.push(lines)
  }
  const hiddenRows = runs.pages.reduce((sum, page) => sum + hiddenLinesOf(page), 0)
  return { pages, hiddenRows }
}

/** A wider space between two lines, in multiples of the usual one, ends a table. */
const tableGap = 2.2
/** Two lines nearer than this many font sizes stand beside each other. */
const besideGap = 0.9

function tablesOf(page: number, lines: readonly Line[]): readonly Table[] {
  const tables: Table[] = []
  let headings: Cell[] = []
  for (const block of blocksOf(lines)) {
    const cells = block.flatMap(({ phrases }) => phrases.map(({ cell }) => cell))
    if (block.length > 1 || isFigureRow(cells)) {
      tables.push(tableOf(page, block, headings))
      headings = []
    } else headings.unshift(...soundCells(block))
  }
  return tables
}

function tableOf(page: number, lines: readonly Line[], headings: readonly Cell[]): Table {
  const grid = gridOf(lines)
  const emptyCell = (row: number, place: number): Cell => ({
    address: placeOf(page, grid.columns[place]?.left ?? 0, lines[row]?.y ?? 0),
    text: '',
  })
  const rows = grid.rows.map((cells, row) =>
    cells.map((cell, place) => cell ?? emptyCell(row, place)),
  )
  return { headings, rows, address: rows[0]?.[0]?.address ?? '' }
}

/** Groups of lines: tables, and single lines that are no part of one. */
function blocksOf(lines: readonly Line[]): readonly (readonly Line[])[] {
  const isRow = lines.map(
    (line, index) =>
      line.phrases.length > 1 || isBeside(lines, index) || isSecondHeadLine(lines, index),
  )
  const blocks: Line[][] = []
  for (const [index, line] of lines.entries()) {
    const block = blocks.at(-1)
    if (block !== undefined && isRow[index] === true && isRow[index - 1] === true) block.push(line)
    else blocks.push([line])
  }
  return blocks.flatMap(splitAtGaps)
}

/** Whether a single text stands beside other lines, as a heading over two rows of headings does. */
function isBeside(lines: readonly Line[], index: number): boolean {
  const line = lines[index]
  const neighbours = [lines[index - 1], lines[index + 1]]
  return neighbours.some(
    (other) =>
      line !== undefined &&
      other !== undefined &&
      other.phrases.length > 1 &&
      Math.abs(other.y - line.y) < besideGap * line.size,
  )
}

/** The largest distance of two lines of one heading, in font sizes. */
const headGap = 1.5

/**
 * Whether a single word is the second line of a heading: it stands close below the first line of a table, under one of its texts but the
 * first, and above another line. Under the first text it may name the rows that follow, so it ends the table.
 */
function isSecondHeadLine(lines: readonly Line[], index: number): boolean {
  const [above, head, line, next] = [-2, -1, 0, 1].map((step) => lines[index + step])
  const [word, ...others] = line?.phrases ?? []
  if (head === undefined || line === undefined || next === undefined || word === undefined)
    return false
  const isFirstLine = above === undefined || above.phrases.length === 1
  if (!isFirstLine || others.length > 0 || head.phrases.length < 2 || next.phrases.length < 2)
    return false
  if (head.y - line.y > headGap * line.size || !/^[^\d\s]{1,20}$/u.test(word.cell.text))
    return false
  const over = head.phrases.filter(({ left, right }) => left < word.right && word.left < right)
  return over.length === 1 && over[0] !== head.phrases[0]
}

function splitAtGaps(block: readonly Line[]): readonly (readonly Line[])[] {
  const gaps = block.slice(1).map(({ y }, index) => (block[index]?.y ?? y) - y)
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0
  const parts: Line[][] = []
  for (const [index, line] of block.entries()) {
    const part = parts.at(-1)
    if (part !== undefined && (gaps[index - 1] ?? 0) <= tableGap * usual) part.push(line)
    else parts.push([line])
  }
  return parts
}
