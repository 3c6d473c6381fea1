import type { ComponentChildren } from 'preact'

type Wrap = (text: string) => ComponentChildren

/** The sentences of the view of what a deposit brings. */
export const deposit = {
  title: 'What do I get',
  heading: 'What a deposit brings',
  best: (rate: string, name: string): string => `At most ${rate}\u00A0% a year, from ${name}`,
  nothingConfirmed: 'No rate for these terms is confirmed',
  bestOfOlder: (rate: string, name: string, duration: string): string =>
    `Of the older rates the best is ${rate}\u00A0% a year at ${name}, last confirmed ${duration} ago.`,
  tooSmall: 'The amount is below the minimum of every offer that is confirmed',
  explanation:
    'The annual effective rate (AER) is what a year brings if interest is put back as soon as it is paid. Offers of different tenures and payouts can be compared by it; by the printed rate they cannot.',

  region: 'What each offer brings',
  partTitle: (amount: string, terms: string): string => `What ${amount} brings: ${terms}`,
  caption: (currency: string): string => `The highest AER first; in ${currency}, before tax`,
  tenure: 'Tenure',
  payout: 'Paid',
  rate: 'Rate, %',
  aer: (mark: (short: string, long: string) => ComponentChildren): ComponentChildren => (
    <>{mark('AER', 'Annual effective rate')}, %</>
  ),
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
  rateOf: (tenure: string, rate: ComponentChildren): ComponentChildren => (
    <>
      {tenure === '' ? 'Rate' : `${tenure} at`} {rate}&nbsp;%
    </>
  ),
  asksFor: (amount: string): string => `asks for at least ${amount}`,
  nextTier: (rate: string, amount: string): string => `${rate}\u00A0% from ${amount}`,

  aboveInsured: (insured: string, rest: string): string =>
    `The operator gives ${insured} as the insured amount; this amount is ${rest} above it. Ask the institution whether its deposits are insured.`,
  split: 'Split it over several institutions',
  noSplit: 'Do not split it',
  stillShows: (amount: string): string => `The table still shows ${amount}.`,
  splitHeading: 'Split, with each part at most the insured amount',
  /** The title of the table in files. */
  splitTitle: (amount: string, terms: string): string =>
    `${amount} split into parts up to the insured amount: ${terms}`,
  splitCaption: (currency: string): string =>
    `The highest annual effective rates first, one offer of each institution; amounts in ${currency}, before tax`,
  part: 'Part',
  splitTotal: 'Together',
  splitRest: (amount: string): string =>
    `${amount} is left over: no other institution has an offer that it reaches.`,
  splitRestOfConfirmed: (amount: string): string =>
    `${amount} is left over: no other institution has a confirmed offer that it reaches. “Include older rates” adds the others.`,
  splitLimits:
    'Each part is at most the insured amount. In some schemes interest counts towards that limit too; this plan does not consider it. It takes the highest effective rates that the parts reach, and knows nothing about your other deposits.',

  formulas: 'How this is computed',
  formulaOfYear: 'Annual effective rate',
  paidOnce: 'paid once, at maturity',
  paidOften: 'paid m times a year',
  eachPayout: 'Each payout',
  exact: 'exact, to the cent',
  symbols: (code: Wrap): ComponentChildren => (
    <>
      {code('r')} is the printed rate a year, {code('t')} the tenure in years, {code('m')} the
      payouts a year, {code('P')} the amount. So 14.00&nbsp;% for five years at maturity (AER
      11.20&nbsp;%) is less than 13.50&nbsp;% for one (AER 13.50&nbsp;%). Interest is simple, as
      institutions pay it; tax is not taken off, and a tenure that was printed in days counts as
      days / 365 years.
    </>
  ),
}
