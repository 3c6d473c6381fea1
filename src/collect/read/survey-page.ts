import { parseWhole } from '../../domain/decimal.ts'
import { decodePage } from './decode-page.ts'
import {
  isList,
  isObject,
  isScalar,
  parseJson,
  scalarText,
  type JsonObject,
  type JsonValue,
} from './json/parse-json.ts'
import { followPath, rootPlace } from './json/places.ts'
import { pageContent } from './read-pages.ts'
import type { surveySchema, PageBytes, ValueOf } from './reading.ts'
import { orFailure } from './refusal.ts'
import type { SourcePage } from './source/page-schema.ts'
import type { PageContent, ReadFailure, Table } from './table.ts'
import { withoutTitles } from './tables/grid.ts'

/** The tables and texts of a page, for the first draft of a source. */
export type PageSurvey = ValueOf<typeof surveySchema>

/** A part of a page that a page of a source can name, and its tables. */
export type SurveyPart = PageSurvey['parts'][number]

/** A table of a survey. */
export type SurveyTable = SurveyPart['tables'][number]

const limits = { texts: 1500, text: 300, headings: 8, rows: 400, cells: 30_000 }

/** Finds every table of a page, in JSON with the paths that lead to them. */
export async function surveyPage(page: PageBytes): Promise<PageSurvey | ReadFailure> {
  if (page.format === 'json') return surveyJson(page)
  const content = await pageContent(page, definitionOf(page))
  if ('failure' in content) return content
  const html = page.format === 'html' ? decodePage(page.body, page.charset) : ''
  const language = /<html\b[^>]*\slang=["']?([a-z]{2,3})\b/i.exec(html)?.[1]?.toLowerCase()
  const cells = content.tables.flatMap(({ rows }) => rows.flat())
  const hasFigure = cells.some(({ text }) => /^\d{1,3}[.,]\d{1,4}\s*%?$/.test(text))
  const scripts = hasFigure ? [] : await surveyScripts(html, page)
  return {
    ...(language !== undefined && { language }),
    texts: cutTexts(content),
    parts: cutParts([{ content }, ...scripts], html),
  }
}

/** A part of a page and its whole content. */
type Part = Omit<SurveyPart, 'tables'> & { readonly content: PageContent }

function definitionOf({ name, format }: PageBytes): SourcePage {
  return { name, url: '', format }
}

/** The class and id of the element that begins at the address of a table. */
function selectorsOf({ address }: Table, html: string): readonly string[] {
  const offset = parseWhole(/^#char=(\d+)$/.exec(address)?.[1] ?? '') ?? html.length
  const [tag = ''] = /^<[^>]{0,2000}>/.exec(html.slice(offset, offset + 2000)) ?? []
  const [, id = ''] = /\sid="([\w-]+)"/.exec(tag) ?? []
  const [, classes = ''] = /\sclass="([^"]*)"/.exec(tag) ?? []
  const names = classes.split(/\s+/).filter((name) => /^[\w-]+$/.test(name))
  return [...(id === '' ? [] : [`#${id}`]), ...names.map((name) => `.${name}`)]
}

async function surveyJson(page: PageBytes): Promise<PageSurvey | ReadFailure> {
  const paths = orFailure(() => pathsOf(decodePage(page.body, page.charset)))
  if ('failure' in paths) return paths
  const parts = await partsAt(paths.found, page)
  const first = parts.find(({ content }) => content.texts.length > 0)
  return { texts: first === undefined ? [] : cutTexts(first.content), parts: cutParts(parts, '') }
}

/** The parts of a page that can be read. A path that some items do not have cannot be used. */
async function partsAt(found: readonly Found[], page: PageBytes): Promise<readonly Part[]> {
  const parts: Part[] = []
  for (const one of found) {
    const content = await pageContent(page, { ...definitionOf(page), ...one })
    if (!('failure' in content)) parts.push({ ...one, content })
  }
  return parts
}

type Found = Pick<SourcePage, 'path' | 'members'>

/** The paths to the tables of a JSON text, and the members of their records. */
function pathsOf(text: string): { readonly found: readonly Found[] } {
  const root = parseJson(text)
  const inner = (json: string): JsonValue | undefined => {
    const value = orFailure(() => [parseJson(json)] as const)
    return 'failure' in value ? undefined : value[0]
  }
  const found = recordPaths(root, inner).map((path): Found => {
    const nodes = orFailure(() =>
      path.at(-1) === '<>' ? [] : followPath({ value: root, place: rootPlace, headings: [] }, path),
    )
    const records =
      'failure' in nodes ? [] : nodes.flatMap(({ value }) => (isList(value) ? value : []))
    const members = memberPaths(records)
    return {
      ...(path.length > 0 && { path: [...path] }),
      ...(Object.keys(members).length > 0 && { members }),
    }
  })
  return { found }
}

/** The tables in the scripts of an HTML page that are JSON as a whole. */
async function surveyScripts(html: string, page: PageBytes): Promise<readonly Part[]> {
  const parts: Part[] = []
  const scripts = html.matchAll(
    /<script\b([^>]*\sid="([\w-]+)"[^>]*)>\s*(?=[[{])([^<]*)<\/script/gi,
  )
  for (const [, , id = '', json = ''] of scripts) {
    const paths = orFailure(() => pathsOf(json))
    if ('failure' in paths) continue
    const embedded = { element: 'script', id }
    parts.push(
      ...(await partsAt(
        paths.found.map((one) => ({ ...one, embedded })),
        page,
      )),
    )
  }
  return parts
}

/** The first texts of a page, without the ends of long ones. */
function cutTexts({ texts }: PageContent): readonly string[] {
  return texts.slice(0, limits.texts).map(({ text }) => text.slice(0, limits.text))
}

/** The tables without long texts, and without the rows of tables that no sheet of rates has. */
function cutParts(parts: readonly Part[], html: string): readonly SurveyPart[] {
  let left = limits.cells
  return parts.map(({ content, ...part }) => ({
    ...part,
    tables: content.tables.map((table) => {
      const { headings, rows, address } = withoutTitles(table)
      const kept = rows.slice(0, left > 0 ? limits.rows : 3).map((row) =>
        row.slice(0, 60).map(({ address, text, name, isMissing }) => ({
          address,
          text: text.slice(0, limits.text),
          ...(name !== undefined && { name }),
          ...(isMissing === true && { isMissing }),
        })),
      )
      left -= kept.flat().length
      return {
        address,
        headings: headings.slice(0, limits.headings),
        rows: kept,
        selectors: selectorsOf(table, html),
      }
    }),
  }))
}

/** The most paths that are listed, and the deepest one. */
const pathLimits = { paths: 60, steps: 16 }

/** The paths to everything in a JSON value that can be a table with figures, for the author of a source. */
function recordPaths(
  root: JsonValue,
  parse: (text: string) => JsonValue | undefined,
): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>()
  const walk = (value: JsonValue, path: readonly string[]): void => {
    if (found.size >= pathLimits.paths || path.length > pathLimits.steps) return
    if (typeof value === 'string') {
      const inner = /^\s*[[{]/.test(value) ? parse(value) : undefined
      if (inner !== undefined) walk(inner, [...path, '{}'])
      if (/<table[\s>]/i.test(value)) found.set(JSON.stringify(path), [...path, '<>'])
      return
    }
    if (isTable(value)) found.set(JSON.stringify(path), path)
    const members = isList(value)
      ? value.slice(0, 500).map((item) => ['*', item] as const)
      : isObject(value)
        ? Object.entries(value)
        : []
    for (const [step, member] of members) walk(member, [...path, step])
  }
  walk(root, [])
  return [...found.values()]
}

/** Whether a value is a list of records or of lists, or an object of records, one of which has a figure. */
function isTable(value: JsonValue): boolean {
  const items = isList(value) ? value : isObject(value) ? Object.values(value) : []
  if (items.length === 0 || !(items.every(isObject) || items.every(isList))) return false
  return items.some((item) => {
    const cells = isList(item) ? item : isObject(item) ? Object.values(item) : []
    return cells.some(
      (cell) => isScalar(cell) && /^\s*\d{1,3}(?:[.,]\d+)?\s*%?/.test(scalarText(cell)),
    )
  })
}

/** The paths of the values inside the records of a list, for `members`: of nested objects, and of the items that a word names. */
function memberPaths(records: JsonValue): Readonly<Record<string, string[]>> {
  const items = isList(records) ? records.filter(isObject) : []
  const paths = items.flatMap((record) =>
    Object.entries(record).flatMap(([key, value]) =>
      isObject(value) ? valuePaths(value, key) : namedPaths(value, key),
    ),
  )
  return Object.fromEntries([...new Map(paths)].slice(0, 12))
}

type NamedPath = readonly [name: string, path: string[]]

function valuePaths(value: JsonObject, key: string): readonly NamedPath[] {
  return Object.entries(value).flatMap(([inner, member]) =>
    isScalar(member) ? [[`${key} ${inner}`, [key, inner]]] : [],
  )
}

/** The paths of the figures in a list of objects, each of which a word names. */
function namedPaths(items: JsonValue, key: string): readonly NamedPath[] {
  if (!isList(items) || !items.every(isObject)) return []
  const naming = namingKey(items)
  if (naming === undefined) return []
  return items.flatMap((item) => {
    const word = scalarText(item[naming] as string)
    return Object.entries(item).flatMap(([inner, member]): readonly NamedPath[] =>
      inner !== naming && isScalar(member) && typeof member !== 'string'
        ? [[`${word} ${inner}`, [key, `[${naming}=${word}]`, inner]]]
        : [],
    )
  })
}

/** The key of a code, such as `MONTH`, that differs in each item of a list. */
function namingKey(items: readonly JsonObject[]): string | undefined {
  return Object.keys(items[0] ?? {}).find((key) => {
    const words = items.map((item) => item[key])
    const isWord = words.every(
      (word) => typeof word === 'string' && /^[A-Z][A-Z_]{1,20}$/.test(word),
    )
    return isWord && new Set(words).size === items.length
  })
}
