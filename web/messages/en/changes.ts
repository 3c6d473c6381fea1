/** The sentences of the view of changes. */
export const changes = {
  title: 'Changes',
  heading: 'How rates changed',
  /** All changes, or the latest while older ones are not loaded. A direction is that of all. The counts do not break. */
  counts: {
    up: {
      one: '{count} raise',
      other: '{count} raises',
    },
    down: {
      one: '{count} cut',
      other: '{count} cuts',
    },
    any: {
      one: '{count} change',
      other: '{count} changes',
    },
  },
  latest: {
    up: {
      one: 'The latest {count} raise',
      other: 'The latest {count} raises',
    },
    down: {
      one: 'The latest {count} cut',
      other: 'The latest {count} cuts',
    },
    any: {
      one: 'The latest {count} change',
      other: 'The latest {count} changes',
    },
  },
  upAndDown: '{counts}: {up}\u00A0up, {down}\u00A0down',
  dayOfChange: 'Dated by entry into this book.',
  /** How many of the changes followed a long gap. */
  onlyAfterGap: 'It came more than {days} after the previous rate was last seen.',
  allAfterGap: 'All came more than {days} after the previous rate was last seen.',
  someAfterGap: '{count} came more than {days} after the previous rate was last seen.',
  /** The head of those changes, apart from the others. */
  afterGap: 'More than {days} after the previous rate was last seen: {count}',
  order: 'Order',
  orders: {
    day: 'By day',
    institution: 'By institution',
    size: 'By size',
  },
  thisMonth: 'This month',
  lastMonth: 'Last month',
  months: 'Months',
  tableOf: 'Raises and cuts of {day}',
  tableBySize: 'Raises and cuts, the largest first',
  netTableOf: '{name}: the net move of each rate',
  /** The lowest and the highest net move of the rates of an institution, or the only one. */
  netSame: 'net {move} bp',
  netRange: 'net {lowest} to {highest} bp',
  /** A net move that sums up several changes. */
  net: '{count} changes',
  /** The text after `net`: how many of these changes followed a long gap. */
  netAfterGap: '{count} of them more than {days} after the previous rate was last seen',
  head: {
    terms: 'Institution and terms',
    before: 'Before',
    since: 'Since',
    basisPoints: 'Basis points',
  },
  up: 'up',
  down: 'down',
  basisPoints: 'bp',
  lessThanADay: 'less than a day',
  /** The rate before a change: how long it stood, and the day on which it was last seen. */
  stood: 'stood for {duration}, last seen {lastSeen}',
  /** The same where the offer was withdrawn before it returned with another rate. */
  withdrawnBefore: 'last seen {lastSeen}, withdrawn {withdrawn}, offered again',
  /** The same, followed by a long time without a reading. */
  unreadBefore: 'last seen {lastSeen}, not read for {duration}',
  /** The minimum deposit before, as `from 5,000` or that none was stated. */
  minimumBefore: 'before: {minimum}',
  /** When the page was read, and the date that it prints. */
  readOn: 'read {day}',
  pageDated: 'page dated {day}',
  showOlder: 'Show older changes',
  noOlder: 'There are no older changes.',
  noOlderFiltered: 'No older changes with these filters.',
  noneTitle: 'No rate has moved yet.',
  noneText: 'Raises and cuts appear here once an institution publishes a second rate sheet.',
  noneFilteredTitle: 'No change passes these filters.',
  noneFilteredText: 'Choose other filters, or an earlier day to begin with.',
  feed: 'Follow these changes in <link>a feed for readers</link>',
  /** The title of the table, with what the filters say. */
  all: {
    up: 'Raises',
    down: 'Cuts',
    any: 'Raises and cuts',
  },
  from: 'from {day}',
  until: 'until {day}',
} as const
