import { routeOf, type ViewName } from './routes.ts'

/** The parameters of the address that every view has: the instant to which it is pinned, and the language. */
export const commonParameters = ['at', 'lang'] as const

/** The filters that a reader takes from view to view, where the next view has them too. */
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

/** The address `to` with the filters of the current address that the view of `to` has as well. Its own parameters come first. */
export function carryFilters(to: string, query: URLSearchParams): string {
  const url = new URL(`/${to}`, 'http://page')
  const { view } = routeOf(url, '/')
  for (const name of [...(filtersOfView[view] ?? []), ...commonParameters]) {
    const value = query.get(name)
    const isKnown = value !== null && (value !== 'any' || viewsWithAny.includes(view))
    if (isKnown && !url.searchParams.has(name)) url.searchParams.set(name, value)
  }
  return `${url.pathname}${url.search}`.slice(1)
}
