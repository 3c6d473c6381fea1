/** The words and formats of which the sentences of all views are made. */
export const words = {
  variants: {
    general: 'everyone',
    senior_citizen: 'senior citizens',
    women: 'women',
    digital: 'digital deposits',
    minor: 'minors',
  },
  payouts: {
    maturity: 'at maturity',
    monthly: 'monthly',
    quarterly: 'quarterly',
    annual: 'annually',
  },
  types: {
    bank: 'banks',
    nbfi: 'finance companies',
  },
  typeNouns: {
    bank: 'bank',
    nbfi: 'finance company',
  },
  licences: {
    licensed_commercial_bank: 'Licensed commercial bank',
    licensed_specialised_bank: 'Licensed specialised bank',
    licensed_finance_company: 'Licensed finance company',
  },
  durations: {
    year: {
      one: '{count} year',
      other: '{count} years',
    },
    month: {
      one: '{count} month',
      other: '{count} months',
    },
    day: {
      one: '{count} day',
      other: '{count} days',
    },
  },
  yearsAndMonths: '{years} and {months}',
  tenureAdjectives: {
    month: '{count}\u2011month',
    day: '{count}\u2011day',
  },
  /** Ranges of tenures: `12 to under 24 months`. Only months have bounds that are left out. */
  tenureRanges: {
    month: '{from} to {to} months',
    day: '{from} to {to} days',
    mixed: '{from} to {to}',
    above: 'above {bound}',
    under: 'under {bound}',
  },
  anyTenure: 'Any tenure',
  anyPayout: 'any payout',
  paid: 'paid {payout}',
  openTo: 'for {variant}',
  bothTypes: '{banks} and {companies}',
  onlyTypes: '{types} only',
  olderIncluded: 'older rates included',
  utcTime: '{day}, {clock} UTC',
  localTime: '{day}, {clock}, {place} time',
  /** Where the clocks of the book have another time than UTC. */
  dayBegins: 'Days are UTC days: each begins at {clock}, {place} time.',
  institutions: {
    one: '{count} institution',
    other: '{count} institutions',
  },
  lastConfirmed: 'last confirmed {duration} ago',
  confirmedToday: 'confirmed today',
  confirmedDaysAgo: {
    one: 'confirmed {count} day ago',
    other: 'confirmed {count} days ago',
  },
  today: 'today',
  daysAgo: {
    one: '{count} day ago',
    other: '{count} days ago',
  },
  fromAmount: 'from {amount}',
  noMinimum: 'no stated minimum',
  minimumMoved: '{now} (before: {before})',
  yes: 'yes',
  no: 'no',
  directions: {
    initial: 'first',
    up: 'up',
    down: 'down',
    flat: 'unchanged',
  },
} as const
