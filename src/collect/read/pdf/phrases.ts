import { quoted } from '../../../domain/text.ts'
import type { ReadFailure, TableCell } from '../table.ts'
import type { DrawnText } from './visible-runs.ts'

/** The horizontal extent of a column or a text. */
export type Extent = { readonly left: number; readonly right: number }

/** A text of a line, made of runs without wide gaps between them. */
export type Phrase = Extent & { readonly cell: TableCell }

/** Phrases on one base line, from left to right. */
export type Line = {
  readonly y: number
  readonly size: number
  readonly phrases: readonly Phrase[]
}

/** Distances in font sizes. PDF.js joins gaps inside one piece of text at nearly the same values. */
const gaps = { line: 0.45, space: 0.1, phrase: 0.6, overlap: 0.2 }

/** The address of a place of a page, with one decimal. */
export function placeOf(page: number, x: number, y: number): string {
  return `#page=${page}&x=${Math.round(x * 10) / 10}&y=${Math.round(y * 10) / 10}`
}

/**
 * The lines of a page from top to bottom. The order of the runs in the file does not matter. A line of which nothing is seen is left
 * out. Beside a text that is seen, one that is not keeps its place with its problem, unless another is seen there instead.
 */
export function linesOf(page: number, runs: readonly DrawnText[]): readonly Line[] | ReadFailure {
  const result: Line[] = []
  for (const whole of groupedRuns(runs)) {
    const line = whole.filter((run) => run.isSeen || !isReplaced(run, whole))
    if (!line.some(({ isSeen }) => isSeen)) continue
    const phrases = phrasesOf(page, line)
    if ('failure' in phrases) return phrases
    const [largest] = line.toSorted((a, b) => b.size - a.size)
    if (largest !== undefined) result.push({ y: largest.y, size: largest.size, phrases })
  }
  return result
}

/** The number of lines that have a number and that a reader does not see. */
export function hiddenLinesOf(runs: readonly DrawnText[]): number {
  return groupedRuns(runs).filter(
    (line) => line.some(({ text }) => /\p{N}/u.test(text)) && !line.some(({ isSeen }) => isSeen),
  ).length
}

/** The runs of each line, from top to bottom. */
function groupedRuns(runs: readonly DrawnText[]): readonly (readonly DrawnText[])[] {
  const lines: DrawnText[][] = []
  // Rotated texts, such as watermarks, are in no line.
  const upright = runs.filter(({ isUpright }) => isUpright)
  for (const run of upright.toSorted((a, b) => b.y - a.y || a.x - b.x)) {
    const [first] = lines.at(-1) ?? []
    // A footnote mark is small, and higher than its line.
    const isSameLine =
      first !== undefined && first.y - run.y <= gaps.line * Math.max(first.size, run.size)
    if (isSameLine) lines.at(-1)?.push(run)
    else lines.push([run])
  }
  return lines
}

function phrasesOf(page: number, line: readonly DrawnText[]): readonly Phrase[] | ReadFailure {
  const phrases: Phrase[] = []
  let last: DrawnText | undefined
  for (const run of line.toSorted((a, b) => a.x - b.x || a.y - b.y)) {
    const place = placeOf(page, run.x, run.y)
    const gap = last === undefined ? Infinity : run.x - (last.x + last.width)
    const size = Math.min(run.size, last?.size ?? run.size)
    if (last !== undefined && gap < -gaps.overlap * size) {
      // Some programs draw a text twice to make it bold.
      if (isSamePlace(last, run)) continue
      return { failure: `Two texts overlap: ${quoted(last.text)} and ${quoted(run.text)}.`, place }
    }
    const previous = phrases.at(-1)
    const right = run.x + run.width
    if (last !== undefined && previous !== undefined && gap <= gaps.phrase * size) {
      const glue = gap >= gaps.space * size || !isSameBaseline(last, run) ? ' ' : ''
      const text = folded(previous.cell.text + glue + run.text)
      const cell = { ...withProblem(previous.cell, run), text }
      phrases[phrases.length - 1] = { ...previous, right, cell }
    } else {
      const cell = { address: place, text: folded(run.text) }
      phrases.push({ cell: withProblem(cell, run), left: run.x, right })
    }
    last = run
  }
  return phrases
}

function withProblem(cell: TableCell, { problem }: DrawnText): TableCell {
  return problem === undefined ? cell : { ...cell, problem }
}

/** Whether a text that is seen stands over one that is not. */
function isReplaced({ x, width }: DrawnText, line: readonly DrawnText[]): boolean {
  return line.some((other) => other.isSeen && other.x < x + width && x < other.x + other.width)
}

/** Whether two runs may be parts of one number. A footnote mark is smaller or higher than its figure. */
function isSameBaseline(a: DrawnText, b: DrawnText): boolean {
  return Math.abs(a.y - b.y) <= 0.05 * a.size && Math.abs(a.size - b.size) <= 0.05 * a.size
}

function isSamePlace(a: DrawnText, b: DrawnText): boolean {
  const distance = Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))
  return a.text === b.text && distance <= 0.1 * a.size
}

function folded(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
