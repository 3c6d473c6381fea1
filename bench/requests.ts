import { institutions, offersPerSheet } from './market.ts'

/** Requests that are always the same. */
export const hotPaths = ['/compare?tenure_months=12', '/summary', '/reports/best-rates']

/**
 * A request that all servers answer. Its path has the placeholders of `load.lua`, with offsets from `base` to `base + span`. The
 * targets are ratios of processor times: `atMost` to `node:http`, and `atLeast` of PostgreSQL.
 */
export type BenchRequest = {
  readonly name: string
  readonly path: string
  readonly base: number
  readonly span: number
  readonly atMost: number
  readonly atLeast: number
}

/** How many pages are asked for again and again. They fit into the cache. */
const askedBefore = 200

/** The requests to a book: hot ones, pages of which each is asked for once, and pages that were asked for before. */
export function benchRequests(changes: number): readonly BenchRequest[] {
  const history = '/rates/history/institution-{institution}'
  const half = changes / 2
  // Every page is full: it has up to 175 rows, and the feed leaves out the initial records.
  const ofOne = changes / institutions.length - 175
  const older = half - institutions.length * offersPerSheet - 175
  const pages = [
    { name: 'history', list: history, base: 0, span: ofOne, atLeast: 15 },
    { name: 'changes', list: '/rates/changes', base: 0, span: half, atLeast: 15 },
    { name: 'deep changes', list: '/rates/changes', base: half, span: older, atLeast: 150 },
  ]
  const hot = { base: 0, span: 1, atMost: 2, atLeast: 15 }
  return [
    ...hotPaths.map((path) => ({ ...hot, name: path, path })),
    ...pages.map(({ list, ...page }) => {
      return { ...page, path: `${list}?limit={limit}&offset={offset}`, atMost: 2.5 }
    }),
    ...pages.map(({ list, name, ...page }) => ({
      ...page,
      name: `${name}, asked before`,
      path: `${list}?limit=125&offset={offset}`,
      span: Math.min(askedBefore, page.span),
      atMost: 2,
    })),
  ]
}

/** The page of mean size that stands for all pages of a request. */
export function samplePath({ path, base }: BenchRequest): string {
  return path.replace('{institution}', '1').replace('{limit}', '125').replace('{offset}', `${base}`)
}

/** The path of the file with which nginx answers a request. */
export function filePath({ name }: BenchRequest): string {
  return `/${name.replaceAll(/\W+/g, '-')}.json`
}
