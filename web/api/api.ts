import { parseWhole } from '../../src/domain/decimal.ts'
import { createClient, type RowFor } from '../../src/serve/client/client.ts'
import type { Client } from '../../src/serve/client/methods.ts'
import type { IteratedPage } from '../../src/serve/client/pages.ts'

export type InstitutionRow = RowFor<'listInstitutions'>
/** How deposits are insured. */
export type InsuranceRow = NonNullable<InstitutionRow['insurance']>
/** The page always requests the details. */
export type OfferRow = Required<RowFor<'listCurrentOffers'>>
/** The page always requests the details and readings. */
export type RateHistoryRow = Required<RowFor<'listRateHistory'>>
/** The page always requests the details. */
export type RateChangeRow = Required<RowFor<'listRateChanges'>>
export type SummaryRow = RowFor<'getSummary'>
export type SummaryHistoryRow = RowFor<'listSummaryHistory'>
export type FreshnessRow = RowFor<'listFreshness'>
export type SourceRow = RowFor<'listSources'>
export type CorrectionRow = RowFor<'listCorrections'>
export type EvidenceRow = RowFor<'listEvidence'>
export type About = Awaited<ReturnType<Client['getAbout']>>
export type ReceiptRow = Awaited<ReturnType<Client['getEvidence']>>

/** The moment that the figures of a view speak of. */
export type AsOf = {
  readonly position: number
  /** ISO 8601, UTC, to the second: when the server answered, or the instant to which the address pins the page. */
  readonly at: string
}

type PageClientOptions = {
  readonly baseUrl: string
  /** The instant that all answers are about; empty for the present. */
  readonly knownAt: string
  /** The time of the last entry of a sample, whose settings hold on that day; empty for a real book. */
  readonly sampleEnd: string
  /** Called with the moment that each answer speaks of. */
  readonly onAnswer: (asOf: AsOf) => void
}

/** A client whose offers, history and changes have all fields. */
export type PageClient = Omit<
  Client,
  'listCurrentOffers' | 'pagesOfRateHistory' | 'pagesOfRateChanges'
> & {
  readonly listCurrentOffers: (
    ...parameters: Parameters<Client['listCurrentOffers']>
  ) => Promise<{ readonly rows: readonly OfferRow[] }>
  readonly pagesOfRateHistory: PagesOf<'pagesOfRateHistory', RateHistoryRow>
  readonly pagesOfRateChanges: PagesOf<'pagesOfRateChanges', RateChangeRow>
}

type PagesOf<Method extends keyof Client, Row> = (
  ...parameters: Parameters<Client[Method]>
) => AsyncGenerator<IteratedPage<Row>, void, undefined>

/** Creates the client of the server that sent the page. It leaves out what did not hold on the day that is shown. */
export function createPageClient(options: PageClientOptions): PageClient {
  const { baseUrl, knownAt, sampleEnd, onAnswer } = options
  const share = createSharedFetch()
  let today = ''
  const client = withDetails(
    createClient({
      baseUrl,
      fetch: async (address, options) => {
        const response = await share(pinned(addressOf(address), knownAt), options ?? {})
        const position = parseWhole(response.headers.get('ratebook-position') ?? '')
        const date = new Date(response.headers.get('date') ?? '')
        if (!Number.isNaN(date.getTime())) {
          const answeredAt = `${date.toISOString().slice(0, 19)}Z`
          today = dayOf(answeredAt)
          if (position !== undefined)
            onAnswer({ position, at: knownAt === '' ? answeredAt : knownAt })
        }
        return response
      },
    }),
  )
  const shownDay = (): string => (knownAt === '' ? today : dayOf(knownAt))
  const isDayOfSettings = (): boolean => [today, dayOf(sampleEnd)].includes(shownDay())
  /** Insurance that did not hold yet is unknown, and so is that of settings without a first day, except on their own day. */
  const held = (insurance: InsuranceRow, isOfSettings: boolean): InsuranceRow => {
    const { since } = insurance
    const holds = since === null ? !isOfSettings || isDayOfSettings() : since <= shownDay()
    return holds ? insurance : unknownInsurance
  }
  const getAbout: PageClient['getAbout'] = async (...parameters) => {
    const about = await client.getAbout(...parameters)
    const { bank, nbfi } = about.insurance
    return {
      ...about,
      insurance: { bank: bank && held(bank, true), nbfi: nbfi && held(nbfi, true) },
      withholding_tax: isDayOfSettings() ? about.withholding_tax : null,
    }
  }
  const listInstitutions: PageClient['listInstitutions'] = async (parameters, options) => {
    const [{ rows, ...answer }, { insurance: ofTypes }] = await Promise.all([
      client.listInstitutions(parameters, options),
      parameters?.details === true ? client.getAbout({}, options) : { insurance: undefined },
    ])
    const rowOf = (row: InstitutionRow): InstitutionRow => {
      const { insurance, ...rest } = withoutLaterRating(row, shownDay())
      if (insurance === undefined) return rest
      const isOfSettings = isSame(insurance, ofTypes?.[row.type] ?? null)
      return { ...rest, insurance: held(insurance, isOfSettings) }
    }
    return { ...answer, rows: rows.map(rowOf) }
  }
  return { ...client, getAbout, listInstitutions }
}

const unknownInsurance: InsuranceRow = {
  status: 'unknown',
  amount: null,
  currency: null,
  scheme: null,
  address: null,
  since: null,
}

/** Whether two insurances are the same; null if the operator has not set one. */
export function isSame(a: InsuranceRow | null, b: InsuranceRow | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function dayOf(instant: string): string {
  return instant.slice(0, 10)
}

function withDetails(client: Client): PageClient {
  return {
    ...client,
    listCurrentOffers: (parameters, options) =>
      client.listCurrentOffers({ ...parameters, details: true }, options) as ReturnType<
        PageClient['listCurrentOffers']
      >,
    pagesOfRateHistory: (parameters, options) =>
      client.pagesOfRateHistory(
        { ...parameters, details: true, readings: true },
        options,
      ) as ReturnType<PageClient['pagesOfRateHistory']>,
    pagesOfRateChanges: (parameters, options) =>
      client.pagesOfRateChanges({ ...parameters, details: true }, options) as ReturnType<
        PageClient['pagesOfRateChanges']
      >,
  }
}

/** A record of the book may have a rating that is dated after the day that is shown, as a sample has: nobody knew it then. */
function withoutLaterRating(row: InstitutionRow, shownDay: string): InstitutionRow {
  const { rating_updated: day } = row
  if (day === null || day <= shownDay) return row
  return { ...row, credit_rating: null, rating_agency: null, rating_updated: null }
}

function addressOf(target: Parameters<typeof fetch>[0]): string {
  return target instanceof Request ? target.url : target.toString()
}

function pinned(address: string, knownAt: string): string {
  if (knownAt === '' || /[?&]known_at=/.test(address)) return address
  return `${address}${address.includes('?') ? '&' : '?'}known_at=${encodeURIComponent(knownAt)}`
}

/** Parts of a view that ask for the same list within this time share one request. */
const shareMilliseconds = 5000

type PageFetch = (address: string, options: RequestInit) => Promise<Response>

/** A `fetch` that sends equal requests once. The answer of an error is not shared. */
function createSharedFetch(): PageFetch {
  const sent = new Map<string, Promise<Response>>()
  const send = async (key: string, address: string, options: RequestInit): Promise<Response> => {
    try {
      const response = await fetchWithRetry(address, options)
      const isShared = response.ok || response.status === 304
      setTimeout(() => sent.delete(key), isShared ? shareMilliseconds : 0)
      return response
    } catch (error) {
      sent.delete(key)
      throw error
    }
  }
  return async (address, { signal, ...options }) => {
    // A retry that asks for a later book must not get the response of the first request.
    const position = new Headers(options.headers).get('ratebook-min-position') ?? ''
    const key = `${position} ${address}`
    const answer = sent.get(key) ?? send(key, address, options)
    sent.set(key, answer)
    const response = await Promise.race([answer, abortOf(signal)])
    return response.clone()
  }
}

/** Never settles, unless the signal aborts. A request that others share goes on. */
function abortOf(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

const maxRetries = 4
/** A server that asks for a longer wait gets no retry: the page shows an error message instead. */
const retryDelaySeconds = 1

/** A `fetch` that retries while the server answers 429 or 503 and asks for a short wait. */
async function fetchWithRetry(address: string, options: RequestInit): Promise<Response> {
  for (let retries = 0; ; retries++) {
    const response = await fetch(address, options)
    const isBusy = response.status === 503 || response.status === 429
    const retryAfter = response.headers.get('retry-after')
    if (!isBusy || retryAfter !== String(retryDelaySeconds) || retries === maxRetries)
      return response
    await new Promise((resolve) => {
      setTimeout(resolve, retryDelaySeconds * 1000)
    })
  }
}
