/** The sentences of the view of corrections. */
export const corrections = {
  title: 'Corrections',
  kicker: 'Published figures that were wrong, newest first',
  heading: 'What was published wrongly',
  lastOn: 'The last correction was on {day}',
  nothingYet: 'Nothing has been corrected so far',
  details:
    'A wrong figure is corrected here, in public: what was published, what is right, and why. Nothing is erased from the book.',
  tableOf: 'Figures that were corrected on {day}',
  head: {
    terms: 'Institution and terms',
    was: 'Was, %',
    now: 'Corrected, %',
  },
  causes: {
    misread: 'Somebody or a program misread or mistyped it.',
    misprint: 'The page printed it wrongly.',
    'wrong-page': 'It came from another page, such as that of another institution.',
    late: 'It was not valid when it was read: too old, or too early.',
    'source-restated': 'The institution changed its page for the past.',
  },
  retracted: 'The whole rate sheet was retracted. Beside each figure is the rate before it.',
  /** The days on which the first and the last of the rate sheets were published. */
  publishedOn: 'Published on {first}, corrected on {corrected}.',
  publishedFrom: 'Published from {first} to {last}, corrected on {corrected}.',
  inSheets: 'in {count} rate sheets',
  notOffered: 'not offered',
  /** A rate with its unit. */
  percent: '{rate} %',
  showOlder: 'Show older corrections',
  noOlder: 'There are no older corrections.',
  noOlderFiltered: 'No older corrections with these filters.',
  noneTitle: 'No published figure has been corrected.',
  noneText:
    'If one is found to be wrong, it appears here with the right one. Each rate of this page leads to its receipt, which says where it was read.',
  noneFilteredTitle: 'No figure of these institutions has been corrected.',
  noneFilteredText: 'Choose other filters above to see other corrections.',
  /** The title of the table, with what the filters say. */
  all: 'Corrected figures',
  feed: 'Follow these corrections in <feed>a feed for readers</feed>; programs read <list>/corrections</list>',
} as const
