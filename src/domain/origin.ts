import type { Day } from './day.ts'
import type { Instant } from './instant.ts'

/** The formats of captured pages. */
export const pageFormats = ['html', 'json', 'pdf', 'xlsx'] as const
export type PageFormat = (typeof pageFormats)[number]

/** A captured page. `audit --captures` reads its body again by digest. */
export type CapturedPage = {
  /** The name of the page in the source definition. */
  readonly page: string
  readonly url: string
  /** When it was fetched; for a 304 response, when the server said that it had not changed. */
  readonly at: Instant
  /** SHA-256 of the body, in lower-case hex. */
  readonly digest: string
  readonly format: PageFormat
  /** The character encoding that the response named; absent if it named none. */
  readonly charset?: string
}

/** The source definition that a run used: its file, and the digest of what decides how pages are read. */
export type SourceRef = { readonly file: string; readonly digest: string }

/** Where the figures of an entry come from, if a collector read them. */
export type Origin = {
  readonly source: SourceRef
  readonly captures: readonly CapturedPage[]
  /** When the next run is due. */
  readonly nextDue: Instant
  /** The date that the page prints, if the source definition names one. */
  readonly printedDate?: { readonly day: Day; readonly cell: Cell }
  /** The cells of each offer of the sheet, or of each verified tier, in the same order. */
  readonly cells?: readonly OfferCells[]
  /** The position of the entry whose reading this run repeats, because the bodies are equal. It then has no cells. */
  readonly repeats?: number
  /** The lines of the source definition that match nothing on the pages any more, as sentences. */
  readonly unmatched?: readonly string[]
}

/** The names and digests of captured pages as one text: equal for pages with equal bodies. */
export function bodiesText(captures: readonly CapturedPage[]): string {
  return captures.map(({ page, digest }) => `${page} ${digest}`).join('\n')
}

/**
 * One printed text of a captured page, and where it stands. The address is one or more URI fragments; each one is read inside the
 * text that the one before it names: `#char=120,164`, `#/rates/0/maturity`, `#page=1&x=72.5&y=640.2`, `#sheet=Rates&cell=B3`.
 */
export type Cell = { readonly address: string; readonly text: string }

/** A cell that a figure, a tenure or an amount was read from. */
export type ReadCell = Cell & {
  /** The decimal mark that the source definition declares; absent for the point. */
  readonly decimal?: ','
  /** The meaning that the source definition gives to the text, such as `12 months to under 24 months`; absent if the text says it. */
  readonly means?: string
}

/** The cells of a captured page that an offer was read from. */
export type OfferCells = {
  /** The index of the page in the captures of its origin; absent for the first one. */
  readonly capture?: number
  readonly rate: ReadCell
  readonly tenure: ReadCell
  /** The heading over the rate cell. */
  readonly column: Cell
  readonly annualEffectiveRate?: ReadCell
  readonly minimumDeposit?: ReadCell
  /** The factor between the printed text and the figure, if the source definition names one: `100` for a fraction. */
  readonly factor?: string
}
