import { escapeHtml } from '../../../domain/text.ts'

/** The longest view, in characters. Browsers take long for more. */
const viewLimit = 1_500_000

/** The note at the end of a view that is too long. */
const cutNote = '<p class="note">The page is longer. The rest is in the raw bytes only.</p>'

/** Writes the HTML of a view. Nothing is written after the limit but end tags. */
export type ViewWriter = {
  readonly isFull: () => boolean
  /** Writes tags that the caller made of constants. */
  readonly markup: (tags: string) => void
  readonly text: (text: string) => void
  /** Writes a text that is lit. The first one is the target of `#cell`. */
  readonly lit: (text: string) => void
  /** The HTML, and a note if the page is longer. */
  readonly end: () => string
}

/** Starts a view. */
export function createViewWriter(): ViewWriter {
  const pieces: string[] = []
  let length = 0
  let isLit = false
  const add = (piece: string): void => {
    pieces.push(piece)
    length += piece.length
  }
  const isFull = (): boolean => length >= viewLimit
  const textOf = (text: string): string => escapeHtml(text.slice(0, viewLimit - length))
  return {
    isFull,
    markup: add,
    text(text) {
      if (!isFull()) add(textOf(text))
    },
    lit(text) {
      if (isFull()) return
      add(`<mark${isLit ? '' : ' id="cell"'}>${textOf(text)}</mark>`)
      isLit = true
    },
    end: () => pieces.join('') + (isFull() ? cutNote : ''),
  }
}
