import { loadLate } from '../../api/late-code.ts'
import { fileFonts } from '../../chart/text-width.ts'
import type { Messages } from '../../messages/messages.ts'
import { sourceFacts, type ExportTable } from '../export-table.ts'
import type { PartSource } from '../use-export-source.ts'
import { chartImage, svgOf, type ChartImage } from './chart-image.ts'
import { csvOf } from './csv.ts'

export type FileKind = 'csv' | 'excel' | 'svg' | 'png'

type FileOptions = {
  /** The element that holds the charts. */
  readonly part: Element
  readonly table: ExportTable
  /** See `Part`. */
  readonly chartNote: string
  readonly source: PartSource
  readonly messages: Messages
}

/** Makes a file of a chart or a table. */
export async function makeFile(
  kind: FileKind,
  { part, table, chartNote, source, messages }: FileOptions,
): Promise<{ readonly name: string; readonly content: Blob }> {
  const named = (extension: string, content: BlobPart, type: string) => ({
    name: `${source.fileName}.${extension}`,
    content: new Blob([content], { type }),
  })
  const image = () => {
    const lines = [chartNote, ...source.sourceLines].filter((line) => line !== '')
    return chartImage(part, source.title, lines)
  }
  switch (kind) {
    case 'csv': {
      // Columns stay with their rows when these are sorted or joined with those of another file.
      const facts = sourceFacts(source, messages)
      const values = facts.map(({ value }) => value)
      const rows = (await table.rows(source.at)).map((row) => [...row, ...values])
      return named('csv', csvOf([...table.columns, ...facts], rows), 'text/csv;charset=utf-8')
    }
    case 'excel': {
      // The library is larger than the whole page.
      const [{ workbookOf }, rows] = await Promise.all([
        loadLate(() => import('./workbook.ts')),
        table.rows(source.at),
      ])
      const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      return named('xlsx', workbookOf(table.columns, rows, source, messages), type)
    }
    case 'svg':
      return named('svg', await svgOf(image()), 'image/svg+xml')
    case 'png':
      return named('png', await pngOf(image()), 'image/png')
    default:
      throw kind satisfies never
  }
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
