/** A point of a line. The rate is an exact decimal, as the API prints it. */
export type PlotPoint = {
  /** Milliseconds since 1970 on an axis of time, months on an axis of tenures. */
  readonly x: number
  readonly rate: string
  /** When the offer was withdrawn, before the next point; absent if it was not. */
  readonly withdrawnAt?: number
  /** A text beside the mark of the point, such as the number of institutions; left out where it has no room. */
  readonly label?: string
}

/** The shape of a mark of a series. Charts with several series tell them apart by it, as not everybody sees colours. */
export const markers = ['circle', 'square', 'triangle', 'diamond', 'cross'] as const
export type Marker = (typeof markers)[number]

/** A line of a chart, with a mark for each reading. */
export type PlotSeries = {
  /** The name in the legend and in the summary. */
  readonly name: string
  /** Sets the custom property `--series`, the colour. */
  readonly className?: string
  /** `steps`: a rate stands until the next point, and the last point of a segment only ends it. */
  readonly shape: 'steps' | 'straight'
  readonly segments: readonly PlotSegment[]
  readonly marks?: readonly PlotPoint[]
  readonly marker?: Marker
  /** A text at the right end of the line. */
  readonly endLabel?: string
}

/** A part of a line without a gap. It is dashed where nobody knows whether the rate stood. */
export type PlotSegment = { readonly points: readonly PlotPoint[]; readonly isDashed?: boolean }

/** An area between the lowest and the highest rate, in steps. */
export type PlotBand = {
  readonly name: string
  readonly runs: readonly BandRun[]
}

/** A part of a band without a gap. It is pale where nobody knows whether the rates stood. The last point only ends it. */
type BandRun = { readonly points: readonly BandPoint[]; readonly isPale: boolean }
export type BandPoint = { readonly x: number; readonly lowest: string; readonly highest: string }

/** Counts in steps, in a strip below the plot on the same axis. */
export type PlotStrip = {
  readonly name: string
  readonly runs: readonly (readonly CountPoint[])[]
}

export type CountPoint = { readonly x: number; readonly count: number }

type PlotAxis = {
  readonly kind: 'time' | 'months'
  readonly from: number
  readonly until: number
}

/** A chart. Its text is part of the SVG element, so that the element can be taken along alone. */
export type PlotFrameProps = {
  /** The subject of the chart: the first words of its accessible name, and a heading inside of it. */
  readonly title?: string
  /** More words for the accessible name, where the title is short. */
  readonly context?: string
  /** A line below the heading. */
  readonly note?: string
  /** Sets the custom properties `--series` and `--band`. */
  readonly className?: string
  readonly x: PlotAxis
  /** See `rateTicks`. The first and the last are the ends of the axis. */
  readonly yTicks: readonly number[]
  readonly series: readonly PlotSeries[]
  readonly band?: PlotBand
  readonly strip?: PlotStrip
  /** A chart among many: without a legend, with less room around it. */
  readonly isSmall?: boolean
  readonly plotHeight?: number
  /** Where the cursor of the keyboard stops, in rising order. On an axis of tenures the pointer stops there as well. */
  readonly stops: readonly number[]
  /** The figures at a position, as a sentence. */
  readonly textAt: (x: number) => string
  /** The position of the cursor, for charts that share one. */
  readonly cursor?: number | undefined
  readonly onCursor?: (x: number | undefined) => void
  /** Called with the range that the reader selects by dragging. Without it, a drag does nothing. */
  readonly onSelectRange?: (from: number, until: number) => void
}
