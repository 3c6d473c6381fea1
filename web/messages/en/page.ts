/** The frame of the page, and what all views share. */
export const page = {
  tagline: 'The open rate book for fixed deposits',
  skip: 'Skip to the figures',
  sections: 'Sections',
  language: 'Language',
  /** Above translations that nobody has checked; empty in English. */
  unreviewed: '',
  /** Above translations that are not finished. */
  untranslated: {
    one: '{count} sentence of this page is not translated yet, and is in English.',
    other: '{count} sentences of this page are not translated yet, and are in English.',
  },
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
  sampleAsOf: 'Sample data as of {day}, its last day.',
  /** The meaning of a day on the page, if the clocks of the book have another time than UTC. */
  days: 'Days are UTC days; times are in {place} time.',
  advice:
    'Rates are information, not advice: they may change without notice. Ask the institution before you decide.',
  origin:
    'Every figure comes from the <api>open API</api> of this server, in which decimals are exact. Each rate leads to its receipt, which says where it was read.',
  /** The operator's lines in the footer. */
  operator: 'This page is run by {operator}.',
  imprint: 'Imprint',
  licence: 'Licence of the data: {licence}.',
  contact: 'Contact: {contact}',
  /** The link to the newest release. */
  releases: 'The whole book as files: Parquet, CSV, Excel and SQLite',
  /** The day of printing, and the time that the figures are about. */
  printedFrom: 'Printed from {address} on {day}. The figures are as of {time}.',
  asOf: 'As of {time}',
  pinnedTo: 'What was known on {time}',
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
  showMore: 'Show {count} more',
  openHere: 'Open this view in {site}',
  notFoundHeading: 'There is nothing at this address',
  notFoundTitle: 'The address may have been mistyped, or belong to another version of the page.',
  notFoundAdvice: '<market>Begin with the market</market>, or choose a section above.',
  emptyBook: 'Nothing has been published here yet.',
  comeBackLater: 'Come back later.',
  ifYouRunThis: 'If you run this server',
  howToPublish:
    'Register institutions with <command>ratebook register</command>, then publish their rate sheets with <command>ratebook publish</command>.',
  nobodyOffers: 'Nobody offers {tenure} on these terms.',
  nobodyOffersAny: 'Nobody offers a deposit on these terms.',
  chooseOtherTerms:
    'Choose another tenure, payout or saver above; the tenures in the list have offers.',
} as const
