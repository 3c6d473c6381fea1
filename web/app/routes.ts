import type { Payout, Variant } from '../../src/domain/offer.ts'

/** The view of an address, with its parameters. */
export type PageRoute = {
  readonly view: ViewName
  /** The id of an institution or of a receipt; empty in views without one. */
  readonly id: string
  /** The path below the base path, without the query. */
  readonly path: string
  /** Whether another site shows the view in a frame: without the masthead and the filters. */
  readonly isEmbedded: boolean
  readonly query: URLSearchParams
}

export type ViewName =
  | 'market'
  | 'deposit'
  | 'matrix'
  | 'comparison'
  | 'institutions'
  | 'institution'
  | 'changes'
  | 'corrections'
  | 'sources'
  | 'receipt'
  | 'notFound'

/** The sections of the page: path and view. */
export const sections = [
  ['', 'market'],
  ['deposit', 'deposit'],
  ['matrix', 'matrix'],
  ['comparison', 'comparison'],
  ['institution', 'institutions'],
  ['changes', 'changes'],
  ['correction', 'corrections'],
  ['source', 'sources'],
] as const

const views: ReadonlyMap<string, ViewName> = new Map([...sections, ['receipt', 'receipt'] as const])

/** The views whose addresses have an id. */
const viewsWithId: ReadonlyMap<string, ViewName> = new Map([
  ['institution', 'institution'],
  ['receipt', 'receipt'],
])

/** The first segment of the address of a view in a frame. */
const embedPrefix = 'embed'

/** Reads an address below the base path, which ends with a slash. */
export function routeOf(url: URL, base: string): PageRoute {
  const { pathname, searchParams: query } = url
  const isBelowBase = `${pathname}/`.startsWith(base) && !pathname.includes('//')
  const path = isBelowBase ? pathname.slice(base.length).replace(/\/$/, '') : undefined
  const segments = decodeSegments(path?.split('/') ?? []) ?? []
  const isEmbedded = segments[0] === embedPrefix
  const [first, id = '', ...rest] =
    isEmbedded && segments.length === 1 ? [''] : segments.slice(isEmbedded ? 1 : 0)
  const route = { path: path ?? '', isEmbedded, query }
  const notFound: PageRoute = { ...route, view: 'notFound', id: '' }
  if (first === undefined || rest.length > 0) return notFound
  if (id === '') return { ...notFound, view: views.get(first) ?? 'notFound' }
  const view = viewsWithId.get(first)
  return view === undefined ? notFound : { ...route, view, id }
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

/** The path of a view in a frame. */
export function embedPath(path: string): string {
  return path === '' ? embedPrefix : `${embedPrefix}/${path}`
}

/** The path that a view in a frame shows. */
export function withoutEmbed(path: string): string {
  return path.replace(/^embed(?:\/|$)/, '')
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

/** A figure of a view. A property that is absent does not narrow the search for its receipt. */
export type ShownFigure = {
  readonly institution_id: string
  readonly product_variant: Variant
  readonly tenure_months: string
  readonly tenure_to_months?: string | null
  readonly payout_type: Payout
  readonly min_deposit?: string
  readonly rate_pa?: string
  /** A time at which the figure stood; absent for a current figure. */
  readonly at?: string
}

/** The path of a receipt, below the base path. */
export function receiptPath(id: string): string {
  return `receipt/${encodeURIComponent(id)}`
}

/**
 * The path that finds the receipt of a figure whose id the view does not have: a figure of the past, or one of a list without
 * ids.
 */
export function receiptSearchPath(figure: ShownFigure): string {
  const { institution_id, product_variant, tenure_months, payout_type } = figure
  const { tenure_to_months: upperBound, min_deposit, rate_pa, at } = figure
  const query = new URLSearchParams({
    institution: institution_id,
    variant: product_variant,
    tenure: tenure_months,
    ...(typeof upperBound === 'string' && { tenure_to: upperBound }),
    payout: payout_type,
    ...(min_deposit !== undefined && { minimum: min_deposit }),
    ...(rate_pa !== undefined && { rate: rate_pa }),
    ...(at !== undefined && { stood_at: at }),
  })
  return `receipt?${query.toString()}`
}
