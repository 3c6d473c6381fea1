import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  defaultSettings,
  type BookSettings,
  type PageSettings,
} from '../../domain/book-settings.ts'
import { escapeHtml } from '../../domain/text.ts'
import { instantText } from '../../domain/instant.ts'
import type { Market } from '../../book/market/market.ts'
import { readCatalogues } from './catalogues.ts'
import type { HttpResponse } from './headers.ts'
import type { PageTitle } from './page-views.ts'
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
