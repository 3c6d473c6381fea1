import { routeOf, type PageRoute, type ViewName } from './routes.ts'

/** The parameters of the address that every view has: the instant to which it is pinned, and the language. */
const commonParameters = ['at', 'lang'] as const

/** The filters that a reader takes from view to view; a view without a filter leaves it for the next one. */
const filtersOfView: Readonly<Partial<Record<ViewName, readonly string[]>>> = {
  market: ['type', 'tenure', 'payout', 'variant', 'stale', 'from', 'until'],
  deposit: ['type', 'tenure', 'payout', 'variant', 'stale', 'amount'],
  matrix: ['type', 'payout', 'variant', 'stale', 'institutions'],
  comparison: ['tenure', 'payout', 'variant', 'institutions', 'from', 'until'],
  institutions: ['type', 'stale'],
  institution: ['payout', 'variant'],
  changes: ['type', 'tenure', 'payout', 'variant', 'institution', 'from', 'until'],
  corrections: ['type', 'institution'],
  sources: ['type'],
}

/** Only these views have a choice `any`; elsewhere it means the default. */
const viewsWithAny: readonly ViewName[] = ['deposit', 'changes']

/** The filters after a view is shown: its own replace the earlier ones, and those that it does not have stay. */
export function rememberFilters(
  earlier: URLSearchParams,
  { view, query }: Pick<PageRoute, 'view' | 'query'>,
): URLSearchParams {
  const next = new URLSearchParams(earlier)
  for (const name of [...(filtersOfView[view] ?? []), ...commonParameters]) {
    const value = query.get(name)
    if (value !== null) next.set(name, value)
    // Where a view has no choice of any, its default does not replace it.
    else if (next.get(name) !== 'any' || viewsWithAny.includes(view)) next.delete(name)
  }
  return next
}

/** The address `to` with those of the filters that its view has. Its own parameters come first. */
export function carryFilters(to: string, filters: URLSearchParams): string {
  // A fast path: most pages have many links and no filters.
  if (filters.size === 0) return to
  const url = new URL(`/${to}`, 'http://page')
  const { view } = routeOf(url, '/')
  for (const name of [...(filtersOfView[view] ?? []), ...commonParameters]) {
    const value = filters.get(name)
    const isKnown = value !== null && (value !== 'any' || viewsWithAny.includes(view))
    if (isKnown && !url.searchParams.has(name)) url.searchParams.set(name, value)
  }
  return `${url.pathname}${url.search}`.slice(1)
}
