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
  /** Whether rates that are older now are among those counted. */
  readonly countsOlder: boolean
  /** The median of the institutions that were there throughout, where there are any. */
  readonly constant: string | undefined
}

/** The sentences of the charts. */
export const charts = {
  heading: 'How it moved',
  /** Below the heading. The legend of each chart names its lines. */
  explanation: 'The median headline rate, % a year, in a band from the lowest to the highest.',
  help: 'How to read these charts',
  helpText:
    'The thick line counts every rate that stood on a day, also those that are older now. The thin line counts only the institutions that had an offer on every day shown, so that a newcomer does not move it. Lines end at the last reading.',
  /** Also below pictures of the charts. */
  unread: 'Dashed and pale: more than 31 days in which no page of the group was read.',
  title: (terms: string): string => `How headline rates moved: ${terms}`,
  headlineRates: 'headline rates, % a year',
  hint: 'Drag across a chart to look closer.',
  showAll: 'Show all',
  noHistory: 'The book has no history for these terms.',
  noHistoryAdvice: 'Choose another tenure, payout or saver above.',
  noDays: 'The book has no history for these days.',
  noDaysAdvice: (first: string): string =>
    `Choose other days, or show all: the history of these terms begins on ${first}.`,
  /** The entries of the legend. */
  median: 'Median',
  medianWithOlder: 'Median, older rates included',
  constantMedian: (count: number): string =>
    count === 1 ? 'The one there throughout' : `Median of the ${count} there throughout`,
  constantMedianLoading: 'Median of those there throughout',
  nobodyThroughout: 'No institution had an offer on every day shown.',
  band: 'Lowest to highest',
  /** The strip of counts below a chart. */
  counts: 'Institutions',
  /** The text below a chart for a day of the market. */
  noOffers: (day: string): string => `${day}: no offers`,
  unconfirmed: (day: string, last: string): string => `${day}: nothing was confirmed after ${last}`,
  typeUnconfirmed: (type: string, last: string): string =>
    `${type}: nothing was confirmed after ${last}.`,
  /** Whether the figures of a day are confirmed, in files. */
  notConfirmedSince: (last: string): string => `not since ${last}`,
  notReadForLong: 'not read for more than 31 days',
  marketOnDay: (
    day: string,
    { median, lowest, highest, institutions, countsOlder, constant }: MarketFigures,
  ): string =>
    `${day}: median ${median}, ${lowest} to ${highest}, ${institutions}${
      countsOlder ? ', older rates included' : ''
    }${constant === undefined ? '' : `; ${constant} of those there throughout`}`,
  /** The text below a chart for a day of one rate. */
  rate: 'Rate',
  notRead: (day: string): string => `${day}: not read yet`,
  readOnDay: (day: string, rate: string): string => `${day}: ${rate} %, read that day`,
  rateOnDay: (day: string, rate: string, last: string): string =>
    `${day}: ${rate} %, last read ${last}`,
  notOfferedSince: (day: string, withdrawn: string): string =>
    `${day}: not offered, withdrawn ${withdrawn}`,
  notReadSince: (day: string, last: string, rate: string): string =>
    `${day}: not read since ${last}, then ${rate} %`,
  /** The tables behind the charts. */
  figuresBehind: 'The figures behind these charts',
  overTime: (type: string): string => `${type} over time`,
  headlineOffers: (type: string, countsOlder: boolean): string =>
    `${type}: headline offers, % a year${countsOlder ? ', older rates included' : ''}`,
  since: 'Since',
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
