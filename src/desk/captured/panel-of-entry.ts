import type { OfferCells } from '../../domain/origin.ts'
import type { Entry } from '../../domain/entry.ts'
import { html } from '../html.ts'
import { captureTabs, type CapturedPanel } from './captured-panel.ts'
import { grids } from './page-tables.ts'
import { wholeOf } from '../read-text.ts'
import { foreign } from '../text.ts'
import { pagesOf, type CapturedPages } from './captured-pages.ts'
import { partsOf } from './cell-places.ts'

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
