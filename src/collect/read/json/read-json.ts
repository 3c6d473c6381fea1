import type { Cell } from '../../../domain/origin.ts'
import { decodeJson } from '../decode-page.ts'
import { htmlContent } from '../html/html-content.ts'
import type { PageBytes } from '../reading.ts'
import { orFailure, refuse } from '../refusal.ts'
import type { SourcePage } from '../source/page-schema.ts'
import type { PageContent, ReadFailure } from '../table.ts'
import { followPath, type JsonNode } from './follow-path.ts'
import { jsonTable } from './json-table.ts'
import { isObject, isScalar, parseJson, scalarText } from './parse-json.ts'
import { addressOf, keyAddress, keyText, placeOf, rootPlace } from './pointer.ts'

/** Reads the tables that the path of the source leads to, and all texts of a page of JSON. */
export function readJson(
  page: Pick<PageBytes, 'body' | 'charset'>,
  definition: SourcePage,
): PageContent | ReadFailure {
  return orFailure(() => jsonContent(jsonRoot(page), definition))
}

/** The value of a page of JSON. */
export function jsonRoot({ body, charset }: Pick<PageBytes, 'body' | 'charset'>): JsonNode {
  const text = decodeJson(body, charset)
  if (text.trimStart().startsWith('<'))
    refuse('The page is HTML, not JSON: it may be a captcha, a login or an error page.')
  return { value: parseJson(text), place: rootPlace, headings: [] }
}

/** The tables and texts of a JSON document. */
export function jsonContent(root: JsonNode, page: SourcePage): PageContent {
  const { members = {}, path: whole = [] } = page
  const isHtml = whole.at(-1) === '<>'
  const path = isHtml ? whole.slice(0, -1) : whole
  const nodes = followPath(root, path)
  const documents = new Map<string, JsonNode>()
  // A string that the path has parsed has texts of its own.
  for (let length = 1; length <= path.length; length++) {
    if (path[length - 1] !== '{}') continue
    for (const node of followPath(root, path.slice(0, length)))
      documents.set(node.place.document, node)
  }
  const texts = [root, ...documents.values()].flatMap(textsOf)
  if (!isHtml)
    return { tables: nodes.map((node) => jsonTable(node, members)), texts, hiddenRows: 0 }
  const contents = nodes.map((node) => htmlInString(node, page))
  const markup = new Set(nodes.map(({ place }) => addressOf(place)))
  return {
    tables: contents.flatMap(({ tables }) => tables),
    texts: [
      ...texts.filter(({ address }) => !markup.has(address)),
      ...contents.flatMap((content) => content.texts),
    ],
    hiddenRows: contents.reduce((sum, content) => sum + content.hiddenRows, 0),
  }
}

/** The tables and texts of a string of HTML. The keys and strings on the way to it name its tables too. */
function htmlInString({ value, place, headings }: JsonNode, page: SourcePage): PageContent {
  const address = addressOf(place)
  if (typeof value !== 'string')
    return refuse('The path ends with `<>`, and leads to a value that is no string.', address)
  const { tables, texts, hiddenRows } = htmlContent(value, page, address)
  const named = tables.map((table) => ({ ...table, headings: [...table.headings, ...headings] }))
  return { tables: named, texts, hiddenRows }
}

/** The keys and values of a document, in its order. */
export function textsOf({ value, place }: JsonNode): readonly Cell[] {
  if (isScalar(value)) return [{ address: addressOf(place), text: scalarText(value) }]
  return Object.entries(value).flatMap(([key, item]): readonly Cell[] => {
    const at = placeOf(place, key)
    const node = { value: item, place: at, headings: [] }
    if (!isObject(value)) return textsOf(node)
    return [{ address: keyAddress(at), text: keyText(at) }, ...textsOf(node)]
  })
}
