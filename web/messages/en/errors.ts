/** Errors of requests and addresses, each with advice for the reader. */
export const errors = {
  unreachable: {
    title: 'The server cannot be reached.',
    advice: 'Check your connection, then try again.',
  },
  'timed-out': {
    title: 'The server did not answer in time.',
    advice: 'Try again in a moment.',
  },
  unreadable: {
    title: 'This page cannot read the answer.',
    advice: 'Reload the page: this copy may be older than the server.',
  },
  busy: {
    title: 'The server is busy.',
    advice: 'Try again in a moment.',
  },
  busyFor: 'Try again in {seconds} s.',
  internal: {
    title: 'The server has an internal error.',
    advice: 'Try again in a moment.',
  },
  otherFilters: 'Choose other filters, or a section above.',
  repeated: 'The address has {name} more than once; the first one is used.',
  /** A parameter of the address with an error of the list below. */
  invalid: 'The address has {name} {text}, which {error}.',
  notOneOf: 'does not exist; choose {allowed}',
  notTenure: 'is not a tenure; write a number of months above zero, such as 12',
  notDay: 'is not a valid day; write one such as 2026-06-01',
  reversedDays: 'The last day, {until}, is before the first, {from}; choose another of them.',
  notColumn: 'is not a column; write name or a tenure in months, such as 12',
  notInstant: 'is not a time that has passed; write one such as 2026-06-01T00:00:00Z',
  /** Errors of amounts. The examples are written as the reader writes. */
  amount: {
    notNumber: 'is not an amount above zero; write one such as {example}',
    unknownWord: 'has “{word}”, which this field does not know; write an amount such as {example}',
    otherCurrency: 'is in another currency than {currency}; write an amount such as {example}',
    ambiguous: 'may mean {one} or {other}; write one of these',
    tooFine:
      'is finer than {currency} allows; write at most {places} digits after the decimal mark, as in {example}',
    notWhole:
      'has decimals, which {currency} does not have; write a whole amount such as {example}',
    tooLong: 'is too long; write at most 15 digits before the decimal mark',
  },
  noFilters: 'This view has no filter {name}; it has no filters.',
  unknownFilter: 'This view has no filter {name}; its filters are {known}.',
  unknownInstitution: 'The address has institution {id}, which is not in the book; choose another.',
} as const
