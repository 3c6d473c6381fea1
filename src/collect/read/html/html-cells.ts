import { countWhile } from '../../../domain/text.ts'
import type { Cell } from '../../../domain/origin.ts'
import type { TableCell } from '../table.ts'
import { foldedText } from '../words/folded-text.ts'
import { undecoded } from '../decode-page.ts'
import type { HtmlCell, RunRange } from './html-table.ts'
import { sliceText } from './slice-text.ts'
import type { WalkedPage } from './walk-page.ts'

/** A longer piece of a page is no cell and no heading. It bounds the work for each piece. */
const sliceLimit = 50_000

/** Makes cells of ranges of text runs. */
export type CellMaker = {
  /** The cell of a range; `undefined` for an empty one. */
  readonly ofRange: (range: RunRange) => TableCell | undefined
  /** The cell of a heading or another text; `undefined` for one that is empty, struck out or perhaps hidden. */
  readonly ofText: (range: RunRange) => Cell | undefined
  /** The cell of a table, with its lines. */
  readonly ofCell: (cell: HtmlCell) => TableCell
  /** The address of a place, for messages. */
  readonly placeAt: (offset: number) => string
}

/**
 * Makes cells whose address is the range of characters from the first visible text to the last. `document` is the address of the text of
 * HTML; it is empty for a page that is HTML as a whole.
 */
export function createCellMaker(
  html: string,
  { runs, lineStarts }: WalkedPage,
  document: string,
): CellMaker {
  const addressOf = (from: number, to: number): string => `${document}#char=${from},${to}`
  const ofRange = ({ start, end }: RunRange): TableCell | undefined => {
    const [first, last] = [runs[start], runs[end - 1]]
    if (start >= end || first === undefined || last === undefined) return undefined
    const from = first.start + spaceBefore(html.slice(first.start, first.end))
    const to = last.end - spaceAfter(html.slice(last.start, last.end))
    const address = addressOf(from, to)
    const own = runs.slice(start, end)
    const visible = own.map(({ text }) => text)
    if (to - from > sliceLimit)
      return { address, text: foldedText(visible.join(' ')), problem: 'is too long' }
    const text = sliceText(html.slice(from, to))
    if (text.includes('\ufffd')) return { address, text, problem: undecoded }
    if (solid(text) !== solid(visible.join('')))
      return { address, text, problem: 'has a hidden part between its visible parts' }
    const problem = own.find((run) => run.problem !== undefined)?.problem
    return problem === undefined ? { address, text } : { address, text, problem }
  }
  return {
    ofRange,
    placeAt: (offset) => `${document}#char=${offset}`,
    ofText(range) {
      const cell = ofRange(range)
      const isDoubtful = runs.slice(range.start, range.end).some((run) => run.problem !== undefined)
      return cell === undefined || cell.text === '' || isDoubtful ? undefined : plainCell(cell)
    },
    ofCell(whole) {
      const { start, end, offset, inner } = whole
      if (inner.length > 0) {
        const text = foldedText(ownRuns(whole).join(' '))
        return { address: addressOf(offset, offset), text, problem: 'holds another table' }
      }
      const cell = ofRange({ start, end })
      if (cell === undefined) return { address: addressOf(offset, offset), text: '' }
      const ranges = linesOf({ start, end })
      const lines = ranges.length > 1 ? ranges.flatMap((line) => ofRange(line) ?? []) : []
      return lines.length > 1 ? { ...cell, lines } : cell
    },
  }

  /** The texts of a cell that are in no table inside it. */
  function ownRuns({ start, end, inner }: HtmlCell): readonly string[] {
    const edges = [start, ...inner.flatMap((table) => [table.start, table.end]), end]
    return edges.flatMap((edge, index) =>
      index % 2 === 0 ? runs.slice(edge, edges[index + 1]).map(({ text }) => text) : [],
    )
  }

  /** The lines of a range. */
  function linesOf({ start, end }: RunRange): readonly RunRange[] {
    let next = countWhile(lineStarts, (lineStart) => lineStart <= start)
    const edges = [start]
    for (; (lineStarts[next] ?? end) < end; next++) edges.push(lineStarts[next] ?? end)
    return edges.map((edge, index) => ({ start: edge, end: edges[index + 1] ?? end }))
  }
}

/** A cell without what only its table needs. */
function plainCell({ address, text }: Cell): Cell {
  return { address, text }
}

/** A text without white space, for comparing. */
function solid(text: string): string {
  return foldedText(text).replaceAll(' ', '')
}

const space = String.raw`(?:\s|\0|&nbsp;?|&#160;|&#xa0;)*`
const leading = new RegExp(`^${space}`, 'i')
const endsInSpace = /(?:\s|\0|&nbsp;?|&#160;|&#xa0;)$/i

function spaceBefore(raw: string): number {
  return leading.exec(raw)?.[0].length ?? 0
}

/** Steps back from the end, because a regular expression would search a long text from each of its spaces. */
function spaceAfter(raw: string): number {
  let end = raw.length
  for (;;) {
    const found = endsInSpace.exec(raw.slice(Math.max(0, end - 6), end))
    if (found === null) return raw.length - end
    end -= found[0].length
  }
}
