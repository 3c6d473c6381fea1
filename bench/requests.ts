import { institutions } from './market.ts'

/** A request that all contenders answer, with the placeholders of `load.lua`. */
export type BenchRequest = {
  readonly name: string
  readonly path: string
  /** The file with which nginx answers it. */
  readonly file: string
  /** Offsets go from `base` to `base + span`. */
  readonly base: number
  readonly span: number
}

/** Requests that are always the same. */
export const hotRequests: readonly BenchRequest[] = [
  { path: '/compare?tenure_months=12', file: 'compare.json' },
  { path: '/summary', file: 'summary.json' },
  { path: '/reports/best-rates', file: 'best-rates.json' },
].map((request) => ({ ...request, name: request.path, base: 0, span: 2 }))

/** Pages of 75 to 175 rows. All are full: of each institution, the first 80 records are no changes. */
export function pageRequests(changes: number): readonly BenchRequest[] {
  const ofOne = changes / institutions.length
  const half = changes / 2
  const page = '?limit={limit}&offset={offset}'
  const history = `/rates/history/institution-{institution}${page}`
  const feed = `/rates/changes${page}`
  return [
    { name: 'history', path: history, file: 'history.json', base: 0, span: ofOne - 175 },
    { name: 'changes', path: feed, file: 'changes.json', base: 0, span: half },
    { name: 'deep changes', path: feed, file: 'deep.json', base: half, span: half - 4175 },
  ]
}

/** The page of mean size that stands for all pages of a request. */
export function samplePath({ path, base }: BenchRequest): string {
  return path.replace('{institution}', '1').replace('{limit}', '125').replace('{offset}', `${base}`)
}

/** The groups, by the name that the command line has for them. */
export type GroupId = keyof ReturnType<typeof requestGroups>

/** Requests of one kind, and how much more than nginx a response may cost. */
export type RequestGroup = {
  readonly requests: readonly BenchRequest[]
  readonly isGzip: boolean
  readonly targets: { readonly byDefault: number; readonly behindProxy: number }
}

/** All groups of a book with so many changes. */
export const requestGroups = (changes: number) => ({
  hot: {
    title: 'Hot responses',
    sentence: 'The same request again and again; nginx serves the same bytes from a file.',
    requests: hotRequests,
    isGzip: false,
    targets: { byDefault: 2, behindProxy: 2.5 },
  },
  never: {
    title: 'Pages requested for the first time',
    sentence: `Pages of 75 to 175 rows, none twice, at any offset, for deep changes beyond ${changes / 2}; nginx serves a file of the mean size.`,
    requests: pageRequests(changes),
    isGzip: false,
    targets: { byDefault: 4, behindProxy: 5 },
  },
  gzip: {
    title: 'Compressed pages requested for the first time',
    sentence: 'The same pages compressed; nginx compresses its file for each response.',
    requests: pageRequests(changes),
    isGzip: true,
    targets: { byDefault: 5, behindProxy: 6 },
  },
})
