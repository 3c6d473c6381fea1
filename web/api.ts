import { createClient, NetworkError, ProblemError, type RowFor } from '../src/client/client.ts'
import type { Client } from '../src/client/calls.ts'

/** The one way by which the page asks: the same client that anybody may use. */
export type Api = Client

export type Institution = RowFor<'listInstitutions'>
export type Offer = RowFor<'listCurrentOffers'>
export type HistoryRecord = RowFor<'listRateHistory'>
export type Change = RowFor<'listRateChanges'>
export type Comparison = RowFor<'compareOffers'>
export type Group = RowFor<'getSummary'>
export type Snapshot = RowFor<'listSummaryHistory'>
export type Freshness = RowFor<'listFreshness'>
export type BestRate = RowFor<'listBestRates'>

/** A client of the server that the page came from. */
export function createApi(base: string): Api {
  return createClient({ baseUrl: base, fetch: askPatiently })
}

/** How often it is asked again, and the most seconds before each time, until a reader hears that the server, or its limit for one client, is in the way. */
const patience = { times: 4, seconds: 1 }

/** A fetch that asks again where the server says that it only needs a moment. */
const askPatiently: typeof fetch = async (address, options) => {
  for (let times = patience.times; ; times--) {
    const response = await fetch(address, options)
    const isBusy = response.status === 503 || response.status === 429
    const after = response.headers.get('retry-after')
    if (!isBusy || after !== String(patience.seconds) || times === 0) return response
    await new Promise((resolve) => {
      setTimeout(resolve, patience.seconds * 1000)
    })
  }
}

/** What went wrong, and what to do next, in a sentence each. */
export type Trouble = { readonly title: string; readonly advice: string }

/** What a failed question means for the reader. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof ProblemError) return problemTrouble(error)
  const reason = error instanceof NetworkError ? error.reason : 'unreadable'
  return networkTroubles[reason]
}

const networkTroubles = {
  unreachable: {
    title: 'Ratebook cannot be reached.',
    advice: 'Look at your connection, then try again.',
  },
  'timed-out': {
    title: 'Ratebook did not answer in time.',
    advice: 'Try again in a moment.',
  },
  unreadable: {
    title: 'The answer is not one that this page can read.',
    advice: 'Reload the page: this copy may be older than the server.',
  },
} as const satisfies Record<NetworkError['reason'], Trouble>

function problemTrouble({ status, message, retryAfter }: ProblemError): Trouble {
  if (status === 429 || status === 503) {
    const when = retryAfter === undefined ? 'a moment' : `${retryAfter} s`
    return { title: 'Ratebook has too much to do.', advice: `Try again in ${when}.` }
  }
  if (status >= 500) {
    return { title: 'Ratebook met an error of its own.', advice: 'Try again in a moment.' }
  }
  return { title: message, advice: 'Choose other filters; the sections above begin anew.' }
}
