const count = (number: number): string =>
  number === 1 ? '1 institution' : `${number.toLocaleString('en-GB')} institutions`

/** The sentences of the view of how fresh the rates are. */
export const sources = {
  title: 'Sources',
  kicker: 'How fresh every figure is',
  details:
    'An institution is stale once its standing rates have not been confirmed against its own site for longer than its threshold. Stale rates may be out of date.',
  heading: 'How fresh the figures are',
  /** An empty type means any. `waiting` counts institutions with new rates that nobody has decided about. */
  nothingPublished: (types: string, waiting: number): string => {
    const sentence =
      types === ''
        ? 'Nothing has been published yet'
        : `${types}: no rate sheet has been published yet`
    return waiting === 0 ? sentence : `${sentence}; new rates of ${waiting} wait for a person`
  },
  /** How many institutions are stale, and how many have new rates that nobody has decided about. */
  staleCount: (stale: number, all: number, waiting: number): string => {
    const states =
      all === 1
        ? `The one institution is ${stale === 0 ? 'fresh' : 'stale'}`
        : stale === 0
          ? `All ${count(all)} are fresh`
          : stale === all
            ? `All ${count(all)} are stale`
            : `${stale} of ${count(all)} are stale`
    return waiting === 0 ? states : `${states}; new rates of ${waiting} wait for a person`
  },
  noneOfType: 'No institution of this type is tracked.',
  noneOfTypeText: 'Choose another type above.',
  region: 'Freshness of every institution',
  caption: 'Freshness of every institution that has published, stale first',
  table: 'How fresh the rates of each institution are',
  tableOfType: (type: string): string => `How fresh the rates of each institution are, ${type}`,
  head: {
    institution: 'Institution',
    state: 'State',
    lastReading: 'Last reading',
    published: 'Published',
    checked: 'Checked',
    confirmed: 'Confirmed',
    threshold: 'Threshold, days',
  },
  byHand: 'Entered by hand',
  outcomes: {
    verified: 'Read again, unchanged',
    changed: 'New rates published',
    failed: 'Could not be read',
    waiting: 'New rates wait for a person',
    rejected: 'New rates were rejected',
  },
  earlierWaiting: 'earlier rates wait for a person',
  next: (day: string): string => `next ${day}`,
  unpublished: 'No rate sheet yet',
  unpublishedCount: (number: number): string =>
    `${count(number)} tracked, of which no rate sheet has been published.`,
  unpublishedTable: 'Institutions without a rate sheet',
  unpublishedCaption: 'The last reading of institutions without a rate sheet',
}
