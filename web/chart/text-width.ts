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
