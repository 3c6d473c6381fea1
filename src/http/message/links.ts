import type { Page } from '../../query/page.ts'

/** Parameters that were read and checked, with their defaults. */
export type Query = Readonly<Record<string, unknown>>

/** The offsets of the pages after and before one of a list of so many rows; `undefined` where there is none. */
export function offsetsAround(
  { limit, offset }: Page,
  count: number,
): { readonly next: number | undefined; readonly prev: number | undefined } {
  return {
    next: offset + limit < count ? offset + limit : undefined,
    // From beyond the end, back to the last rows that there are.
    prev: offset > 0 && count > 0 ? Math.max(0, Math.min(offset, count) - limit) : undefined,
  }
}

/** Where the pages around one are, relative to it (RFC 8288), behind the filters of its list as they stand in a target; `undefined` if there are none. */
export function linkTo(filters: string, page: Page, count: number): string | undefined {
  const { next, prev } = offsetsAround(page, count)
  const begin = `<${filters === '' ? '?' : `${filters}&`}limit=${page.limit}&offset=`
  const to = (rel: string, at: number | undefined): string =>
    at === undefined ? '' : `${begin}${at}>; rel="${rel}"`
  const [toNext, toPrev] = [to('next', next), to('prev', prev)]
  const link = toNext !== '' && toPrev !== '' ? `${toNext}, ${toPrev}` : toNext + toPrev
  return link === '' ? undefined : link
}

/** What was asked but for the page: a feed is the same, however much of it is asked for. */
export function filtersOf(query: Query): Query {
  const { limit: _, offset: _offset, ...filters } = query
  return filters
}

/** Parameters as they stand in a target. */
export function queryText(query: Query): string {
  const parts = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
