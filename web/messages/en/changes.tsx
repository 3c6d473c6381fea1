import type { ComponentChildren } from 'preact'

type Wrap = (text: string) => ComponentChildren

type Direction = 'up' | 'down' | ''

const movesOf: Readonly<Record<Direction, string>> = { up: 'raises', down: 'cuts', '': 'changes' }

/** How many of the changes of a day raise a rate, and how many cut one. */
type Counts = { readonly up: number; readonly down: number }

/** The counts do not break. */
const counted = ({ up, down }: Counts): string => `${up}\u00A0up, ${down}\u00A0down`

/** The sentences of the view of changes. */
export const changes = {
  title: 'Changes',
  kicker: 'Raises and cuts, newest first',
  heading: 'How rates changed',
  /** All changes of the newest day, whose previous rates were read shortly before. */
  lastMove: (counts: Counts, day: string): string => `The last move: ${counted(counts)} on ${day}`,
  /** The same where some of the rates had not been read for long, so that they may have moved on an earlier day. */
  lastSeen: (counts: Counts, day: string): string =>
    counts.up + counts.down === 1
      ? `1 change was seen on ${day}: ${counted(counts)}`
      : `${counts.up + counts.down} changes were seen on ${day}: ${counted(counts)}`,
  lastMovesOf: (direction: Direction, day: string): string =>
    `The last ${movesOf[direction]} of ${day}`,
  lastMovesSeen: (direction: Direction, day: string): string =>
    `The last ${movesOf[direction]} were seen on ${day}`,
  /** Below the heading: how many of its changes followed a long time without a reading. */
  longGaps: (count: number, all: number, days: string): string => {
    if (all === 1) return `It came after more than ${days} without a reading.`
    return `${count === all ? 'All' : count} of them came after more than ${days} without a reading: the day of the move is not known.`
  },
  /** Below the heading, while only some of the changes of the day are loaded. */
  someLongGaps: (days: string): string =>
    `Some of them came after more than ${days} without a reading: the day of the move is not known.`,
  thisMonth: 'This month',
  lastMonth: 'Last month',
  months: 'Months',
  tableOf: (day: string): string => `Raises and cuts of ${day}`,
  tableSeen: (day: string): string => `Raises and cuts that were seen on ${day}`,
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
  /** The previous rate of a change: how long it stood, and the day on which it was last seen. */
  stood: (rate: string, duration: string, lastSeen: string): string =>
    `${rate} stood for ${duration}, last seen ${lastSeen}`,
  /** The same where the offer was withdrawn before it returned with another rate. */
  stoodUntilWithdrawn: (rate: string, lastSeen: string, withdrawn: string): string =>
    `${rate} last seen ${lastSeen}, withdrawn ${withdrawn}, offered again`,
  /** The same, followed by a long time without a reading. An empty duration means that it was seen on one day only. */
  stoodBeforeGap: (rate: string, duration: string, lastSeen: string): string =>
    duration === ''
      ? `${rate} last seen ${lastSeen}`
      : `${rate} stood for ${duration} or longer, last seen ${lastSeen}`,
  gap: (duration: string): string => `not read for ${duration}`,
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
  all: (filters: readonly string[]): string => ['Raises and cuts', ...filters].join(', '),
  from: (day: string): string => `from ${day}`,
  until: (day: string): string => `until ${day}`,
}
