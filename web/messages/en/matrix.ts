/** The sentences of the views of all rates and of the comparison. */
export const matrix = {
  title: 'All rates',
  /** The heading before the first answer, and that of an empty book. */
  loadingHeading: 'Every rate at a glance',
  heading: (institutions: string, tenures: number): string =>
    `${institutions} by ${tenures === 1 ? 'one tenure' : `${tenures} tenures`}`,
  nothingConfirmed: 'No rate on these terms is confirmed',
  kicker: (payout: string, variant: string): string =>
    `Headline rates, % a year, paid ${payout}, for ${variant}`,
  details: 'Each rate is that of the lowest minimum deposit. The highest of each column is marked.',
  olderNotCounted: 'Older rates are not counted.',
  unmarkedForEveryone: 'A rate without a mark is for everyone.',
  find: 'Find',
  findHint: 'Name',
  nobodyFound: (text: string): string => `No institution is called ${text}.`,
  findOther: 'Write another part of the name, or choose other filters.',
  tableTitle: (payout: string, variant: string): string =>
    `All rates, paid ${payout}, for ${variant}`,
  caption: 'Headline rates of every institution by tenure, percent per annum',
  institution: 'Institution',
  chooseOne: (name: string): string => `Compare ${name}`,
  sortBy: (column: string): string => `Sort by ${column}`,
  best: (figure: string): string => `${figure}, the highest of its column`,
  moreFrom: (rate: string, amount: string): string => `${rate} from ${amount}`,
  chosen: (count: number): string =>
    count === 1 ? 'One institution is chosen.' : `${count} institutions are chosen.`,
  compareThem: 'Compare them over time',
  chooseNone: 'Choose none',
  mostChosen: 'Five is the most that a comparison shows.',
  allTenures: (count: number): string => `Show all ${count} tenures`,
  commonTenures: 'Show the common tenures only',
  curve: 'Rates by tenure',
  curveTitle: (payout: string, variant: string): string =>
    `Rates by tenure, paid ${payout}, for ${variant}`,
  curveNote: 'Median and highest headline rate of each tenure, % a year',
  curveHelp:
    'The number below a point counts its institutions. Lines join the points of three or more.',
  bestLine: (type: string): string => `${type}, highest`,
  medianLine: (type: string): string => `${type}, median`,
  curveAt: (tenure: string, figures: string): string => `${tenure}: ${figures}`,
  curveFigure: (name: string, rate: string): string => `${name} ${rate} %`,

  comparison: 'Compare',
  comparisonHeading: (names: string): string => `${names} compared`,
  comparedTitle: (terms: string, names: string): string => `Compared, ${terms}: ${names}`,
  chooseHeading: 'Compare up to five institutions',
  add: 'Add an institution',
  addButton: 'Add',
  remove: (name: string): string => `Remove ${name}`,
  unknown: (ids: string): string =>
    `The address names institutions that are not in the book: ${ids}.`,
  tooMany: (count: number): string =>
    `The address names ${count} institutions; the first five are compared.`,
  noneChosen: 'No institution is chosen yet.',
  suggestion: (names: string): string =>
    `Choose one above, or tick them in the table of all rates. The highest rates on these terms: ${names}.`,
  startWith: (names: string): string => `Compare ${names}`,
  overTime: 'Over time',
  overTimeNote: 'Marks are readings; dashes bridge over 31 days',
  overTimeTitle: (terms: string, names: string): string => `${terms}: ${names}`,
  noHistory: 'None of them has printed a rate on these terms.',
  noHistoryAdvice: 'Choose another tenure, payout or saver above.',
  noHistoryInRange: 'Nothing was read in these days.',
  chooseOtherDays: 'Choose other days above.',
  byTenure: 'By tenure',
  curvesTitle: (payout: string, names: string): string =>
    `Rates by tenure, paid ${payout}: ${names}`,
  byTenureNote: 'What each offers, % a year',
  rates: 'Rates',
  ratesOn: (day: string): string => `Rates on ${day}`,
  nowCaption: 'The institutions compared on these terms',
  rate: 'Rate, %',
  aer: 'AER, %',
  minimum: 'Minimum deposit',
  confirmed: 'Confirmed',
  notOffered: 'not offered',
}
