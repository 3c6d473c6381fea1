import type { Captures } from '../captures/captures.ts'
import { Failure } from '../../domain/failure.ts'
import type { InstitutionBook } from '../../book/market/market.ts'
import type { SourceDefinition } from '../read/source-schema.ts'
import { readInCage } from '../cage/cage.ts'
import { earlierRuns, type EarlierRun } from './earlier-runs.ts'
import {
  keptPages,
  offerDifferences,
  type OfferDifference,
  pageBytes,
  type CapturedBody,
} from './try-pages.ts'
import type { LoadedSource } from './parse-source.ts'

/** The pages of the last run that captured all of them. Throws a `Failure` if there are none. */
export async function lastCapture(
  { definition }: LoadedSource,
  book: InstitutionBook | undefined,
  captures: Captures,
): Promise<readonly CapturedBody[]> {
  const runs = book === undefined ? [] : earlierRuns(book)
  let reason = 'no run has captured its pages.'
  for (const run of runs.toReversed()) {
    const pages = await keptPages(captures, definition, run.captures)
    if (typeof pages !== 'string') return pages
    reason = `${pages.charAt(0).toLowerCase()}${pages.slice(1)}`
  }
  const id = definition.institution
  throw new Failure(
    'refused',
    `There is no capture of ${id}: ${reason} Run: ratebook collect ${id}; or give a file: --page FILE.`,
  )
}

/** How the pages of an earlier run are read now. `lost`: they are no longer kept. */
export type ReplayedRun =
  | { readonly kind: 'same'; readonly offers: number }
  | { readonly kind: 'other'; readonly differences: readonly OfferDifference[] }
  | { readonly kind: 'refused' | 'lost'; readonly message: string }

/** Reads the kept pages of an earlier run again. */
export async function replayRun(
  { captures: captured, offers: before = [] }: EarlierRun,
  definition: SourceDefinition,
  captures: Captures,
): Promise<ReplayedRun> {
  const pages = await keptPages(captures, definition, captured)
  if (typeof pages === 'string') return { kind: 'lost', message: pages }
  const result = await readInCage(
    definition,
    pages.map((page) => pageBytes(definition, page)),
  )
  if ('failure' in result) return { kind: 'refused', message: result.failure }
  const differences = offerDifferences(before, result.offers)
  return differences.length === 0
    ? { kind: 'same', offers: result.offers.length }
    : { kind: 'other', differences }
}
