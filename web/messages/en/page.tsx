import type { ComponentChildren } from 'preact'

type Wrap = (text: string) => ComponentChildren

/** The frame of the page, and what all views share. */
export const page = {
  tagline: 'The open rate book for fixed deposits',
  skip: 'Skip to the figures',
  sections: 'Sections',
  language: 'Language',
  /** Above translations that nobody has checked; empty in English. */
  unreviewed: '',
  sectionNames: {
    market: 'Market',
    deposit: 'What do I get',
    matrix: 'All rates',
    comparison: 'Compare',
    institutions: 'Institutions',
    changes: 'Changes',
    corrections: 'Corrections',
    sources: 'Sources',
  },
  sampleTitle: 'Sample data, not current rates.',
  /** Where the page shows the last day of the sample. */
  sampleAsOf: (day: string): string => `Sample data as of ${day}, its last day.`,
  /** What a day of the page is, where the clocks of the book have another time than UTC. */
  days: (place: string): string => `Days are UTC days; times are in ${place} time.`,
  advice:
    'Rates are information, not advice: they may change without notice. Ask the institution before you decide.',
  origin: (api: Wrap): ComponentChildren => (
    <>
      Every figure comes from the {api('open API')} of this server, in which decimals are exact.
      Each rate leads to its receipt, which says where it was read.
    </>
  ),
  /** The day of printing, and the time that the figures are about. */
  printedFrom: (address: string, day: string, time: string): string =>
    `Printed from ${address} on ${day}. The figures are as of ${time}.`,
  asOf: (time: string): string => `As of ${time}`,
  pinnedTo: (time: string): string => `What was known on ${time}`,
  keepMoment: 'Link to this moment',
  showPresent: 'Show the present',
  showSampleToday: 'Show it as of today',
  showSampleEnd: 'Show the last day of the sample',
  loading: 'Loading …',
  tryAgain: 'Try again',
  reload: 'Reload',
  viewFailed: 'This view cannot be shown.',
  copyMayBeOld: 'Reload the page: this copy may be older than the server.',
  stillPrevious: 'The page still shows the previous answer.',
  showMore: (count: number): string => `Show ${count} more`,
  openHere: 'Open this view in Ratebook',
  notFoundHeading: 'There is nothing at this address',
  notFoundTitle: 'The address may have been mistyped, or belong to another version of the page.',
  notFoundAdvice: (market: Wrap): ComponentChildren => (
    <>{market('Begin with the market')}, or choose a section above.</>
  ),
  emptyBook: 'Nothing has been published here yet.',
  comeBackLater: 'Come back later.',
  ifYouRunThis: 'If you run this server',
  howToPublish: (command: Wrap): ComponentChildren => (
    <>
      Register institutions with {command('ratebook register')}, then publish their rate sheets with{' '}
      {command('ratebook publish')}.
    </>
  ),
  nobodyOffers: (tenure: string): string => `Nobody offers ${tenure} on these terms.`,
  nobodyOffersAny: 'Nobody offers a deposit on these terms.',
  chooseOtherTerms:
    'Choose another tenure, payout or saver above; the tenures in the list have offers.',
}
