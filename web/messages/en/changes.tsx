import type { ComponentChildren } from 'preact'

type Wrap = (text: string) => ComponentChildren

type Direction = 'up' | 'down' | ''

const nounOf: Readonly<Record<Direction, string>> = { up: 'raise', down: 'cut', '': 'change' }

/** How many of some changes raise a rate, and how many cut one. */
type Counts = { readonly up: number; readonly down: number }

const number = (count: number): string => count.toLocaleString('en-GB')

/** The sentences of the view of changes. */
export const changes = {
  title: 'Changes',
  heading: 'How rates changed',
  /** All changes, or the latest while older ones are not loaded. A direction is that of all. The counts do not break. */
  counts: ({ up, down }: Counts, direction: Direction, isLatest: boolean): string => {
    const noun = `${nounOf[direction]}${up + down === 1 ? '' : 's'}`
    const all = isLatest
      ? `The latest ${number(up + down)} ${noun}`
      : `${number(up + down)} ${noun}`
    return direction === '' ? `${all}: ${number(up)}\u00A0up, ${number(down)}\u00A0down` : all
  },
  dayOfChange: 'Dated by entry into this book.',
  /** How many of the changes followed a long time without a reading. */
  longGaps: (count: number, all: number, days: string): string => {
    if (all === 1) return `It came after more than ${days} without a reading.`
    return `${count === all ? 'All' : number(count)} came after more than ${days} without a reading.`
  },
  order: 'Order',
  orders: { day: 'By day', institution: 'By institution', size: 'By size' },
  thisMonth: 'This month',
  lastMonth: 'Last month',
  months: 'Months',
  tableOf: (day: string): string => `Raises and cuts of ${day}`,
  tableBySize: 'Raises and cuts, the largest first',
  netTableOf: (name: string): string => `${name}: the net move of each rate`,
  /** The lowest and the highest net move of the rates of an institution, or the only one. */
  netRange: (moves: readonly string[]): string => `net ${moves.join(' to ')} bp`,
  /** A net move that sums up several changes. */
  net: (count: number): string => `${number(count)} changes`,
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
  stood: (duration: string, lastSeen: string): string =>
    `stood for ${duration}, last seen ${lastSeen}`,
  /** The same where the offer was withdrawn before it returned with another rate. */
  withdrawnBefore: (lastSeen: string, withdrawn: string): string =>
    `last seen ${lastSeen}, withdrawn ${withdrawn}, offered again`,
  /** The same, followed by a long time without a reading. */
  unreadBefore: (lastSeen: string, duration: string): string =>
    `last seen ${lastSeen}, not read for ${duration}`,
  /** The minimum deposit before, as `from 5,000` or that none was stated. */
  minimumBefore: (minimum: string): string => `before: ${minimum}`,
  /** When the page was read, and the date that it prints. */
  readOn: (day: string): string => `read ${day}`,
  pageDated: (day: string): string => `page dated ${day}`,
  showOlder: 'Show older changes',
  noOlder: 'There are no older changes.',
  noOlderFiltered: 'No older changes with these filters.',
  noneTitle: 'No rate has moved yet.',
  noneText: 'Raises and cuts appear here once an institution publishes a second rate sheet.',
  noneFilteredTitle: 'No change passes these filters.',
  noneFilteredText: 'Choose other filters, or an earlier day to begin with.',
  feed: (link: Wrap): ComponentChildren => (
    <>Follow these changes in {link('a feed for readers')}</>
  ),
  /** The title of the table, with what the filters say. */
  all: (direction: Direction, filters: readonly string[]): string =>
    [{ up: 'Raises', down: 'Cuts', '': 'Raises and cuts' }[direction], ...filters].join(', '),
  from: (day: string): string => `from ${day}`,
  until: (day: string): string => `until ${day}`,
}
