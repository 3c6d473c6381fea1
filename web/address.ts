/** What an address shows. `nowhere` is an address that this version of the page does not have. */
export type Place = {
  readonly view: View
  /** The institution of its view. */
  readonly id: string
  readonly query: URLSearchParams
}
export type View =
  | 'market'
  | 'deposit'
  | 'institutions'
  | 'institution'
  | 'changes'
  | 'sources'
  | 'nowhere'

const views: ReadonlyMap<string, View> = new Map([
  ['', 'market'],
  ['deposit', 'deposit'],
  ['institution', 'institutions'],
  ['changes', 'changes'],
  ['sources', 'sources'],
])

/** Reads an address below a base path, which ends with a slash. */
export function placeOf(url: URL, base: string): Place {
  const { pathname, searchParams: query } = url
  const isBelow = `${pathname}/`.startsWith(base) && !pathname.includes('//')
  const path = isBelow ? pathname.slice(base.length) : undefined
  const [first, id = '', ...rest] = decoded(path?.replace(/\/$/, '').split('/') ?? []) ?? []
  const nowhere: Place = { view: 'nowhere', id: '', query }
  if (first === undefined || rest.length > 0) return nowhere
  if (id !== '') return first === 'institution' ? { view: 'institution', id, query } : nowhere
  return { ...nowhere, view: views.get(first) ?? 'nowhere' }
}

/** Names as they were before they stood in an address; `undefined` where one cannot have been. */
function decoded(names: readonly string[]): readonly string[] | undefined {
  try {
    return names.map((name) => decodeURIComponent(name))
  } catch {
    return undefined
  }
}

/** The address of an institution, below the base path. */
export function institutionAddress(id: string): string {
  return `institution/${encodeURIComponent(id)}`
}

/** What stands before a query: an address with some parameters set, and those that are empty left out. */
export function addressWith(
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
