/** The sentences of the view of when the rates were confirmed. */
export const sources = {
  title: 'Sources',
  kicker: 'When every rate was last confirmed',
  details:
    'Rates are older once nobody has confirmed them against the page that they are read from for longer than the limit of the institution; each age here is that of its oldest offer. Older rates may be out of date.',
  heading: 'Where the rates come from',
  /** An empty type means any. `waiting` counts institutions with new rates that nobody has decided about. */
  nothingPublished: 'There are no rates now',
  nothingOfType: '{types}: no rates now',
  nothingButWaiting: '{sentence}; new rates of {count} wait for a person',
  /** How many institutions have older rates, and how many have new rates that nobody has decided about. */
  oneConfirmed: 'The rates of the one institution are confirmed',
  oneOlder: 'The rates of the one institution are older',
  allConfirmed: 'The rates of all {count} institutions that have published are confirmed',
  allOlder: 'The rates of all {count} institutions that have published are older',
  someOlder: 'The rates of {stale} of {all} institutions that have published are older',
  alsoWaiting: '{sentence}; new rates of {count} wait for a person',
  noneOfType: 'No institution of this type is tracked.',
  noneOfTypeText: 'Choose another type above.',
  region: 'When the rates of every institution were confirmed',
  caption:
    'When the rates of every institution that has published were confirmed, older ones first',
  table: 'When the rates of each institution were confirmed',
  tableOfType: 'When the rates of each institution were confirmed, {type}',
  head: {
    institution: 'Institution',
    state: 'State',
    lastReading: 'Last reading',
    published: 'Published',
    checked: 'Checked',
    confirmed: 'Oldest offer confirmed',
    limit: 'Older after, days',
  },
  /** `age` says when it was last confirmed. */
  oldest: 'its oldest offer: {age}',
  byHand: 'Entered by hand',
  outcomes: {
    verified: 'Read again, unchanged',
    changed: 'New rates published',
    failed: 'Could not be read',
    /** A mirror does not know what became of them. */
    held: 'New rates were read and held',
    waiting: 'New rates wait for a person',
    approved: 'New rates were approved',
    edited: 'New rates were approved after an edit',
    rejected: 'New rates were rejected',
    overtaken: 'Other rates were published before a decision',
    retracted: 'New rates were approved, and retracted later',
  },
  earlierWaiting: 'earlier rates wait for a person',
  next: 'next {day}',
  unpublished: 'No rates now',
  unpublishedCount: {
    one: '{count} institution has no rates here: none were published, or all were retracted.',
    other: '{count} institutions have no rates here: none were published, or all were retracted.',
  },
  unpublishedTable: 'Institutions without rates',
  unpublishedCaption: 'The last reading of institutions without rates',
} as const
