/**
 * The fonts of the page that have letters of a text, as rules for a picture: an image cannot load the fonts of its page.
 * Fonts for all letters are left out, as every system has Latin ones.
 */
export async function embeddedFonts(text: string): Promise<string> {
  const letters = new Set(
    Array.from(text.match(/\p{L}/gu) ?? [], (letter) => letter.codePointAt(0)),
  )
  const faces = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules]
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .filter(({ style }) => hasOneOf(letters, style.getPropertyValue('unicode-range')))
      .map(({ style }) => ({ style, base: sheet.href ?? document.baseURI })),
  )
  const rules = faces.map(async ({ style, base }) => {
    const [, address = ''] = /url\("?([^")]+)"?\)/.exec(style.getPropertyValue('src')) ?? []
    const copied = ['font-family', 'font-weight', 'unicode-range'].map(
      (name) => `${name}:${style.getPropertyValue(name)};`,
    )
    const font = await (await fetch(new URL(address, base))).blob()
    return `@font-face{${copied.join('')}src:url(${await dataUrlOf(font)}) format('woff2')}`
  })
  return (await Promise.all(rules)).join('')
}

/** Whether a range such as `U+964-965, U+D81` has one of some code points. */
function hasOneOf(points: ReadonlySet<number | undefined>, range: string): boolean {
  return range.split(',').some((part) => {
    const [first = NaN, last = first] = part
      .trim()
      .replace(/^U\+/i, '')
      .split('-')
      .map((hex) => Number(`0x${hex}`))
    return [...points].some((point) => point !== undefined && point >= first && point <= last)
  })
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new Error('A font was not read.')))
    reader.readAsDataURL(blob)
  })
}
