import type { Instant } from '../domain/instant.ts'
import type { FetchRecord } from './fetch-log.ts'

/** The instants at which figures of an institution changed or were held, oldest first, by its id. */
export type FigureChanges = ReadonlyMap<string, readonly Instant[]>

/**
 * The digests of the first and the last body of each run of unchanged fetches. A run is a series of fetches of one page that all
 * delivered it, or all did not, and between which no figure of the institution changed or was held.
 */
export function endsOfRuns(
  fetches: readonly FetchRecord[],
  changes: FigureChanges,
): ReadonlySet<string> {
  const runs = Map.groupBy(
    fetches.filter(({ digest }) => digest !== undefined),
    ({ institutionId, page }) => `${institutionId} ${page}`,
  )
  return new Set([...runs.values()].flatMap((ofPage) => endsOf(ofPage, changes)))
}

function endsOf(ofPage: readonly FetchRecord[], changes: FigureChanges): readonly string[] {
  const runOf = (fetch: FetchRecord | undefined): string | undefined =>
    fetch && `${isDelivered(fetch)} ${changesBefore(fetch, changes)}`
  const inTime = ofPage.toSorted((a, b) => a.at - b.at)
  return inTime.flatMap((fetch, index) => {
    const run = runOf(fetch)
    const isInside = run === runOf(inTime[index - 1]) && run === runOf(inTime[index + 1])
    return isInside || fetch.digest === undefined ? [] : [fetch.digest]
  })
}

function isDelivered({ outcome }: FetchRecord): boolean {
  return outcome === 'fetched' || outcome === 'not-modified'
}

function changesBefore({ institutionId, at }: FetchRecord, changes: FigureChanges): number {
  return (changes.get(institutionId) ?? []).filter((instant) => instant <= at).length
}
