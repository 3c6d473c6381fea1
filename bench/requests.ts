import { institutions, offersPerSheet } from './market.ts'

/** A request that all contenders answer. */
export type BenchRequest = ReturnType<typeof benchRequests>[number]

/** Requests that are always the same. */
export const hotPaths = ['/compare?tenure_months=12', '/summary', '/reports/best-rates']

/**
 * The requests to a book: hot ones, pages that are never the same, and such pages with gzip. Paths
 * have the placeholders of `load.lua`, with offsets from `base` to `base + span`. The targets are
 * ratios of processor times: `atMost` to nginx by default and behind a proxy, `atLeast` of PostgreSQL.
 */
export function benchRequests(changes: number) {
  const page = '?limit={limit}&offset={offset}'
  const history = `/rates/history/institution-{institution}${page}`
  const feed = `/rates/changes${page}`
  const half = changes / 2
  // Every page is full: it has up to 175 rows, and the feed leaves out the initial records.
  const ofOne = changes / institutions.length - 175
  const older = half - institutions.length * offersPerSheet - 175
  const pages = [
    { name: 'history', path: history, base: 0, span: ofOne, atLeast: 15 },
    { name: 'changes', path: feed, base: 0, span: half, atLeast: 15 },
    { name: 'deep changes', path: feed, base: half, span: older, atLeast: 150 },
  ]
  const hot = { base: 0, span: 1, isGzip: false, atMost: [2, 2.5], atLeast: 0 }
  return [
    ...hotPaths.map((path) => ({ ...hot, name: path, path })),
    ...pages.map((one) => ({ ...one, isGzip: false, atMost: [4, 5] })),
    ...pages.map((one) => ({ ...one, name: `${one.name}, gzip`, isGzip: true, atMost: [5, 6] })),
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
