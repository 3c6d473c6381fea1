import { canonicalDecimal, type Decimal } from '../domain/decimal.ts'
import type { ContentRequest } from './content.ts'
import { withBookEntries } from './book-entries.ts'
import { contentOf, type EndpointRequest } from './endpoint-content.ts'
import type { HttpResponse } from './http-response.ts'
import { knownAtOf } from './known-at.ts'
import type { QueryValues } from './links.ts'
import { wrongParameters } from './problems.ts'
import { readQuery, type RawQuery } from './schema/read-query.ts'

/** Reads the parameters of a request. Wrong parameters (422) come before an unknown institution (404). */
export function ask(
  endpointRequest: EndpointRequest,
  rawQuery: RawQuery,
): ContentRequest | HttpResponse {
  const { endpoint, id, format } = endpointRequest
  const read = readQuery(endpoint.query, rawQuery)
  if ('errors' in read) return wrongParameters(read.errors)
  const { query } = read
  const { fromMarket, isPaged, isEvents } = endpoint
  const knownAt = knownAtOf(query)
  // A feed has the address of the server that its client uses: a cached one could have that of another client.
  const isCached = fromMarket && isPaged !== true && isEvents !== true && format !== 'atom'
  return {
    cacheKey: isCached
      ? `${endpoint.path} ${id} ${format} ${endpointRequest.isNegotiated} ${keyOf(query)}`
      : undefined,
    ...(knownAt !== undefined && { knownAt }),
    ...(endpoint.bookPositions !== undefined && {
      prepare: (state, readEntry) => withBookEntries(endpoint, id, state, readEntry),
    }),
    content: (state) => contentOf(endpointRequest, query, state),
  }
}

/** The parameters with their defaults, in the order of the endpoint's table; tenures by value. */
function keyOf(query: QueryValues): string {
  const { tenure_months: tenure } = query
  if (tenure === undefined) return JSON.stringify(query)
  return JSON.stringify({ ...query, tenure_months: canonicalDecimal(tenure as Decimal) })
}
