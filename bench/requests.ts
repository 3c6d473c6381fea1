import { institutions, offersPerSheet } from './market.ts'

/** A request that all contenders answer, with the placeholders of `load.lua`. */
export type BenchRequest = {
  readonly name: string
  readonly path: string
  readonly isGzip: boolean
  /** The file with which nginx answers it. */
  readonly file: string
  /** Offsets go from `base` to `base + span`. */
  readonly base: number
  readonly span: number
  /** How many times the processor time of nginx a response may cost, by default and behind a proxy. */
  readonly nginxTargets: readonly [number, number]
  /** How many times more PostgreSQL must cost. */
  readonly postgresTarget?: number
}

/** Requests that are always the same. */
export const hotPaths = ['/compare?tenure_months=12', '/summary', '/reports/best-rates'] as const

/** The requests to a book: hot ones, pages that are never the same, and such pages with gzip. */
export function benchRequests(changes: number): readonly BenchRequest[] {
  const initial = institutions.length * offersPerSheet
  const half = changes / 2
  const page = '?limit={limit}&offset={offset}'
  const history = `/rates/history/institution-{institution}${page}`
  const feed = `/rates/changes${page}`
  // Every page is full. The feed leaves out the initial records.
  const pages = [
    { name: 'history', path: history, base: 0, span: changes / institutions.length - 175 },
    { name: 'changes', path: feed, base: 0, span: half },
    { name: 'deep changes', path: feed, base: half, span: half - initial - 175 },
  ]
  const hot = hotPaths.map((path) => ({ name: path, path, base: 0, span: 1 }))
  return [
    ...hot.map((one) => ({ ...one, isGzip: false, nginxTargets: [2, 2.5] as const })),
    ...pages.map((one) => {
      const postgresTarget = one.name === 'deep changes' ? 150 : 15
      return { ...one, isGzip: false, nginxTargets: [4, 5] as const, postgresTarget }
    }),
    ...pages.map((one) => {
      return { ...one, name: `${one.name}, gzip`, isGzip: true, nginxTargets: [5, 6] as const }
    }),
  ].map((request, i) => ({ ...request, file: `${i}.json` }))
}

/** The page of mean size that stands for all pages of a request. */
export function samplePath({ path, base }: BenchRequest): string {
  return path.replace('{institution}', '1').replace('{limit}', '125').replace('{offset}', `${base}`)
}
