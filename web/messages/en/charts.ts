type LineSummary = {
  readonly name: string
  readonly lowest: string
  readonly highest: string
  readonly last: string
  /** The day or the tenure of the last figure. */
  readonly end: string
  /** Times without a reading that are long enough to be marked. */
  readonly gaps: number
}

type MarketFigures = {
  readonly median: string
  readonly lowest: string
  readonly highest: string
  readonly institutions: string
}

/** The sentences of the charts. */
export const charts = {
  /** The entries of the legend. */
  median: 'Median of all',
  band: 'Lowest to highest',
  /** The strip of counts below a chart. */
  counts: 'Institutions',
  noOffers: (day: string): string => `${day}: no offers`,
  rateOnDay: (day: string, rate: string): string => `${day}: ${rate} %`,
  marketOnDay: (day: string, { median, lowest, highest, institutions }: MarketFigures): string =>
    `${day}: median ${median}, ${lowest} to ${highest}, ${institutions}`,
  /** The end of the axis of tenures: `60 months`. */
  months: (number: string): string => `${number} months`,
  what: (title: string): string => `Chart: ${title}.`,
  range: (from: string, until: string): string => `From ${from} to ${until}.`,
  lineSummary: ({ name, lowest, highest, last, end, gaps }: LineSummary): string =>
    `${name}: lowest ${lowest} %, highest ${highest} %, last ${last} %, ${end}${
      gaps === 0 ? '' : `, ${gaps === 1 ? '1 long gap' : `${gaps} long gaps`} without a reading`
    }.`,
  points: (count: number): string =>
    `${count === 1 ? '1 point' : `${count} points`}; the arrow keys move through them.`,
}
