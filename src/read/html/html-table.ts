import type { SpanningCell } from './lay-out-cells.ts'

/** A range of the visible text runs of a page: from one index up to, but not including, another. */
export type RunRange = { readonly start: number; readonly end: number }

/** A text above a table, and where in the page it begins to count. */
export type HeadingRange = RunRange & { readonly offset: number }

/** A cell of the markup. */
export type HtmlCell = {
  start: number
  end: number
  /** The offset of its content, for the address of an empty cell. */
  readonly offset: number
}

/** A table of the markup, before its cells are laid out. */
export type HtmlTable = {
  readonly offset: number
  /** Its row groups, each with rows of cells. */
  readonly groups: SpanningCell<HtmlCell>[][][]
  readonly captions: HeadingRange[]
  /** The headings and the texts before it. */
  readonly headings: readonly HeadingRange[]
  /** The ids of the elements around it, nearest first, for the labels of tabs. */
  readonly ids: readonly { readonly id: string; readonly offset: number }[]
  /** Whether it holds another table, and so only lays out the page. */
  isLayout: boolean
  /** Whether it is made of elements with classes. */
  readonly isClassGrid: boolean
}
