/** Characters of Helvetica with their width in thousandths of the font size: those that the practice pages use. */
const widths: readonly (readonly [width: number, characters: string])[] = [
  [222, 'ijl'],
  [278, ' .,:;/!ftI'],
  [333, 'r-()'],
  [500, 'ckvxyzsJ'],
  [611, 'FTZ'],
  [667, 'ABEKPSVXY'],
  [722, 'CDHNRUw'],
  [778, 'GOQ'],
  [833, 'Mm'],
  [889, '%'],
  [944, 'W'],
]

/** The width of a digit, which most small letters share. */
const digitWidth = 556

/** The width of a character in thousandths of the font size. */
export function helveticaWidth(character: string): number {
  const [width = digitWidth] = widths.find(([, all]) => all.includes(character)) ?? []
  return width
}
