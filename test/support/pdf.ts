/** The widths of some characters of Helvetica, in thousandths of the font size. */
const widths: Readonly<Record<string, number>> = { '.': 278, ' ': 278, '%': 889, '-': 333, i: 222 }

/** About how wide a text is in Helvetica; exact for figures. */
export function textWidth(text: string, size = 10): number {
  return Array.from(text).reduce((sum, letter) => sum + (widths[letter] ?? 556) * (size / 1000), 0)
}

/** The operators that draw a text at a place. */
export function drawText(x: number, y: number, text: string, size = 10): string {
  const escaped = text.replace(/[\\()]/g, String.raw`\$&`)
  return `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped}) Tj ET`
}

/** The operators that draw a text around a place. */
export function drawCentred(x: number, y: number, text: string): string {
  return drawText(x - textWidth(text) / 2, y, text)
}

/** The operators that draw a text that ends at a place. */
export function drawRight(x: number, y: number, text: string): string {
  return drawText(x - textWidth(text), y, text)
}

/** The operators that draw each character of a text by itself. */
export function drawGlyphs(x: number, y: number, text: string, pitch?: number): string {
  return Array.from(text, (glyph, index) =>
    drawText(x + (pitch === undefined ? textWidth(text.slice(0, index)) : pitch * index), y, glyph),
  ).join('\n')
}

/**
 * A PDF file with a page for each text of operators. `pageEntries` are added to the dictionary of each page. Operators can use the
 * states `/Clear` (transparent), `/Faint`, `/Veil` (nearly opaque) and `/Marker` (multiplied), the picture `/Picture` and the shading `/Shade`.
 */
export function pdfOf(pages: readonly string[], pageEntries = ''): Uint8Array {
  const picture = 4 + 2 * pages.length
  const states =
    '/Clear << /ca 0 /CA 0 >> /Faint << /ca 0.3 >> /Veil << /ca 0.9 >> /Marker << /BM /Multiply >>'
  const ramp = '<< /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >>'
  const shading = `<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [60 0 400 0] /Function ${ramp} >>`
  const drawn = `/XObject << /Picture ${picture} 0 R >> /Shading << /Shade ${shading} >>`
  const resources = `/Font << /F1 3 0 R >> /ExtGState << ${states} >> ${drawn}`
  const pixels = '/Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray'
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${pageEntries} /Contents ${5 + 2 * index} 0 R /Resources << ${resources} >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
    `<< ${pixels} /Length 2 >>\nstream\n\x80\x80\nendstream`,
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>`
  return Buffer.from(`${text}${table}${trailer}\nstartxref\n${text.length}\n%%EOF\n`, 'latin1')
}
