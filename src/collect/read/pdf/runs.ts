import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { reasonOf } from '../../../domain/failure.ts'
import type { ReadFailure } from '../table.ts'
import { drawingOf, type Drawing, type PageSpace } from './drawing.ts'
import { product, type Matrix } from './paths.ts'
import {
  doubtful,
  visibleRuns,
  withAnnotations,
  type Annotation,
  type DrawnText,
} from './visible-runs.ts'

/** The most pages and runs that are read. Rate sheets have a few of each. */
const limits = { pages: 50, runs: 20_000, length: 2_000, comparisons: 5e8 }

const imageFailure = 'This PDF is an image; enter it by hand.'
const coverFailure = 'A picture or a box may cover all text of this PDF; enter it by hand.'

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>
type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>
type PageText = Awaited<ReturnType<PdfPage['getTextContent']>>
type TextItem = Extract<PageText['items'][number], { str: string }>

/** Loads the modules of PDF.js, which are otherwise loaded with the first page. */
export async function loadPdf(): Promise<void> {
  await getResolvedPDFJS()
}

/** The text runs of each page, in the order of the file. */
export async function readRuns(
  body: Uint8Array,
): Promise<{ readonly pages: readonly (readonly DrawnText[])[] } | ReadFailure> {
  const problem = fileProblem(body)
  if (problem !== undefined) return { failure: problem }
  try {
    // A copy, because PDF.js detaches the memory of the bytes that it is given, and refuses a Buffer.
    const document = await getDocumentProxy(new Uint8Array(body), {
      useSystemFonts: false,
      disableFontFace: true,
      stopAtErrors: true,
      enableXfa: false,
      verbosity: 0,
    })
    return await readPages(document)
  } catch (error) {
    const reason = reasonOf(error)
    return { failure: `The PDF cannot be read: ${reason.slice(0, 200).replace(/\.$/, '')}.` }
  }
}

/** Why a body is no whole PDF. PDF.js repairs what it can, and could then miss rows. */
function fileProblem(body: Uint8Array): string | undefined {
  const latin1 = new TextDecoder('latin1')
  if (!latin1.decode(body.subarray(0, 1024)).includes('%PDF-')) return 'This is not a PDF.'
  if (!latin1.decode(body.subarray(-1024)).includes('%%EOF')) return 'The PDF is cut off.'
  return undefined
}

async function readPages(
  document: PdfDocument,
): Promise<{ readonly pages: readonly (readonly DrawnText[])[] } | ReadFailure> {
  if (document.numPages > limits.pages)
    return { failure: `The PDF has ${document.numPages} pages; at most ${limits.pages} are read.` }
  const layers = await document.getOptionalContentConfig()
  const layerIds = [...layers].map(([id]) => id as string)
  if (layerIds.some((id) => !layers.isVisible({ type: 'OCG', id })))
    return { failure: 'The PDF has a hidden layer; enter it by hand.' }
  const { AnnotationMode } = await getResolvedPDFJS()
  const pages: (readonly DrawnText[])[] = []
  let count = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const runs = await runsOf(page)
    const place = `#page=${number}`
    count += runs.length
    if (count > limits.runs || runs.some(({ text }) => text.length > limits.length))
      return { failure: 'The PDF has more text than a rate sheet.', place }
    const space = spaceOf(page)
    const operators = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE })
    const drawing = await drawingOf(operators, space)
    if (runs.length > 0 && drawing.hasInvisibleText)
      return {
        failure:
          'The PDF has invisible text, as character recognition writes it; enter it by hand.',
        place,
      }
    if (drawing.letters.length * (runs.length + pointsOf(drawing)) > limits.comparisons)
      return { failure: 'The PDF has more drawings than a rate sheet.', place }
    const annotations = (await page.getAnnotations()) as readonly Annotation[]
    pages.push(withAnnotations(visibleRuns(runs, drawing), annotations, space.base))
    page.cleanup()
  }
  const seen = pages.flat().filter(({ isSeen }) => isSeen)
  if (seen.length === 0) return { failure: imageFailure }
  if (seen.every(({ problem }) => problem === doubtful)) return { failure: coverFailure }
  return { pages }
}

async function runsOf(page: PdfPage): Promise<readonly DrawnText[]> {
  const { items } = await page.getTextContent()
  const viewport = page.getViewport({ scale: 1 })
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const run = runOf(item, viewport)
    const isShown = run.x >= 0 && run.y >= 0 && run.x <= viewport.width && run.y <= viewport.height
    return isShown ? [run] : []
  })
}

type Viewport = ReturnType<PdfPage['getViewport']>

function runOf({ str, transform, width }: TextItem, viewport: Viewport): DrawnText {
  const [a, b, c, d, e, f] = transform as [number, number, number, number, number, number]
  const [x, y] = viewport.convertToViewportPoint(e, f) as [number, number]
  const [tipX, tipY] = viewport.convertToViewportPoint(e + a, f + b) as [number, number]
  const isUpright = tipX > x && Math.abs(tipY - y) < 0.01 * (tipX - x)
  const place = { x, y: viewport.height - y, width, size: Math.hypot(c, d) }
  return { text: str, ...place, isUpright, isSeen: true }
}

function spaceOf(page: PdfPage): PageSpace {
  const { transform, width, height } = page.getViewport({ scale: 1 })
  const base = product([1, 0, 0, -1, 0, height], transform as unknown as Matrix)
  return { base, size: [0, 0, width, height] }
}

function pointsOf({ shapes }: Drawing): number {
  return shapes
    .flatMap(({ subpaths }) => subpaths)
    .reduce((sum, { points }) => sum + points.length, 0)
}
