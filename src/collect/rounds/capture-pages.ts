import { localDay } from '../../domain/day.ts'
import { isAhead, siteRefusals } from '../../domain/entry.ts'
import { after, dayLength, type Instant } from '../../domain/instant.ts'
import type { CapturedPage } from '../../domain/origin.ts'
import { type Captures, CapturesError } from '../captures/captures.ts'
import type { FetchRecord } from '../captures/logs.ts'
import type { FetchOutcome } from '../fetch/fetch-outcome.ts'
import type { Fetcher } from '../fetch/fetch.ts'
import type { PageBytes } from '../read/reading.ts'
import type { SourceDefinition } from '../read/source-schema.ts'
import { listOf, namesProblem, patternOf, plainPages } from '../read/source/page-pattern.ts'
import type { SourcePage } from '../read/source/page-schema.ts'
import type { ReadFailure } from '../read/table.ts'
import type { HostClocks } from './host-clocks.ts'
import { failureOf, type RunFailure } from './run-report.ts'

/** The tools that fetch and keep pages. */
export type CaptureTools = {
  readonly fetcher: Fetcher
  readonly captures: Captures
  readonly appendFetch: (record: FetchRecord) => Promise<void>
  readonly fetchedBefore: FetchedBefore
  readonly hostClocks: HostClocks
  readonly now: () => Instant
  /** Reads in the cage the names that a page lists for the addresses of a pattern. */
  readonly listNames: (
    list: PageBytes,
    pattern: SourcePage,
  ) => Promise<{ readonly names: readonly string[] } | ReadFailure>
}

/** The most bytes of all pages of one run together, and the milliseconds after which no further page is fetched. */
const runLimits = { bytes: 64 * 1_048_576, time: 3_600_000 }

/** A page with its citation and its bytes. */
type Captured = { readonly capture: CapturedPage; readonly bytes: PageBytes }

/** The pages of a source that were captured. With a failure, the page of it and those after it are missing. */
export type CaptureResult = {
  readonly captures: readonly CapturedPage[]
  readonly pages: readonly PageBytes[]
  readonly failure?: RunFailure
}

/**
 * Fetches the pages of a source, first those that list the names of others, and keeps every body and a line in the fetch log. The
 * result has the order of the source.
 */
export async function capturePages(
  definition: SourceDefinition,
  tools: CaptureTools,
): Promise<CaptureResult> {
  const { pages } = definition
  const began = tools.now()
  const captured = new Map<SourcePage, readonly Captured[]>()
  const result = (failure?: RunFailure): CaptureResult => {
    const inOrder = pages.flatMap((page) => captured.get(page) ?? [])
    return {
      captures: inOrder.map(({ capture }) => capture),
      pages: inOrder.map(({ bytes }) => bytes),
      ...(failure !== undefined && { failure }),
    }
  }
  const singles = pages.filter((page) => patternOf(page) === undefined)
  for (const page of new Set([...singles, ...pages])) {
    const some = await pagesToFetch(page, result().pages, tools).catch(failureOf)
    if ('failure' in some) return result(some)
    for (const one of some) {
      const next = await capturePage(definition, one, tools).catch(failureOf)
      if ('failure' in next) {
        const failure = `The page ${one.name}: ${next.failure}`
        return result(singles.includes(page) ? next : { ...next, failure })
      }
      captured.set(page, [...(captured.get(page) ?? []), next])
      const problem = limitProblem(result().pages, tools.now() - began)
      if (problem !== undefined) return result({ failure: problem })
    }
  }
  return result()
}

/** The pages that a page of the source stands for: itself, or one for each name of its pattern. */
async function pagesToFetch(
  page: SourcePage,
  ofRun: readonly PageBytes[],
  { listNames }: CaptureTools,
): Promise<readonly SourcePage[] | RunFailure> {
  const list = listOf(page)
  if (list === undefined) return plainPages(page, [])
  const captured = ofRun.find(({ name }) => name === list.page)
  if (captured === undefined) throw new Error(`The page ${list.page} was not captured.`)
  const listed = await listNames(captured, page)
  if ('failure' in listed) return { failure: listed.failure }
  // The process that read them is not trusted.
  const problem = namesProblem(listed.names)
  return problem === undefined ? plainPages(page, listed.names) : { failure: problem }
}

function limitProblem(pages: readonly PageBytes[], took: number): string | undefined {
  const bytes = pages.reduce((sum, { body }) => sum + body.byteLength, 0)
  if (bytes > runLimits.bytes)
    return `The pages of this run are larger than ${runLimits.bytes / 1_048_576} MiB together.`
  return took > runLimits.time
    ? 'The pages of this run were not all fetched within an hour; name fewer pages in the source.'
    : undefined
}

async function capturePage(
  { institution, timezone, hosts = [] }: SourceDefinition,
  page: SourcePage,
  tools: CaptureTools,
): Promise<Captured | RunFailure> {
  const { name, url, format, encoding } = page
  const known = tools.fetchedBefore.get(keyOfPage(institution, name, url))
  const kept = known && (await bodyOf(known, tools.captures))
  const etag = kept && known.headers?.['etag']
  const outcome = await tools.fetcher.fetch({ url, hosts, ...(etag !== undefined && { etag }) })
  const at = tools.now()
  const isSame = outcome.kind === 'not-modified'
  const body = isSame ? kept : outcome.body
  // The body is on the disk before any entry or log line names it.
  const digest = isSame ? known?.digest : body && (await tools.captures.put(body))
  const charset = isSame ? known?.charset : outcome.charset
  const record: FetchRecord = {
    ...recordOf(outcome),
    at,
    institutionId: institution,
    page: name,
    format,
    url,
    ...(digest !== undefined && { digest, size: body?.byteLength ?? 0 }),
    ...(charset !== undefined && { charset }),
  }
  await tools.appendFetch(record)
  tools.hostClocks.add(record)
  if (outcome.kind === 'refused' || outcome.kind === 'failed') {
    const { message, retryAt } = outcome
    const refusal = siteRefusals.find((code) => outcome.kind === 'refused' && code === outcome.code)
    return {
      failure: message,
      ...(retryAt !== undefined && { retryAt }),
      ...(refusal !== undefined && { refusal }),
    }
  }
  if (body === undefined || digest === undefined)
    throw new Error(`${url} was captured without a body.`)
  // The book names the encoding with which the page was read, so that its figures can be found again.
  const readAs = encoding ?? charset
  const named = readAs === undefined ? {} : { charset: readAs }
  return {
    capture: { page: name, url: outcome.url, at, digest, format, ...named },
    bytes: { name, format, day: localDay(timezone, at), body, ...named },
  }
}

/** The kept body of an earlier fetch; `undefined` also if it is damaged, so that it is fetched in full and repaired. */
async function bodyOf(
  { digest = '' }: FetchRecord,
  captures: Captures,
): Promise<Uint8Array | undefined> {
  try {
    return await captures.get(digest)
  } catch (error) {
    if (error instanceof CapturesError && error.kind === 'disk') return undefined
    throw error
  }
}

/** The headers that the fetch log keeps. */
const keptHeaders = [
  'age',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'location',
  'retry-after',
  'server',
] as const

function recordOf(
  outcome: FetchOutcome,
): Pick<FetchRecord, 'outcome' | 'redirects' | 'status' | 'headers' | 'message'> {
  const { kind, redirects, status, headers } = outcome
  const found = keptHeaders.flatMap((name) => {
    const value = headers?.[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    outcome: kind,
    // The first redirect was the answer of the URL that was requested.
    ...(redirects.length > 0 && {
      redirects: [...redirects.slice(1), outcome].map(({ url }) => url),
    }),
    ...(status !== undefined && { status }),
    ...(found.length > 0 && { headers: Object.fromEntries(found) }),
    ...('message' in outcome && { message: outcome.message }),
  }
}

/** A page is fetched in full at least this often, even if the server says that it has not changed. */
export const fullFetchInterval = 7 * dayLength

/** The last full fetch of each page, by institution, page and URL. */
export type FetchedBefore = ReadonlyMap<string, FetchRecord>

/** The pages of the fetch log that were fetched in full within the last seven days. */
export function fullFetches(fetches: readonly FetchRecord[], now: Instant): FetchedBefore {
  const from = after(now, -fullFetchInterval)
  const full = fetches.filter(
    ({ outcome, digest, at }) =>
      outcome === 'fetched' && digest !== undefined && at > from && !isAhead(at, now),
  )
  return new Map(
    full.map((fetch) => [keyOfPage(fetch.institutionId, fetch.page, fetch.url), fetch]),
  )
}

function keyOfPage(institutionId: string, page: string, url: string): string {
  return `${institutionId} ${page} ${url}`
}
