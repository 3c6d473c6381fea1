import { scanJson } from '../../../domain/json.ts'
import { quoted } from '../../../domain/text.ts'
import { decodePage } from '../decode-page.ts'
import { parseJson } from '../json/parse-json.ts'
import { addressOf } from '../json/places.ts'
import { jsonContent } from '../json/read-json.ts'
import type { PageBytes } from '../reading.ts'
import { orFailure, refuse } from '../refusal.ts'
import type { Embedded, SourcePage } from '../source/page-schema.ts'
import { joinedContent, type PageContent, type ReadFailure } from '../table.ts'
import { addressed, endOfValue, type AddressedText } from '../text-at.ts'
import { attributeOf, hasClass, visitNodes, type HtmlElement, type HtmlNode } from './elements.ts'
import { htmlContent } from './html-content.ts'

/** Reads the tables and the visible texts of an HTML page. */
export function readHtml(
  { body, charset }: Pick<PageBytes, 'body' | 'charset'>,
  page: SourcePage,
): PageContent | ReadFailure {
  return orFailure(() => {
    const html = decodePage(body, charset)
    if (/^\s*[[{"]/.test(html) && scanJson(html).fault === undefined)
      refuse(
        'The page is JSON, not HTML: write `format: json`. If a string of it holds the HTML, end its `path` with `<>`.',
      )
    const { document, ...content } = htmlContent(html, page, '')
    if (page.embedded === undefined) return content
    const embedded = embeddedContent(html, document, page, page.embedded)
    return { ...embedded, texts: [...content.texts, ...embedded.texts] }
  })
}

/** The tables and texts of the JSON inside an HTML page. */
function embeddedContent(
  html: string,
  document: HtmlNode,
  page: SourcePage,
  embedded: Embedded,
): PageContent {
  const elements: HtmlElement[] = []
  // Hidden ones, too.
  visitNodes(document, { enter: (element) => elements.push(element) })
  const texts = elements
    .filter((element) => isNamed(element, embedded))
    .flatMap((element) => contentOf(html, element, embedded) ?? [])
    .filter(({ text }) => text.includes(embedded.containing ?? ''))
  const what = `<${embedded.element}>${embedded.containing === undefined ? '' : ` with ${quoted(embedded.containing)}`}`
  if (texts.length === 0) refuse(`The page has no ${what} that could hold the JSON.`)
  if (texts.length > 1 && embedded.each !== true)
    refuse(
      `The page has ${texts.length} elements ${what}; name an id, a class, or a text that it contains.`,
      texts[1]?.address,
    )
  const contents = texts.map((text) => {
    const { text: json, address } = (embedded.after ?? []).reduce(valueAfter, text)
    const place = { document: address, pointer: '' }
    return jsonContent({ value: parseJson(json, addressOf(place)), place, headings: [] }, page)
  })
  const { tables, ...content } = joinedContent(contents)
  return { tables: embedded.each === true ? joinedRecords(tables) : tables, ...content }
}

/** One table of the records of several elements. Records with other keys than the first stay tables of their own. */
function joinedRecords(tables: PageContent['tables']): PageContent['tables'] {
  const keysOf = (table: PageContent['tables'][number]) =>
    JSON.stringify(table.rows[0]?.map(({ name, text }) => name ?? text))
  return Map.groupBy(tables, keysOf)
    .values()
    .flatMap(([first, ...others]) => {
      if (first === undefined) return []
      return [{ ...first, rows: [...first.rows, ...others.flatMap(({ rows }) => rows.slice(1))] }]
    })
    .toArray()
}

function isNamed(
  element: HtmlElement,
  { element: name, id, class: className, attribute }: Embedded,
): boolean {
  return (
    element.tagName === name.toLowerCase() &&
    (id === undefined || attributeOf(element, 'id') === id) &&
    (className === undefined || hasClass(element, className)) &&
    (attribute === undefined || attributeOf(element, attribute) !== undefined)
  )
}

/** The text of an element or of an attribute, decoded. */
function contentOf(
  html: string,
  element: HtmlElement,
  { attribute }: Embedded,
): AddressedText | undefined {
  const page = { text: html, address: '' }
  const location = element.sourceCodeLocation
  if (attribute !== undefined) {
    const place = location?.attrs?.[attribute.toLowerCase()]
    if (place === undefined) return undefined
    const written = html.slice(place.startOffset, place.endOffset)
    const [before = ''] = /^[^=]*=\s*["']?/.exec(written) ?? []
    const isQuoted = /["']$/.test(before)
    const end = isQuoted ? place.endOffset - 1 : place.endOffset
    const raw = addressed(page, `char=${place.startOffset + before.length},${end}`)
    return raw && addressed(raw, 'references')
  }
  const from = location?.startTag?.endOffset
  const to = location?.endTag?.startOffset
  if (from === undefined || to === undefined) return undefined
  const raw = addressed(page, `char=${from},${to}`)
  return element.tagName === 'script' ? raw : raw && addressed(raw, 'references')
}

/** The value right after a text that occurs exactly once. A string is decoded; nothing is evaluated. */
function valueAfter(within: AddressedText, wanted: string): AddressedText {
  const at = within.text.indexOf(wanted)
  if (at === -1)
    refuse(`The text ${quoted(wanted)} is not where the JSON should begin.`, within.address)
  if (within.text.includes(wanted, at + 1))
    refuse(
      `The text ${quoted(wanted)} occurs several times where the JSON should begin.`,
      within.address,
    )
  const start =
    at + wanted.length + (/^\s*/.exec(within.text.slice(at + wanted.length))?.[0].length ?? 0)
  const end = endOfValue(within.text, start)
  const value = end === undefined ? undefined : addressed(within, `char=${start},${end}`)
  const isString = `"'\``.includes(within.text[start] ?? ' ')
  const decoded = value !== undefined && isString ? addressed(value, 'string') : value
  return decoded ?? refuse(`No value that can be read follows ${quoted(wanted)}.`, within.address)
}
