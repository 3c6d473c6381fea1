/** The view of an address, with its parameters. */
export type PageRoute = {
  readonly view: ViewName
  /** The id of an institution or of a receipt; empty in views without one. */
  readonly id: string
  readonly query: URLSearchParams
}
export type ViewName =
  | 'market'
  | 'deposit'
  | 'institutions'
  | 'institution'
  | 'changes'
  | 'corrections'
  | 'sources'
  | 'receipt'
  | 'notFound'

const views: ReadonlyMap<string, ViewName> = new Map([
  ['', 'market'],
  ['deposit', 'deposit'],
  ['institution', 'institutions'],
  ['changes', 'changes'],
  ['correction', 'corrections'],
  ['source', 'sources'],
  ['receipt', 'receipt'],
])

/** The views whose addresses have an id. */
const viewsWithId: ReadonlyMap<string, ViewName> = new Map([
  ['institution', 'institution'],
  ['receipt', 'receipt'],
])

/** Reads an address below the base path, which ends with a slash. */
export function routeOf(url: URL, base: string): PageRoute {
  const { pathname, searchParams: query } = url
  const isBelowBase = `${pathname}/`.startsWith(base) && !pathname.includes('//')
  const path = isBelowBase ? pathname.slice(base.length) : undefined
  const [first, id = '', ...rest] = decodeSegments(path?.replace(/\/$/, '').split('/') ?? []) ?? []
  const notFound: PageRoute = { view: 'notFound', id: '', query }
  if (first === undefined || rest.length > 0) return notFound
  if (id === '') return { ...notFound, view: views.get(first) ?? 'notFound' }
  const view = viewsWithId.get(first)
  return view === undefined ? notFound : { view, id, query }
}

/** Decodes path segments; `undefined` if one of them is not valid percent-encoding. */
function decodeSegments(segments: readonly string[]): readonly string[] | undefined {
  try {
    return segments.map((segment) => decodeURIComponent(segment))
  } catch {
    return undefined
  }
}

/** The path of an institution's view, below the base path. */
export function institutionPath(id: string): string {
  return `institution/${encodeURIComponent(id)}`
}

/** A path with a query in which some parameters are changed. An empty value removes its parameter. */
export function pathWith(
  path: string,
  query: URLSearchParams,
  changes: Readonly<Record<string, string>>,
): string {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next.size === 0 ? path : `${path}?${next.toString()}`
}
