import type { InstitutionBook } from '../../book/market/market.ts'
import { runOf, type RunOutcome } from '../../book/market/runs.ts'
import { standingTier } from '../../book/market/standing.ts'
import { Failure } from '../../domain/failure.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Offer } from '../../domain/offer.ts'
import { bodiesText, type CapturedPage } from '../../domain/origin.ts'
import { readInCage } from '../cage/cage.ts'
import type { Captures } from '../captures/captures.ts'
import type { SourceDefinition } from '../read/source-schema.ts'
import { namesOfPattern, plainPages } from '../read/source/page-pattern.ts'
import { withPasts, type EntryInPast } from './cited-figures.ts'
import type { LoadedSource } from './load-source.ts'
import { offerDifferences, pageBytes, type KeptPage, type OfferDifference } from './try-pages.ts'

/** A run of the collector, and what it read. */
export type EarlierRun = {
  readonly position: number
  readonly at: Instant
  readonly outcome: RunOutcome
  readonly captures: readonly CapturedPage[]
  /** The offers that were read; absent if the run failed. */
  readonly offers?: readonly Offer[]
}

/** The runs of an institution that captured pages, oldest first. Of runs one after another with equal bodies, only the first. */
export function earlierRuns({ entries }: Pick<InstitutionBook, 'entries'>): readonly EarlierRun[] {
  const runs: EarlierRun[] = []
  let last = ''
  for (const past of withPasts(entries)) {
    const run = runOf(past.entry)
    if (run === undefined || run.origin.captures.length === 0) continue
    const { position, at, outcome, origin } = run
    const { captures } = origin
    const bodies = bodiesText(captures)
    if (bodies === last) continue
    last = bodies
    const offers = offersRead(past)
    runs.push({ position, at, outcome, captures, ...(offers !== undefined && { offers }) })
  }
  return runs
}

/** The offers that the run of an entry read. */
function offersRead({ entry, earlier, standing }: EntryInPast): readonly Offer[] | undefined {
  if (entry.kind === 'sheet-published' || entry.kind === 'sheet-held') return entry.sheet.offers
  if (entry.kind === 'rates-verified')
    return entry.tiers?.flatMap((tier) => standingTier(standing, tier) ?? [])
  if (entry.kind !== 'rates-checked' || entry.outcome !== 'held') return undefined
  return earlier.findLast((one) => one.kind === 'sheet-held')?.sheet.offers
}

/** The pages of the last run that captured all of them. Throws a `Failure` if there are none. */
export async function lastCapture(
  { definition }: LoadedSource,
  book: InstitutionBook | undefined,
  captures: Captures,
): Promise<readonly KeptPage[]> {
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

/**
 * The kept bodies of the pages of a source, in the order of the definition, which may have changed since the capture. Returns a
 * sentence if one of them is missing.
 */
export async function keptPages(
  captures: Captures,
  { pages }: SourceDefinition,
  captured: readonly CapturedPage[],
): Promise<readonly KeptPage[] | string> {
  const bodies: KeptPage[] = []
  const names = captured.map(({ page }) => page)
  for (const { name, url, format } of pages.flatMap((page) =>
    plainPages(page, namesOfPattern(page, names)),
  )) {
    const found =
      captured.find(({ page }) => page === name) ?? captured.find((one) => one.url === url)
    if (found === undefined) return `The page "${name}" was not captured.`
    const body = await captures.get(found.digest)
    if (body === undefined)
      return `The captures have no body ${found.digest}, the page "${name}" of that run.`
    bodies.push({ capture: { ...found, page: name, format }, body })
  }
  return bodies
}
