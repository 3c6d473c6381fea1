/** The sentences of the view of what a deposit brings. */
export const deposit = {
  title: 'What do I get',
  heading: 'What a deposit brings',
  best: 'At most {rate}\u00A0% a year, from {name}',
  /** The same where an older rate is higher. */
  bestConfirmed: 'Confirmed: at most {rate}\u00A0% a year, from {name}',
  nothingConfirmed: 'No rate for these terms is confirmed',
  bestOfOlder:
    'Of the older rates the best is {rate}\u00A0% a year at {name}, last confirmed {duration} ago.',
  tooSmall: 'The amount is below the minimum of every offer that is confirmed',
  explanation:
    'The annual effective rate (AER) is what a year brings if interest is put back as soon as it is paid. Offers of different tenures and payouts can be compared by it; by the printed rate they cannot.',

  region: 'What each offer brings',
  partTitle: 'What {amount} brings: {terms}',
  /** `tax` is one of the two texts below. */
  caption: 'The highest AER first; in {currency}, {tax}',
  beforeTax: 'before tax',
  beforeAndAfterTax: 'before tax and after it',
  tenure: 'Tenure',
  payout: 'Paid',
  rate: 'Rate, %',
  aer: '<term>AER</term>, %',
  aerInFull: 'Annual effective rate',
  allInterest: 'All interest',
  paidHeads: {
    '': 'With all interest',
    maturity: 'At maturity',
    monthly: 'Income a month',
    quarterly: 'Income a quarter',
    annual: 'Income a year',
  },
  confirmed: 'Confirmed',
  /** The rate of a row in a narrow window, after its tenure if the reader has not chosen that one. */
  rateOnly: 'Rate {rate}\u00A0%',
  rateOf: '{tenure} at {rate}\u00A0%',
  /** The tenure for which the figures of an offer for a range are computed. */
  countedFor: 'counted for {tenure}',
  asksFor: 'asks for at least {amount}',
  nextTier: '{rate}\u00A0% from {amount}',

  afterTax: 'after {tax}\u00A0% tax',
  /** Below the formulas. */
  withoutTax: 'Tax is not taken off.',
  taxLine:
    'The second line of an amount takes {tax}\u00A0% withholding tax off its interest, as the operator of this page says; the tax that you pay may differ.',

  aboveInsured: 'With its interest, {amount} is above the insured limit at {institutions}.',
  split: 'Split it over several institutions',
  noSplit: 'Do not split it',
  stillShows: 'The table still shows {amount}.',
  splitHeading: 'Split so that each part is insured with its interest',
  /** The title of the table in files. */
  splitTitle: '{amount} split into parts up to the insured amount: {terms}',
  splitCaption:
    'The highest annual effective rates first, one offer of each institution; amounts in {currency}, {tax}',
  part: 'Part',
  splitTotal: 'Together',
  splitRest: '{amount} is left over: no other insured institution has an offer that it reaches.',
  splitRestOfConfirmed:
    '{amount} is left over: no other insured institution has a confirmed offer that it reaches. “Include older rates” adds the others.',
  splitLimits:
    'Each part and all its interest until the end stay within the limit of its institution, also where interest is paid earlier: it may be paid into an account there. Where the state guarantees deposits, there is no limit. The plan takes the highest effective rates that the parts reach, and knows nothing about your other deposits.',
  splitWithout:
    'No part goes to {institutions}: deposits there are not insured, it is not known whether they are, or the limit is in another currency.',
  /** A part with its interest. */
  splitEnd: '{amount} at the end',

  formulas: 'How this is computed',
  formulaOfYear: 'Annual effective rate',
  paidOnce: 'paid once, at maturity',
  paidOften: 'paid m times a year',
  eachPayout: 'Each payout',
  exact: 'exact, to the last decimal of the currency',
  symbols:
    '<code>r</code> is the printed rate a year, <code>t</code> the tenure in years, <code>m</code> the payouts a year, <code>P</code> the amount. So 14.00\u00A0% for five years at maturity (AER 11.20\u00A0%) is less than 13.50\u00A0% for one (AER 13.50\u00A0%). Interest is simple, as institutions pay it, and a tenure that was printed in days counts as days / 365 years.',
} as const
