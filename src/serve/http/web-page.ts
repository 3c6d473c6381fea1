import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Market } from '../../book/market/market.ts'
import { parseEvidenceId } from '../../book/query/ids.ts'
import { publishedFigure } from '../../book/query/receipt/receipt.ts'
import {
  defaultSettings,
  type BookSettings,
  type PageSettings,
} from '../../domain/book-settings.ts'
import { instantText } from '../../domain/instant.ts'
import { escapeHtml } from '../../domain/text.ts'
import { readCatalogues } from './catalogues.ts'
import type { HttpResponse } from './http-response.ts'
import { logoAddress, type Site, type WebPage } from './site.ts'
import type { Content } from './write.ts'

/** Reads a built page and the catalogues of its languages; `undefined` if the folder has no page. */
export function readWebPage(
  folder: string,
  { languages, catalogues }: Pick<BookSettings, 'languages' | 'catalogues'> = defaultSettings,
): WebPage | undefined {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return undefined
  return {
    html: readFileSync(index, 'utf8'),
    assets: join(folder, 'assets'),
    ...readCatalogues(join(folder, 'languages'), languages, catalogues),
  }
}

/** The catalogues of a page by their paths: those of its languages, and the English one for translators. */
export function catalogueDocuments(
  page: WebPage | undefined,
): Readonly<Record<string, () => Content>> {
  if (page === undefined) return {}
  const catalogues = page.languages.map(({ tag, json }) => [tag, json] as const)
  return Object.fromEntries(
    [...catalogues, ['en', page.english] as const].map(([tag, text]) => [
      `/languages/${tag}.json`,
      () => ({
        type: 'application/json; charset=utf-8',
        etagLabel: `catalogue-${hash('sha256', text).slice(0, 12)}`,
        text,
        headers: { 'cache-control': 'no-cache' },
      }),
    ]),
  )
}

/** The sites that may show the page in a frame. */
export type Framing = 'no site' | 'any site'

/** The page may load and run only its own files, and send requests only to this server. */
function policy(framing: Framing): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    `frame-ancestors ${framing === 'any site' ? '*' : "'none'"}`,
  ].join('; ')
}

/** The values that the server writes into the HTML document. */
export type PageDetails = {
  readonly site: Site
  readonly market: Market
  readonly title: PageTitle
  readonly framing: Framing
}

/** The HTML document with its details. Browsers must revalidate it, so that an upgrade takes effect at once. */
export function pageContent(page: WebPage, details: PageDetails): Content {
  const { site, market, title, framing } = details
  const written = JSON.stringify(pageSettings(page, details))
  // A function as replacement, because `$` has a meaning in a text.
  const text = page.html
    .replace(/<base href="[^"]*"/, () => `<base href="${site.basePath}/"`)
    .replace(/(<meta name="sample" content=")[^"]*"/, `$1${sampleEnd(market)}"`)
    .replace(
      '<meta name="settings" content=""',
      () => `<meta name="settings" content="${escapeHtml(written)}"`,
    )
    .replace(/<meta name="description"[^>]*>\s*<title>[^<]*<\/title>/, () =>
      titleTags(title, site.settings.operator.name),
    )
  return {
    type: 'text/html; charset=utf-8',
    etagLabel: `page-${hash('sha256', text).slice(0, 12)}`,
    text,
    headers: { 'content-security-policy': policy(framing), 'cache-control': 'no-cache' },
  }
}

function pageSettings({ languages }: WebPage, { market, site }: PageDetails): PageSettings {
  const { settings } = site
  return {
    country: settings.country ?? '',
    currency: market.currency ?? settings.currency ?? '',
    typeNames: settings.typeNames ?? {},
    timeZone: settings.timeZone ?? 'UTC',
    operator: { ...settings.operator, logo: logoAddress(site) },
    languages: languages.map(({ tag, name, direction, missing }) => ({
      tag,
      name,
      direction,
      missing,
    })),
    amountWords: languages.flatMap(({ amountWords }) => amountWords),
  }
}

/** The instant of the last entry of a sample, at which the page shows it; empty for a real book. */
function sampleEnd({ sample, entries }: Market): string {
  const last = entries.at(-1)
  return sample && last !== undefined ? instantText(last.at) : ''
}

/** The title and the description, also as Open Graph tags, which messengers show with a link. */
function titleTags({ title, description }: PageTitle, siteName = 'Ratebook'): string {
  const [titleText, descriptionText, site] = [title, description, siteName].map(escapeHtml)
  return `<title>${titleText} · ${site}</title>
    <meta name="description" content="${descriptionText}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="${site}" />
    <meta property="og:title" content="${titleText}" />
    <meta property="og:description" content="${descriptionText}" />
    <meta name="twitter:card" content="summary" />`
}

/** The web page with an error status, for an unknown address or one that names something unknown. */
export function notFoundPage({ type, text, headers }: Content, status: 400 | 404): HttpResponse {
  return {
    status,
    headers: { ...headers, 'content-type': type, 'cache-control': 'no-store', vary: 'Accept' },
    body: Buffer.from(text),
  }
}

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
