import { loadLate } from '../../api/late-code.ts'
import { fileFonts, wrapText } from '../../chart/text-width.ts'

const namespace = 'http://www.w3.org/2000/svg'
/** The properties that the page's style sheet gives to charts; a file has no style sheet. */
const properties = [
  'display',
  'fill',
  'fill-opacity',
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'opacity',
  'stroke',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'stroke-width',
  'text-anchor',
  'visibility',
] as const
/** The class of the document in light colours, whatever the reader prefers. */
const onPaper = 'on-paper'
const [padding, lineHeight] = [16, 20]

/** A picture that stands alone, and its size in pixels. */
type ChartImage = {
  readonly root: SVGSVGElement
  readonly width: number
  readonly height: number
}

/** The charts of a part, one below the other, with a title above and some lines below; in light colours, for paper. */
export function chartImage(part: Element, title: string, lines: readonly string[]): ChartImage {
  const charts = [...part.querySelectorAll<SVGSVGElement>('svg[role="img"]')]
  const width = padding * 2 + Math.max(...charts.map((chart) => chart.clientWidth), 480)
  const root = document.createElementNS(namespace, 'svg')
  root.setAttribute('font-family', fileFonts)
  const paper = root.appendChild(document.createElementNS(namespace, 'rect'))
  paper.setAttribute('fill', '#fff')
  let y = padding + lineHeight
  const measure = document.createElement('canvas').getContext('2d')
  const addText = (text: string, weight: string, size: number): void => {
    if (measure !== null) measure.font = `${weight} ${size}px ${fileFonts}`
    const fits = (line: string): boolean =>
      (measure?.measureText(line).width ?? 0) <= width - padding * 2
    for (const line of wrapText(text, fits)) {
      const element = root.appendChild(document.createElementNS(namespace, 'text'))
      const font = { 'font-size': size, 'font-weight': weight }
      for (const [name, value] of Object.entries({ x: padding, y, fill: '#1a1a18', ...font }))
        element.setAttribute(name, `${value}`)
      element.textContent = line
      y += lineHeight
    }
  }
  addText(title, '600', 17)
  for (const chart of charts) {
    const copy = root.appendChild(styledCopy(chart))
    copy.setAttribute('x', String(padding))
    copy.setAttribute('y', String(y - lineHeight / 2))
    y += chart.clientHeight + lineHeight
  }
  for (const line of lines) addText(line, '400', 12)
  const height = y + padding - lineHeight
  for (const element of [root, paper]) {
    element.setAttribute('width', String(width))
    element.setAttribute('height', String(height))
  }
  root.setAttribute('viewBox', `0 0 ${width} ${height}`)
  return { root, width, height }
}

/** The picture as a file, with the fonts that its texts need. */
export async function svgOf({ root }: ChartImage): Promise<string> {
  const fonts = await embeddedFonts(root.textContent ?? '')
  const style = document.createElementNS(namespace, 'style')
  style.textContent = fonts
  if (fonts !== '') root.prepend(style)
  return new XMLSerializer().serializeToString(root)
}

/** The pixels of a PNG for each pixel of the page, so that it is sharp in print. */
const scale = 2

/**
 * A picture as PNG. Browsers draw an SVG image without waiting for its fonts, so the texts are drawn on top of it with the
 * fonts of the page.
 */
export async function pngOf({ root, width, height }: ChartImage): Promise<Blob> {
  const texts = [...root.querySelectorAll('text')].map((element) => ({
    element,
    chart: element.ownerSVGElement,
  }))
  for (const { element } of texts) element.remove()
  const image = new Image()
  const svg = new XMLSerializer().serializeToString(root)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * scale
  canvas.height = height * scale
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser has no canvas.')
  context.scale(scale, scale)
  context.drawImage(image, 0, 0, width, height)
  for (const { element, chart } of texts) {
    const [x, y] = [
      placeOf(chart, 'x') + placeOf(element, 'x'),
      placeOf(chart, 'y') + placeOf(element, 'y'),
    ]
    const [size, weight] = [textOf(element, 'font-size'), textOf(element, 'font-weight')]
    const text = element.textContent ?? ''
    context.font = `${weight} ${size.replace(/px$/, '')}px ${fileFonts}`
    await loadLate(() => document.fonts.load(context.font, text))
    context.fillStyle = textOf(element, 'fill')
    context.textAlign = alignments[textOf(element, 'text-anchor')] ?? 'start'
    context.fillText(text, x, y)
  }
  const png = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, 'image/png')
  })
  if (png === null) throw new Error('The browser made no PNG.')
  return png
}

const alignments: Readonly<Record<string, CanvasTextAlign>> = { middle: 'center', end: 'end' }

function textOf(element: Element, name: string): string {
  return element.getAttribute(name) ?? ''
}

/** Where an element is in its parent; 0 for the picture itself. */
function placeOf(element: Element | null, name: 'x' | 'y'): number {
  return Number(element?.getAttribute(name) ?? 0)
}

/** A copy of a chart that needs no style sheet, without what only a pointer or the keyboard shows. */
function styledCopy(chart: SVGSVGElement): SVGSVGElement {
  const { classList } = document.documentElement
  classList.add(onPaper)
  const copy = chart.cloneNode(true) as SVGSVGElement
  const copies = [...copy.querySelectorAll('*')]
  for (const [index, original] of [...chart.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(original)
    for (const name of properties) copies[index]?.setAttribute(name, style.getPropertyValue(name))
    copies[index]?.removeAttribute('class')
  }
  classList.remove(onPaper)
  copy.setAttribute('width', String(chart.clientWidth))
  copy.setAttribute('height', String(chart.clientHeight))
  copy.setAttribute('overflow', 'visible')
  for (const name of ['class', 'style', 'tabindex']) copy.removeAttribute(name)
  return copy
}

/**
 * The fonts of the page that have letters of a text, as rules for a picture: an image cannot load the fonts of its page.
 * Fonts for all letters are left out, as every system has Latin ones.
 */
async function embeddedFonts(text: string): Promise<string> {
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
    const font = await loadLate(async () => {
      const response = await fetch(new URL(address, base))
      if (!response.ok) throw new Error(`The font has status ${response.status}.`)
      return response.blob()
    })
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
