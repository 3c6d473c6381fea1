/** The font size of the text of charts, in pixels, as the style sheet has it. */
const fontSize = 13

const canvas = document.createElement('canvas').getContext('2d')

/** The width of a text of a chart, in pixels. Letters of other scripts are wider than those of English. */
export function textWidth(text: string): number {
  if (canvas === null) return text.length * fontSize * 0.55
  canvas.font = `${fontSize}px ${getComputedStyle(document.body).fontFamily}`
  return canvas.measureText(text).width
}

/** A text that fits into a width, cut between letters if it is too long. */
export function shorten(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  while (letters.length > 1 && textWidth(`${letters.join('')}…`) > width) letters.pop()
  return `${letters.join('')}…`
}
