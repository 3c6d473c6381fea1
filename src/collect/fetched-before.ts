import { readFetches, type FetchRecord } from '../captures/fetch-log.ts'
import { after, dayLength, type Instant } from '../domain/instant.ts'
import type { SourceDefinition } from '../read/source-schema.ts'

/** A page is fetched in full at least this often, even if the server says that it has not changed. */
const fullFetchInterval = 7 * dayLength

/** The last full fetch of each page, by institution, page and URL. */
export type FetchedBefore = ReadonlyMap<string, FetchRecord>

/** Reads from the fetch log which pages were fetched in full within the last seven days. */
export async function readFetchedBefore(folder: string, now: Instant): Promise<FetchedBefore> {
  const from = after(now, -fullFetchInterval)
  const fetches = await readFetches(folder, { from })
  const full = fetches.filter(
    ({ outcome, digest, at }) => outcome === 'fetched' && digest !== undefined && at > from,
  )
  return new Map(full.map((fetch) => [keyOfPage(fetch.institutionId, fetch), fetch]))
}

/** The last full fetch of a page of a source. */
export function lastFullFetch(
  fetched: FetchedBefore,
  institutionId: string,
  { name: page, url }: SourceDefinition['pages'][number],
): FetchRecord | undefined {
  return fetched.get(keyOfPage(institutionId, { page, url }))
}

function keyOfPage(
  institutionId: string,
  { page, url }: Pick<FetchRecord, 'page' | 'url'>,
): string {
  return `${institutionId} ${page} ${url}`
}
