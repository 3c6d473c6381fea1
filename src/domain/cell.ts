/**
 * One printed text of a captured page, and where it stands. The address is one or more URI fragments; each one is read inside the
 * text that the one before it names: `#char=120,164`, `#/rates/0/maturity`, `#page=1&x=72.5&y=640.2`, `#sheet=Rates&cell=B3`.
 */
export type Cell = { readonly address: string; readonly text: string }

/** The cells of a captured page that an offer was read from. */
export type OfferCells = {
  /** The index of the page in the captures of its origin; absent for the first one. */
  readonly capture?: number
  readonly rate: Cell
  readonly tenure: Cell
  /** The heading over the rate cell. */
  readonly column: Cell
  readonly annualEffectiveRate?: Cell
  readonly minimumDeposit?: Cell
  /** The factor between the printed text and the figure, if the source definition names one: `100` for a fraction. */
  readonly factor?: string
}
