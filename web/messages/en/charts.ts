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
  title: 'How headline rates moved: {terms}',
  headlineRates: 'headline rates, % a year',
  hint: 'Drag across a chart to look closer.',
  showAll: 'Show all',
  noHistory: 'The book has no history for these terms.',
  noHistoryAdvice: 'Choose another tenure, payout or saver above.',
  noDays: 'The book has no history for these days.',
  noDaysAdvice: 'Choose other days, or show all: the history of these terms begins on {first}.',
  /** The entries of the legend. */
  median: 'Median',
  medianWithOlder: 'Median, older rates included',
  constantMedian: {
    one: 'The one there throughout',
    other: 'Median of the {count} there throughout',
  },
  constantMedianLoading: 'Median of those there throughout',
  nobodyThroughout: 'No institution had an offer on every day shown.',
  band: 'Lowest to highest',
  /** The strip of counts below a chart. */
  counts: 'Institutions',
  /** The text below a chart for a day of the market. */
  noOffers: '{day}: no offers',
  unconfirmed: '{day}: nothing was confirmed after {last}',
  typeUnconfirmed: '{type}: nothing was confirmed after {last}.',
  /** Whether the figures of a day are confirmed, in files. */
  notConfirmedSince: 'not since {last}',
  notReadForLong: 'not read for more than 31 days',
  marketOnDay: '{day}: median {median}, {lowest} to {highest}, {institutions}',
  withOlder: '{figures}, older rates included',
  withThroughout: '{figures}; {median} of those there throughout',
  /** The text below a chart for a day of one rate. */
  rate: 'Rate',
  notRead: '{day}: not read yet',
  readOnDay: '{day}: {rate} %, read that day',
  rateOnDay: '{day}: {rate} %, last read {last}',
  notOfferedSince: '{day}: not offered, withdrawn {withdrawn}',
  notReadSince: '{day}: not read since {last}, then {rate} %',
  /** The tables behind the charts. */
  figuresBehind: 'The figures behind these charts',
  overTime: '{type} over time',
  headlineOffers: '{type}: headline offers, % a year',
  since: 'Since',
  /** The end of the axis of tenures: `60 months`. */
  months: '{number} months',
  what: 'Chart: {title}.',
  range: 'From {from} to {until}.',
  lineSummary: '{name}: lowest {lowest} %, highest {highest} %, last {last} %, {end}',
  withLongGaps: {
    one: '{line}, {count} long gap without a reading',
    other: '{line}, {count} long gaps without a reading',
  },
  points: {
    one: '{count} point; the arrow keys move through them.',
    other: '{count} points; the arrow keys move through them.',
  },
} as const
