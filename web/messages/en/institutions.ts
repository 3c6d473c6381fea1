/** The sentences of the views of institutions. */
export const institutions = {
  title: 'Institutions',
  heading: 'Every institution',
  withoutOffers: '{institutions}, and no offer now',
  best: '{institutions}, and what they pay at best',
  nothingConfirmed: '{institutions}, and no rate that is confirmed',
  explanation:
    'The highest rate that each prints for anybody, whatever the tenure, the payout, the saver or the amount.',
  confirmedFirst: 'An older rate does not count where another one is confirmed.',
  caption: '{type} and the best rate of each',
  partTitle: '{type}: the best rate of each',
  others: 'Without an offer',
} as const
