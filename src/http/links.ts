/** Parameters that were read and checked, with their defaults. */
export type Query = Readonly<Record<string, unknown>>

/** The pages after and before one of a list of so many rows, as parameters; `undefined` where there is none. */
export function pagesAround(
  query: Query,
  count: number,
): { readonly next: Query | undefined; readonly prev: Query | undefined } {
  const { limit, offset } = query as { readonly limit: number; readonly offset: number }
  const at = (start: number): Query => ({ ...query, offset: start })
  return {
    next: offset + limit < count ? at(offset + limit) : undefined,
    // From beyond the end, back to the last rows that there are.
    prev: offset > 0 && count > 0 ? at(Math.max(0, Math.min(offset, count) - limit)) : undefined,
  }
}

/** Where the pages around one are, relative to it (RFC 8288). */
export function linkTo(query: Query, count: number): { readonly link?: string } {
  const links = Object.entries(pagesAround(query, count))
    .filter(([, page]) => page !== undefined)
    .map(([rel, page = {}]) => `<${queryText(page)}>; rel="${rel}"`)
  return links.length === 0 ? {} : { link: links.join(', ') }
}

/** What was asked but for the page: a feed is the same, however much of it is asked for. */
export function filterText(query: Query): string {
  const { limit: _, offset: _offset, ...filters } = query
  return queryText(filters)
}

/** Parameters as they stand in a target. */
export function queryText(query: Query): string {
  const parts = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
