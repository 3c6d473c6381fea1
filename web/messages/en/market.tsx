import type { ComponentChildren } from 'preact'

type Wrap = (text: string) => ComponentChildren

/** The sentences of the market, and of the marks of rates in all lists. */
export const market = {
  title: 'Market',
  /** The heading before the first answer, and of terms that nobody offers. */
  heading: (tenure: string): string => `The ${tenure} market`,
  best: (tenure: string, rate: string): string =>
    `The best ${tenure} headline rate is ${rate}\u00A0%`,
  nothingConfirmed: (tenure: string): string => `No ${tenure} rate is confirmed`,
  lastConfirmation: (day: string): string => `The last confirmation of these rates was on ${day}.`,
  bestOfOlder: (institutions: string, rate: string, name: string, duration: string): string =>
    `The highest older rate, of ${institutions}, is ${rate}\u00A0% at ${name}, last confirmed ${duration} ago.`,
  paidBy: (name: string, institutions: string): string => `${name} pays it, of ${institutions}.`,
  /** Where no other institution is counted. */
  onlyOne: (name: string): string => `${name} pays it; no other institution is counted.`,
  paidBySeveral: (count: number, name: string, institutions: string): string =>
    `${count} institutions pay it, ${name} among them, of ${institutions}.`,
  medianOfBanks: (rate: string): string => `The median bank pays ${rate}\u00A0%.`,
  medianOfCompanies: (rate: string): string => `The median finance company pays ${rate}\u00A0%.`,
  farAbove: 'It is more than twice the median; look at its receipt before you believe it.',
  oldHeadline: (duration: string): string => `This rate was last confirmed ${duration} ago.`,
  /** Where the view counts the rates of a special variant only. */
  onlyVariant: (savers: string, depositTitle: string, link: Wrap): ComponentChildren => (
    <>
      Only rates for {savers}. {link(depositTitle)} also counts the rates for everyone.
    </>
  ),
  explanation:
    'A headline rate is what an institution pays on its lowest minimum deposit; a larger deposit may bring more.',
  insured: (amount: string): string =>
    `The operator of this page gives ${amount} as the insured amount. Ask the institution whether its deposits are insured.`,
  insuredToday: 'The insured amount is that of today.',

  figures: 'Figures of the market',
  figuresTitle: (terms: string): string => `Figures of the market: ${terms}`,
  figuresCaption: 'Headline offers of the market, percent per annum',
  percentAYear: '% a year',
  dots: 'Each institution as a dot',
  offers: 'Offers',
  lowest: 'Lowest',
  median: 'Median',
  average: 'Average',
  highest: 'Highest',

  ranking: 'Who pays what',
  rankingTitle: (terms: string): string => `Headline rates: ${terms}`,
  rankingCaption: 'Headline offers, the highest rate first',
  rank: 'Rank',
  institution: 'Institution',
  older: (count: number): string => `Older rates: ${count}`,
  lastConfirmed: (duration: string): string => `last confirmed ${duration} ago`,

  corrected: 'corrected',
  correctedFigure: (figure: string): string => `corrected: ${figure}`,
  receiptOf: (figure: string): string => `${figure}: receipt`,
  typed: 'entered by hand',
  typedTitle: 'A person entered this figure by hand; no captured page proves it.',
  page: 'page',
  pageTitle: 'This figure was read from a captured page, which its receipt shows.',
}
