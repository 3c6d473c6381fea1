import { parse } from 'parse5'
import { parseWhole } from '../../../domain/decimal.ts'
import {
  attributeOf,
  isBlockName,
  isHiddenInMarkup,
  visitNodes,
  type HtmlElement,
  type HtmlNode,
} from '../html/elements.ts'
import type { ViewWriter } from './view-writer.ts'

/** Deeper elements lose their tags and keep their text. Browsers take long to lay out deep trees. */
const depthLimit = 100
/** The characters of a script or an attribute that are shown around and in a lit cell. */
const shownLimit = 2_000

type Range = { readonly from: number; readonly to: number }

/** Writes the visible part of HTML, without recursion. The text at `char=a,b` is lit. */
export function writeHtml(html: string, word: string | undefined, writer: ViewWriter): void {
  const lit = rangeOf(word)
  const document = parse(html, { sourceCodeLocationInfo: true })
  let depth = 1
  visitNodes(document, {
    enter(element) {
      if (writer.isFull()) return undefined
      const tags = tagsOf(element, isAround(element, lit))
      writeUnseen(element, tags === undefined, html, lit, writer)
      const alternative = element.tagName === 'img' ? attributeOf(element, 'alt') : undefined
      if (alternative !== undefined && alternative !== '') writer.text(`[image: ${alternative}]`)
      if (tags === undefined) return undefined
      const { start, end } = depth++ > depthLimit ? { start: '', end: '' } : tags
      writer.markup(start)
      return end
    },
    leave(end) {
      depth--
      writer.markup(end)
    },
    text: (node) => writeText(node, html, lit, writer),
  })
}

function rangeOf(word: string | undefined): Range | undefined {
  const [, first = '', last = ''] = /^char=(\d{1,9}),(\d{1,9})$/.exec(word ?? '') ?? []
  const [from, to] = [parseWhole(first), parseWhole(last)]
  return from === undefined || to === undefined ? undefined : { from, to }
}

/** Whether a lit cell stands in an element. The source may show an element that the markup hides. */
function isAround({ sourceCodeLocation: place }: HtmlElement, lit: Range | undefined): boolean {
  return lit !== undefined && !!place && place.startOffset <= lit.from && lit.to <= place.endOffset
}

function writeText(
  node: Extract<HtmlNode, { value: string }>,
  html: string,
  lit: Range | undefined,
  { text, lit: writeLit }: ViewWriter,
): void {
  const { value, sourceCodeLocation: place } = node
  if (lit === undefined || !place || place.startOffset >= lit.to || place.endOffset <= lit.from)
    return text(value)
  // A text with character references is lit as a whole: its characters are not those of the source.
  if (html.slice(place.startOffset, place.endOffset) !== value) return writeLit(value)
  const from = Math.max(0, lit.from - place.startOffset)
  const to = Math.min(value.length, lit.to - place.startOffset)
  text(value.slice(0, from))
  writeLit(value.slice(from, to))
  text(value.slice(to))
}

/** Shows a lit cell that stands in a script or an attribute, which the view leaves out. */
function writeUnseen(
  { sourceCodeLocation: place }: HtmlElement,
  isRemoved: boolean,
  html: string,
  lit: Range | undefined,
  { markup, text, lit: writeLit }: ViewWriter,
): void {
  if (lit === undefined || !place) return
  const end = isRemoved ? place.endOffset : (place.startTag?.endOffset ?? place.startOffset)
  if (lit.from < place.startOffset || lit.to > end) return
  const before = html.slice(Math.max(place.startOffset, lit.from - shownLimit / 4), lit.from)
  markup('<pre>')
  text(before)
  writeLit(html.slice(lit.from, Math.min(lit.to, lit.from + shownLimit)))
  text(html.slice(lit.to, Math.min(end, lit.to + shownLimit / 4)))
  markup('</pre>')
}

/** Elements that show text and load nothing. All others become `div` or `span`. */
export const keptElements: readonly string[] = (
  'abbr address article aside b bdi blockquote br caption cite code col colgroup dd del dfn div dl dt em figcaption figure footer ' +
  'h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark ol p pre q s samp section small span strike strong sub sup table tbody td tfoot ' +
  'th thead tr tt u ul var wbr'
).split(' ')
const kept = new Set(keptElements)

/** Elements that go with all that is in them. */
const removed = new Set(
  (
    'script style template noscript noembed noframes iframe frame frameset object embed applet audio video canvas svg math datalist ' +
    'head title base link meta input portal fencedframe xmp plaintext'
  ).split(' '),
)

/** Elements without content and end tag. */
const empty = new Set(['br', 'col', 'hr', 'wbr'])

/** The attributes that are kept, and the values that they may have. */
const attributes: ReadonlyMap<string, RegExp> = new Map([
  ['colspan', /^\d{1,3}$/],
  ['rowspan', /^\d{1,3}$/],
  ['span', /^\d{1,3}$/],
  ['align', /^(?:left|right|center)$/],
  ['dir', /^(?:ltr|rtl|auto)$/],
])

/** The declarations of `style` attributes that are kept. Their values are single words and lengths, so they cannot name a file. */
const declarations: ReadonlyMap<string, RegExp> = new Map([
  ['text-align', /^(?:left|right|center)$/],
  ['text-decoration', /^line-through$/],
  ['font-weight', /^(?:bold|normal|\d00)$/],
  ['font-style', /^italic$/],
  ['vertical-align', /^(?:super|sub)$/],
])

/** The tags of an element in a view; `undefined` if it is left out with its content. */
export type ViewTags = { readonly start: string; readonly end: string }

/**
 * The tags that take the place of an element's own ones. Nothing of the page gets into them but values of the lists above. What the
 * reader takes for hidden is hidden, unless it is shown.
 */
function tagsOf(
  { tagName, attrs, namespaceURI }: HtmlElement,
  isShown: boolean,
): ViewTags | undefined {
  if (removed.has(tagName) || !namespaceURI.endsWith('/xhtml')) return undefined
  const name = kept.has(tagName) ? tagName : isBlockName(tagName) ? 'div' : 'span'
  const own = attrs.flatMap(({ name, value }) => {
    if (name === 'style') return styleOf(value)
    const text = value.trim().toLowerCase()
    return attributes.get(name)?.test(text) === true ? [` ${name}="${text}"`] : []
  })
  if (!isShown && isHiddenInMarkup(tagName, attrs)) own.push(' hidden')
  return { start: `<${name}${own.join('')}>`, end: empty.has(name) ? '' : `</${name}>` }
}

function styleOf(style: string): readonly string[] {
  const safe = style
    .toLowerCase()
    .split(';')
    .flatMap((text) => {
      const [name = '', value = ''] = text.split(':', 2).map((part) => part.trim())
      return declarations.get(name)?.test(value) === true ? [`${name}:${value}`] : []
    })
  return safe.length === 0 ? [] : [` style="${safe.join(';')}"`]
}
