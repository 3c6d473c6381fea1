import type { PageRequest } from '../../book/query/rate-history.ts'

/** Validated parameters, with their defaults. */
export type QueryValues = Readonly<Record<string, unknown>>

/** The offsets of the next and the previous page of a list of `count` records; `undefined` if there is none. */
export function offsetsAround(
  { limit, offset }: PageRequest,
  count: number,
): { readonly next: number | undefined; readonly prev: number | undefined } {
  return {
    next: offset + limit < count ? offset + limit : undefined,
    // If the offset is beyond the end, the previous page is the last one with records.
    prev: offset > 0 && count > 0 ? Math.max(0, Math.min(offset, count) - limit) : undefined,
  }
}

/** The Link header of a page (RFC 8288), relative to its address; `undefined` if it is the only page. */
export function linkHeader(
  query: QueryValues,
  page: PageRequest,
  count: number,
): string | undefined {
  const { next, prev } = offsetsAround(page, count)
  const links = Object.entries({ next, prev })
    .filter(([, offset]) => offset !== undefined)
    .map(([rel, offset]) => {
      // A flag of a paged list is false by default.
      const filters = Object.entries(withoutPage(query)).filter(([, value]) => value !== false)
      const target = queryText({ ...Object.fromEntries(filters), limit: page.limit, offset })
      return `<${target}>; rel="${rel}"`
    })
  return links.length === 0 ? undefined : links.join(', ')
}

/** The Link of an answer about one institution to its receipts, relative to the path of the endpoint. */
export function evidenceLink(path: string, institutionId: string, query: QueryValues): string {
  const up = '../'.repeat(path.split('/').length - 2)
  const target = queryText({ institution_id: institutionId, known_at: query['known_at'] })
  return `<${up}evidence${target}>; rel="describedby"`
}

/** The parameters without `limit` and `offset`. */
export function withoutPage(query: QueryValues): QueryValues {
  const { limit: _, offset: _offset, ...filters } = query
  return filters
}

/** Parameters as a query string that begins with a question mark; empty for none. */
export function queryText(query: QueryValues): string {
  const parts = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
