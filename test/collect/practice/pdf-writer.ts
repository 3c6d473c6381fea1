import type { RowLook } from './practice-page.ts'

/** A text on a page of a PDF document, in PDF units from the lower left corner. */
export type PdfText = {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly size?: number
  readonly look?: RowLook | undefined
}

/** The content of a page of a PDF document: texts in the order in which they are drawn, or one picture over the whole page. */
export type PdfPage = { readonly texts: readonly PdfText[] } | { readonly isPicture: true }

/** A PDF document of A4 pages with texts in Helvetica. Characters outside Latin-1 are replaced by `?`. */
export function writePdf(pages: readonly PdfPage[]): Uint8Array {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '', helvetica, picture]
  const kids = pages.map((page) => {
    const content =
      'texts' in page ? page.texts.map(drawText).join('\n') : 'q 595 0 0 842 0 0 cm /Scan Do Q'
    objects.push(stream('', content))
    const resources = '<< /Font << /F1 3 0 R >> /XObject << /Scan 4 0 R >> >>'
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${objects.length} 0 R >>`,
    )
    return `${objects.length} 0 R`
  })
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`
  return fileOf(objects)
}

const helvetica =
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'

/** A grey picture of 2 × 2 pixels. */
const picture = stream(
  '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8',
  '\xcc\xee\xee\xcc',
)

function stream(entries: string, content: string): string {
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`
}

function drawText({ x, y, text, size = 10, look }: PdfText): string {
  const characters = text.replace(/[^\x20-\xff]/g, '?').replace(/[\\()]/g, String.raw`\$&`)
  const drawn = `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${characters}) Tj ET`
  if (look === undefined) return drawn
  const glyphs = Array.from(text)
  const width = glyphs.reduce((sum, one) => sum + (helveticaWidth(one) * size) / 1000, 0)
  return {
    struck: `${drawn} ${x} ${y + 3} m ${x + width} ${y + 3} l S`,
    covered: `${drawn} 1 g ${x - 1} ${y - 3} ${width + 2} 13 re f 0 g`,
    white: `1 g ${drawn} 0 g`,
  }[look]
}

/** The bytes of a document: header, objects, the table of their offsets, and the trailer. */
function fileOf(objects: readonly string[]): Uint8Array {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer, 'latin1')
}

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
