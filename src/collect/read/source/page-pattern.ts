import { quoted } from '../../../domain/text.ts'
import type { SourceDefinition } from '../source-schema.ts'
import type { SourcePage } from './page-schema.ts'

/** The most pages of one pattern. */
const mostNames = 100

/** The longest name in an address, in characters. */
const longestName = 200

/** The part of an address that stands for names, such as `product`, and the names or the page that lists them. */
export type PagePattern = {
  readonly part: string
  readonly names: NonNullable<SourcePage['for']>[string]
}

/** The pattern of the addresses of a page; `undefined` for a page with one address. */
export function patternOf({ for: names = {} }: SourcePage): PagePattern | undefined {
  const [entry] = Object.entries(names)
  return entry && { part: entry[0], names: entry[1] }
}

/** The page that lists the names of a pattern, and the way to them; `undefined` if the source lists them. */
export function listOf(page: SourcePage) {
  const names = patternOf(page)?.names
  return names === undefined || !('path' in names) ? undefined : names
}

/** Why names cannot stand in the addresses of a page, as a sentence; `undefined` if they can. */
export function namesProblem(names: readonly string[]): string | undefined {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  const wrong = names.find((name) => !isName(name))
  if (names.length === 0) return 'There are no names for the addresses of the pages.'
  if (names.length > mostNames)
    return `There are ${names.length} names for the addresses of the pages; at most ${mostNames} are read. A step such as [category=deposits] in the path chooses among them.`
  if (twice !== undefined) return `The name ${quoted(twice)} of a page is given twice.`
  return wrong === undefined
    ? undefined
    : `${quoted(wrong)} cannot be a name in the address of a page.`
}

/** A name stands in the address as one piece, so that the page stays on the host and the path of its pattern. */
function isName(name: string): boolean {
  return (
    name.length <= longestName &&
    name.isWellFormed() &&
    name.trim() !== '' &&
    !/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(name) &&
    !name.split(/[/\\]/).some((piece) => /^\.*$/.test(piece))
  )
}

/** The page of a pattern with a name: its captures and messages name it `product/term-deposit`. */
function pageNamed(page: SourcePage, name: string): SourcePage {
  const { for: _, ...rest } = page
  const part = patternOf(page)?.part ?? ''
  const url = page.url.replaceAll(`{${part}}`, () => encodeURIComponent(name))
  return { ...rest, name: `${page.name}/${name}`, url }
}

/** The plain pages that a page of the source stands for. `listed` are the names if another page lists them. */
export function plainPages(page: SourcePage, listed: readonly string[]): readonly SourcePage[] {
  const pattern = patternOf(page)
  if (pattern === undefined) return [page]
  const names = 'path' in pattern.names ? listed : pattern.names
  return names.map((name) => pageNamed(page, name))
}

/** The definition of a captured page: of `product/term-deposit`, that of the pattern `product` with this name. */
export function definitionOfPage(
  pages: readonly SourcePage[],
  captured: string,
): SourcePage | undefined {
  const page = pages.find((one) => one.name === captured.split('/')[0])
  if (page === undefined) return undefined
  const [name] = namesOfPattern(page, [captured])
  if (patternOf(page) === undefined) return page.name === captured ? page : undefined
  return name === undefined ? undefined : pageNamed(page, name)
}

/** The names of a pattern that captured pages have. */
export function namesOfPattern(
  { name }: SourcePage,
  captured: readonly string[],
): readonly string[] {
  return captured.flatMap((one) => (one.startsWith(`${name}/`) ? one.slice(name.length + 1) : []))
}

/** Whether a page lists the names of a pattern and has no tables of its own. */
export function onlyLists({ pages, tables }: SourceDefinition, page: SourcePage): boolean {
  return (
    pages.some((one) => listOf(one)?.page === page.name) &&
    !tables.some((table) => (table.page ?? pages[0]?.name) === page.name)
  )
}

/**
 * A source with plain pages, and a copy of each table for each page of its pattern. The members of the copies are the same objects,
 * so a line that matches on one page has matched.
 */
export function expandedSource(
  source: SourceDefinition,
  captured: readonly string[],
): SourceDefinition {
  if (source.pages.every((page) => patternOf(page) === undefined)) return source
  const [first] = source.pages
  const namesOf = new Map(
    source.pages.map((page) => [
      page.name,
      patternOf(page) === undefined
        ? [page.name]
        : namesOfPattern(page, captured).map((name) => `${page.name}/${name}`),
    ]),
  )
  const onPages = <T extends { readonly page?: string | undefined }>(line: T): T[] => {
    const names = namesOf.get(line.page ?? first?.name ?? '') ?? []
    return names.map((page) => ({ ...line, page }))
  }
  const { date, ignore } = source
  return {
    ...source,
    pages: captured.flatMap((name) => definitionOfPage(source.pages, name) ?? []),
    tables: source.tables.flatMap(onPages),
    ...(date !== undefined && { date: onPages(date)[0] ?? date }),
    ...(ignore !== undefined && {
      ignore: ignore.flatMap((line): typeof ignore =>
        typeof line === 'object' && 'table' in line && typeof line.table === 'number'
          ? onPages(line)
          : [line],
      ),
    }),
  }
}
