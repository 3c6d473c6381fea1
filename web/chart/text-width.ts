import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** The font size of the text of charts, in pixels, as the style sheet has it. */
const fontSize = 13

/** The fonts of a chart in a file, which has those of the page only for letters that not every system has. */
export const fileFonts = 'Arial, "Noto Sans Sinhala", "Noto Sans Tamil", sans-serif'

const canvas = document.createElement('canvas').getContext('2d')

/**
 * The width of a text of a chart, in pixels: in the fonts of the page or of a file, whichever is wider, so that texts have room
 * in both. Letters of other scripts are wider than those of English.
 */
export function textWidth(text: string): number {
  if (canvas === null) return text.length * fontSize * 0.55
  const widths = [getComputedStyle(document.body).fontFamily, fileFonts].map((fonts) => {
    canvas.font = `${fontSize}px ${fonts}`
    return canvas.measureText(text).width
  })
  return Math.max(...widths)
}

/** A text that fits into a width, cut between letters if it is too long. */
export function shorten(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  while (letters.length > 1 && textWidth(`${letters.join('')}…`) > width) letters.pop()
  return `${letters.join('')}…`
}

/** Breaks a text into lines that fit: at spaces, or within a word that is too long for a line, such as an address. */
export function wrapText(text: string, fits: (line: string) => boolean): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const letter of word) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return [...lines, line]
}

/**
 * The current width of an element in pixels; `undefined` until it is in the document. Charts are drawn at this width, so that
 * their text is never scaled.
 */
export function useWidth(widthIfHidden: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<number | undefined>(undefined)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const measure = (): void =>
      setWidth(Math.round(element.getBoundingClientRect().width) || widthIfHidden)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [widthIfHidden])
  return { ref, width }
}
