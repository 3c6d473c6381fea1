import type { CapturedPage, OfferCells } from '../../domain/origin.ts'
import { html, type Html } from '../html.ts'
import { foreign, timeOf } from '../text.ts'
import type { Entry } from '../../domain/entry.ts'
import { grids, partsOf } from './page-tables.ts'
import { wholeOf } from '../read-text.ts'
import { pagesOf, type CapturedPages } from './captured-pages.ts'

/** The ways to look at a captured page. */
export const captureTabs = ['read', 'captured'] as const
export type CaptureTab = (typeof captureTabs)[number]

const tabNames: Readonly<Record<CaptureTab, string>> = {
  read: 'As read',
  captured: 'As captured',
}

/** What is shown of the captured pages of an entry. */
export type CapturedPanel = {
  /** The position of the entry that cites the pages. */
  readonly position: number
  readonly pages: readonly CapturedPage[]
  readonly page: number
  readonly tab: CaptureTab
  /** The address of the lit cell; empty if none is lit. */
  readonly lit: string
  /** The tables; only for the tab `read`. */
  readonly tables?: Html | undefined
  /** The address of this page with another tab or page. */
  readonly addressOf: (tab: CaptureTab, page: number) => string
}

/** The captured pages: as read, as captured, and the raw bytes. */
export function capturedPanel(panel: CapturedPanel): Html {
  const { pages, page, tab, tables, addressOf, position, lit } = panel
  const shown = pages[page]
  if (shown === undefined)
    return html`<p class="quiet">A person typed this sheet, and named no captured page.</p>`
  const tabs = captureTabs.map(
    (one) =>
      html`<a
        href="${addressOf(one, page)}"
        data-in-place
        ${one === tab && html` aria-current="page"`}
        >${tabNames[one]}</a
      >`,
  )
  return html`${pages.length > 1 && pageTabs(panel)}
    <nav class="tabs" aria-label="Ways to look at the page">
      ${tabs}
      <a href="/capture/${shown.digest}/raw?entry=${position}" download>Raw bytes</a>
    </nav>
    ${
      tab === 'read'
        ? html`<div class="captured">${tables}</div>`
        : html`<iframe
            title="The page as captured"
            sandbox
            src="/capture/${shown.digest}?${query(position, lit)}#cell"
          ></iframe>`
    }
    ${provenance(shown)}`
}

function query(position: number, lit: string): string {
  return new URLSearchParams({ entry: String(position), cell: lit }).toString()
}

function pageTabs({ pages, page, tab, addressOf }: CapturedPanel): Html {
  return html`<nav class="tabs" aria-label="Captured pages">
    ${pages.map(
      (one, index) =>
        html`<a
          href="${addressOf(tab, index)}"
          data-in-place
          ${index === page && html` aria-current="page"`}
          >${foreign(one.page)}</a
        >`,
    )}
  </nav>`
}

function provenance({ url, at, digest, format, page }: CapturedPage): Html {
  return html`<dl class="provenance">
    <dt>Page</dt>
    <dd>${foreign(page)} (${format}), captured ${timeOf(at)}</dd>
    <dt>Address</dt>
    <dd>${foreign(url)}</dd>
    <dt>Capture</dt>
    <dd><code>${digest}</code></dd>
  </dl>`
}

/** Which captured page of an entry is shown, and how. */
export type PanelRequest = {
  readonly entry: Entry
  /** The cells of the figure that is looked at. */
  readonly cells?: OfferCells | undefined
  /** The parameters `page` and `tab` of the address. */
  readonly query: URLSearchParams
  /** Whether a reviewer can choose a cell. */
  readonly isChoice?: boolean
  readonly addressOf: CapturedPanel['addressOf']
}

/** The panel with the captured pages of an entry. */
export async function panelOfEntry(
  captured: CapturedPages,
  { entry, cells, query, isChoice = false, addressOf }: PanelRequest,
): Promise<CapturedPanel> {
  const pages = pagesOf(entry)
  const ownPage = cells?.capture ?? 0
  const asked = wholeOf(query.get('page'))
  const page = asked !== undefined && asked in pages ? asked : ownPage
  const tab = captureTabs.find((one) => one === query.get('tab')) ?? 'read'
  const lit = page === ownPage ? (cells?.rate.address ?? '') : ''
  const panel = { position: entry.position, pages, page, tab, lit, addressOf }
  const shown = pages[page]
  if (shown === undefined || tab !== 'read') return panel
  const read = await captured.tables(shown, entry.institutionId)
  const { cells: all = [] } = ('origin' in entry && entry.origin) || {}
  const tables =
    'failure' in read
      ? html`<p class="notice">${foreign(read.failure)}</p>`
      : grids(read.tables, { partOf: partsOf(all, cells, page), isChoice })
  return { ...panel, tables }
}
