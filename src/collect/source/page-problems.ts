import type { SourceDefinition } from '../read/source-schema.ts'
import { namesProblem, patternOf, type PagePattern } from '../read/source/page-pattern.ts'
import type { SourcePage } from '../read/source/page-schema.ts'
import { textProblem } from '../../book/publish/input/problem.ts'
import { suggestion, type ValuePath, type ValueProblem } from './source-problem.ts'
import { quoted } from '../../domain/text.ts'

/** Addresses, patterns of addresses, and names of pages that are given twice or do not exist. */
export function pageProblems({
  pages,
  tables,
  compare = [],
  date,
}: SourceDefinition): readonly ValueProblem[] {
  const patterns = pages.filter((page) => patternOf(page) !== undefined).map(({ name }) => name)
  const names = pages.map(({ name }) => name)
  const named: readonly (readonly [ValuePath, string | undefined])[] = [
    ...tables.map(({ page }, index) => [['tables', index, 'page'], page] as const),
    ...compare.flatMap((pair, index) =>
      pair.map((page, side) => [['compare', index, side], page] as const),
    ),
    [['date', 'page'], date?.page],
  ]
  return [
    ...pages.flatMap((page, index) =>
      patternProblems(page, pages).map(({ path, ...problem }) => ({
        ...problem,
        path: ['pages', index, ...path],
      })),
    ),
    ...compare.flatMap((pair, index) =>
      pair.flatMap((name, side) =>
        patterns.includes(name)
          ? [
              {
                path: ['compare', index, side],
                message: `"${name}" stands for many pages; only single pages can be compared.`,
              },
            ]
          : [],
      ),
    ),
    ...pages.flatMap(({ name, url }, index): readonly ValueProblem[] => [
      ...(names.indexOf(name) === index
        ? []
        : [{ path: ['pages', index, 'name'], message: `Two pages have the name "${name}".` }]),
      ...(isAddress(url)
        ? []
        : [
            {
              path: ['pages', index, 'url'],
              message: `${quoted(url)} is not an address such as https://bank.example/rates, without a user name.`,
            },
          ]),
    ]),
    ...named.flatMap(([path, name]) =>
      name === undefined || names.includes(name)
        ? []
        : [{ path, message: `No page has the name "${name}"; ${suggestion(name, names)}` }],
    ),
  ]
}

function isAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === ''
}

/** A part of an address in braces, such as `{product}`. */
const part = /\{([a-z_]+)\}/g

/** The longest name of a page, in UTF-16 code units: entries name a page of a pattern with one of its names, too. */
const longestPageName = 90

/** The problems of the name of a page and of a pattern of addresses. */
function patternProblems(page: SourcePage, pages: readonly SourcePage[]): readonly ValueProblem[] {
  const { name, url } = page
  const problem = textProblem(name, longestPageName)
  const nameProblems = /[/\\=]|^\.+$/.test(name)
    ? [
        {
          path: ['name'],
          message: `"${name}" cannot name a page: it has a slash or =, or only dots.`,
        },
      ]
    : problem === undefined
      ? []
      : [{ path: ['name'], message: `The name of the page cannot be kept: ${problem}` }]
  const pattern = patternOf(page)
  const inUrl = Array.from(url.matchAll(part), ([, one = '']) => one)
  const other = inUrl.find((one) => one !== pattern?.part)
  const partProblems =
    other === undefined
      ? []
      : [{ path: ['url'], message: `"for" does not say what stands for {${other}}.` }]
  if (pattern === undefined) return [...nameProblems, ...partProblems]
  return [...nameProblems, ...partProblems, ...namesProblems(page, pages, pattern, inUrl)]
}

function namesProblems(
  page: SourcePage,
  pages: readonly SourcePage[],
  { part: own, names }: PagePattern,
  inUrl: readonly string[],
): readonly ValueProblem[] {
  const path = ['for', own]
  if (!inUrl.includes(own))
    return [{ path, isAboutKey: true, message: `"url" has no {${own}} for these names.` }]
  if (!isInPath(page.url, own))
    return [
      { path: ['url'], message: `{${own}} must stand in the path or the query of the address.` },
    ]
  if (!('path' in names)) {
    const message = namesProblem(names)
    return message === undefined ? [] : [{ path, message }]
  }
  const list = pages.find(({ name }) => name === names.page)
  if (list === undefined) {
    const known = pages.map(({ name }) => name)
    const message = `No page has the name "${names.page}"; ${suggestion(names.page, known)}`
    return [{ path: [...path, 'page'], message }]
  }
  if (list.format === 'json' && patternOf(list) === undefined) return []
  const message = `"${names.page}" cannot list the names: give a single page of JSON.`
  return [{ path: [...path, 'page'], message }]
}

/** Whether a name changes only the path and the query of an address, so that every page is on the same host. */
function isInPath(url: string, own: string): boolean {
  const [x, y] = ['x', 'y'].map((name) => URL.parse(url.replaceAll(`{${own}}`, name)))
  return x?.origin === y?.origin && `${x?.pathname}${x?.search}` !== `${y?.pathname}${y?.search}`
}
