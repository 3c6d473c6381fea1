import { linesOf } from '../pdf/phrases.ts'
import { readRuns } from '../pdf/runs.ts'
import type { DrawnText } from '../pdf/visible-runs.ts'
import type { PageBytes } from '../reading.ts'
import type { ReadFailure } from '../table.ts'
import { createViewWriter, type ViewWriter } from './view-writer.ts'

/** The pixels of a PDF unit. */
const scale = 1.5
/** The space around the texts of a page, in PDF units. */
const margin = 24

/** The texts of a PDF at their places. The phrase at the address is lit. */
export async function viewPdf(
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
