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
export type BandRun = { readonly points: readonly BandPoint[]; readonly isPale: boolean }
export type BandPoint = { readonly x: number; readonly lowest: string; readonly highest: string }

/** Counts in steps, in a strip below the plot on the same axis. */
export type PlotStrip = {
  readonly name: string
  readonly runs: readonly (readonly CountPoint[])[]
}
export type CountPoint = { readonly x: number; readonly count: number }

export type PlotAxis = {
  readonly kind: 'time' | 'months'
  readonly from: number
  readonly until: number
}
