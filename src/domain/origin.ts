import type { Day } from './day.ts'
import type { Instant } from './instant.ts'
import { filledList, list, object, optional, text, value, word, type TypeOf } from './schema.ts'

/** The formats of captured pages. */
export const pageFormats = ['html', 'json', 'pdf', 'xlsx'] as const
export type PageFormat = (typeof pageFormats)[number]

/** A captured page. `audit --captures` reads its body again by digest. */
export const capturedPage = object({
  /** The name of the page in the source definition. */
  page: text(),
  url: text('url'),
  /** When it was fetched; for a 304 response, when the server said that it had not changed. */
  at: value<Instant>('instant'),
  /** SHA-256 of the body, in lower-case hex. */
  digest: text('digest'),
  format: word('format', pageFormats),
  /** The character encoding that the response named; absent if it named none. */
  charset: optional(text()),
})
export type CapturedPage = TypeOf<typeof capturedPage>

/** The source definition that a run used: its file, and the digest of what decides how pages are read. */
export const sourceRef = object({ file: text(), digest: text('digest') })
export type SourceRef = TypeOf<typeof sourceRef>

const cellKeys = { address: text('lines'), text: text('printed') }

/**
 * One printed text of a captured page, and where it stands. The address is one or more URI fragments; each one is read inside the
 * text that the one before it names: `#char=120,164`, `#/rates/0/maturity`, `#page=1&x=72.5&y=640.2`, `#sheet=Rates&cell=B3`.
 */
const cell = object(cellKeys)
export type Cell = TypeOf<typeof cell>

/** A cell that a figure, a tenure or an amount was read from. */
const readCell = object({
  ...cellKeys,
  /** The decimal mark that the source definition declares; absent for the point. */
  decimal: optional(word<','>('decimal mark', [','])),
  /** The meaning that the source definition gives to the text, such as `12 months to under 24 months`; absent if the text says it. */
  means: optional(text('lines')),
})
export type ReadCell = TypeOf<typeof readCell>

/** The cells of a captured page that an offer was read from. */
const offerCells = object({
  /** The index of the page in the captures of its origin; absent for the first one. */
  capture: optional(value<number>('index')),
  rate: readCell,
  tenure: readCell,
  /** The heading over the rate cell. */
  column: cell,
  annualEffectiveRate: optional(readCell),
  minimumDeposit: optional(readCell),
  /** The factor between the printed text and the figure, if the source definition names one: `100` for a fraction. */
  factor: optional(text('decimal')),
})
export type OfferCells = TypeOf<typeof offerCells>

/** Where the figures of an entry come from, if a collector read them. */
export const origin = object({
  source: sourceRef,
  captures: list(capturedPage),
  /** When the next run is due. */
  nextDue: value<Instant>('instant'),
  /** The date that the page prints, if the source definition names one. */
  printedDate: optional(object({ day: value<Day>('day'), cell })),
  /** The cells of each offer of the sheet, or of each verified tier, in the same order. */
  cells: optional(list(offerCells)),
  /** The position of the entry whose reading this run repeats, because the bodies are equal. It then has no cells. */
  repeats: optional(value<number>('position')),
  /** The lines of the source definition that match nothing on the pages any more, as sentences. */
  unmatched: optional(filledList(text('lines'))),
})
export type Origin = TypeOf<typeof origin>

/** The names and digests of captured pages as one text: equal for pages with equal bodies. */
export function bodiesText(captures: readonly CapturedPage[]): string {
  return captures.map(({ page, digest }) => `${page} ${digest}`).join('\n')
}
