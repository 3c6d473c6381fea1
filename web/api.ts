import { createClient, type RowFor } from '../src/client/client.ts'
import type { Client } from '../src/client/methods.ts'

export type InstitutionRow = RowFor<'listInstitutions'>
export type OfferRow = RowFor<'listCurrentOffers'>
export type RateHistoryRow = RowFor<'listRateHistory'>
export type RateChangeRow = RowFor<'listRateChanges'>
export type ComparisonRow = RowFor<'compareOffers'>
export type SummaryRow = RowFor<'getSummary'>
export type SummaryHistoryRow = RowFor<'listSummaryHistory'>
export type FreshnessRow = RowFor<'listFreshness'>
export type SourceRow = RowFor<'listSources'>
export type CorrectionRow = RowFor<'listCorrections'>
export type EvidenceRow = RowFor<'listEvidence'>
export type ReceiptRow = Awaited<ReturnType<Client['getEvidence']>>
export type BestRateRow = RowFor<'listBestRates'>

/** Creates the client of the server that sent the page. */
export function createPageClient(baseUrl: string): Client {
  return createClient({ baseUrl, fetch: fetchWithRetry })
}

const maxRetries = 4
/** A server that asks for a longer wait gets no retry: the page shows an error message instead. */
const retryDelaySeconds = 1

/** A `fetch` that retries while the server answers 429 or 503 and asks for a short wait. */
const fetchWithRetry: typeof fetch = async (address, options) => {
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
