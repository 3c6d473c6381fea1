import type { Market } from '../../book/market/market.ts'
import { parseEvidenceId } from '../../book/query/ids.ts'
import { publishedFigure } from '../../book/query/receipt/receipt.ts'

/** The title and the description of a view, for search engines and for links in messages. */
export type PageTitle = { readonly title: string; readonly description: string }

/** The views of the page by their paths. The server sends the same page for all of them, each with its own title. */
const titles = {
  '/': {
    title: 'Fixed-deposit rates of all institutions',
    description: 'The best, the median and the range of fixed-deposit rates, and how they moved.',
  },
  '/deposit': {
    title: 'What a fixed deposit earns',
    description: 'The interest and the maturity value of an amount at every institution.',
  },
  '/matrix': {
    title: 'Fixed-deposit rates by institution and tenure',
    description:
      'Every institution and every tenure in one table, with the yield curve of the market.',
  },
  '/comparison': {
    title: 'Institutions compared',
    description: 'The fixed-deposit rates of several institutions in one chart.',
  },
  '/institution': {
    title: 'Institutions and their fixed deposits',
    description: 'The institutions of the book, with their licences and ratings.',
  },
  '/institution/{institution_id}': {
    title: 'Fixed-deposit rates of an institution',
    description: 'The current fixed-deposit rates of one institution, and their history.',
  },
  '/changes': {
    title: 'Changes of fixed-deposit rates',
    description: 'The raises and cuts of fixed-deposit rates, newest first.',
  },
  '/correction': {
    title: 'Corrected figures',
    description: 'Published figures that were wrong, with the right ones.',
  },
  '/source': {
    title: 'Where the rates come from',
    description: 'When the rates of each institution were last confirmed, and from which page.',
  },
  '/receipt': {
    title: 'Receipts of figures',
    description: 'How to check where a published figure comes from.',
  },
  '/receipt/{id}': {
    title: 'The receipt of a figure',
    description: 'Where a published figure comes from, and how to check it.',
  },
} as const satisfies Readonly<Record<string, PageTitle>>

/** The path of a view, with the names of its parameters. */
export type ViewPath = keyof typeof titles

/** The path of every view. */
export const viewPaths = Object.keys(titles) as readonly ViewPath[]

/** The views that other sites may show in a frame, below `/embed`: those with figures. */
export const embeddedViews = viewPaths.filter((path) => !path.startsWith('/receipt'))

/** The title of the page at an address without a view. */
export const notFoundTitle: PageTitle = {
  title: 'There is nothing at this address',
  description: titles['/'].description,
}

/** Whether the book has the institution or the figure that the address of a view names. Other views always exist. */
export function isInBook(market: Market, path: ViewPath, pathId: string): boolean {
  if (path === '/institution/{institution_id}') return market.institutions.has(pathId)
  if (path !== '/receipt/{id}') return true
  const id = parseEvidenceId(pathId)
  return id !== undefined && publishedFigure(market, id) !== undefined
}

/** The title of a view. It names the institution of the address if the book has it. */
export function titleOf(market: Market, path: ViewPath, pathId: string): PageTitle {
  const view = titles[path]
  if (path !== '/institution/{institution_id}') return view
  const name = market.institutions.get(pathId)?.institution.name
  if (name === undefined) return view
  return {
    title: `${name}: fixed-deposit rates`,
    description: `The current fixed-deposit rates of ${name}, and their history.`,
  }
}
