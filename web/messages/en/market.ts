/** The sentences of the market, and of the marks of rates in all lists. */
export const market = {
  title: 'Market',
  /** The heading before the first answer, and of terms that nobody offers. */
  heading: 'The {tenure} market',
  best: 'The best {tenure} headline rate is {rate}\u00A0%',
  /** The same where an older rate is higher. */
  bestConfirmed: 'The best confirmed {tenure} headline rate is {rate}\u00A0%',
  nothingConfirmed: 'No {tenure} rate is confirmed',
  lastConfirmation: 'The last confirmation of these rates was on {day}.',
  bestOfOlder:
    'The highest older rate, of {institutions}, is {rate}\u00A0% at {name}, last confirmed {duration} ago.',
  /** Why older rates that are higher do not count. */
  higherOlder: {
    one: 'An older rate is higher, {rate}\u00A0% at {name}. It does not count, because it was not confirmed in the last {days}.',
    other:
      '{count} older rates are higher, at most {rate}\u00A0% at {name}. They do not count, because they were not confirmed in the last {days}.',
  },
  paidBy: '{name} pays it, of {institutions}.',
  /** Where no other institution is counted. */
  onlyOne: '{name} pays it; no other institution is counted.',
  paidBySeveral: '{count} institutions pay it, {name} among them, of {institutions}.',
  medianOfType: 'The median {type} pays {rate}\u00A0%.',
  farAbove: 'It is more than twice the median; look at its receipt before you believe it.',
  oldHeadline: 'This rate was last confirmed {duration} ago.',
  /** Where the view counts the rates of a special variant only. */
  onlyVariant:
    'Only rates for {savers}. <link>{depositTitle}</link> also counts the rates for everyone.',
  explanation:
    'A headline rate is what an institution pays on its lowest minimum deposit; a larger deposit may bring more.',

  figures: 'Figures of the market',
  figuresTitle: 'Figures of the market: {terms}',
  figuresCaption: 'Headline offers of the market, percent per annum',
  percentAYear: '% a year',
  dots: 'Each institution as a dot',
  offers: 'Offers',
  lowest: 'Lowest',
  median: 'Median',
  average: 'Average',
  highest: 'Highest',

  ranking: 'Who pays what',
  rankingTitle: 'Headline rates: {terms}',
  rankingCaption: 'Headline offers, the highest rate first',
  rank: 'Rank',
  institution: 'Institution',
  older: 'Older rates, not confirmed in the last {days}: {count}',
  lastConfirmed: 'last confirmed {duration} ago',

  /** The host that a figure was read on, where it is not the institution's. */
  readOn: 'read on {host}',
  corrected: 'corrected',
  correctedFigure: 'corrected: {figure}',
  receiptOf: '{figure}: receipt',
  typed: 'entered by hand',
  typedTitle: 'A person entered this figure by hand; no captured page proves it.',
  page: 'page',
  pageTitle: 'This figure was read from a captured page, which its receipt shows.',
} as const
