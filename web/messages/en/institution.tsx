import type { ComponentChildren } from 'preact'

type Wrap = (text: string) => ComponentChildren

/** The sentences of the view of one institution. */
export const institution = {
  title: 'Institution',
  loadingHeading: 'An institution',
  notInBook: 'Not in the book',
  notInBookHeading: 'This institution is not in the book',
  unknown: (id: string): string => `There is no institution ${id}.`,
  unknownAdvice: (all: Wrap): ComponentChildren => (
    <>It may have been entered under another name. {all('See all institutions')}.</>
  ),
  kicker: (type: string, isActive: boolean): string =>
    isActive ? type : `${type}, no longer tracked`,
  noOffers: 'No offer of this institution stands.',
  noSheet: 'No rate sheet of it counts now; its own site says what it offers.',
  offersBelow: 'What it offered before is below.',
  facts: {
    rates: 'Rates',
    none: 'none now',
    /** Where rates were confirmed at different times; `days` is the age of the oldest. */
    differentAges: (stale: number, all: number, days: string): string =>
      `${stale === 0 ? 'none' : stale} of ${all} older; the oldest was confirmed ${days} ago`,
    published: (day: string, staleAfter: string): string =>
      `last published ${day}; older if not confirmed for ${staleAfter}`,
    licence: 'Licence',
    rating: 'Credit rating',
    noRating: 'none entered',
    ratingSource: (agency: string, day: string): string =>
      [agency, day].filter((text) => text !== '').join(', '),
    insurance: 'Deposit insurance',
    site: 'Site',
  },
  offers: {
    heading: 'What it offers',
    title: (name: string): string => `${name}: offers`,
    region: (variant: string): string => `Offers for ${variant}`,
    caption: (variant: string): string => `For ${variant}, % a year`,
    unlessNoted: (minimum: string): string => `, ${minimum} unless noted`,
    readOn: (day: string, source: ComponentChildren): ComponentChildren => (
      <>
        Read on {day} at {source}
      </>
    ),
    allTyped: 'A person entered these figures by hand; no captured page proves them.',
  },
  history: {
    heading: 'How each rate moved',
    explanation: 'Each mark is a reading of its page; dashes bridge more than 31 days without one.',
    /** The name of an institution, and when and to whom it pays. */
    terms: (name: string, payout: string, variant: string): string =>
      `${name}, paid ${payout}, for ${variant}`,
    title: (terms: string): string => `How each rate moved: ${terms}`,
    controls: 'Rates',
    never: 'It has never printed a rate on these terms.',
    neverAdvice: 'Choose when interest is paid, or for whom, above.',
    /** Below the tenure, where it has several tiers. */
    tier: (minimum: string, rate: string): string => `${minimum}: ${rate}`,
    rateNow: (rate: string): string => `${rate} %`,
    notOffered: 'no longer offered',
    table: 'Every rate that was published',
    caption: 'Every rate that was published, newest first, % a year',
    tierHead: 'Tenure and deposit',
    before: 'Before',
    rate: 'Rate',
    first: 'first',
    /** How long the rate before had stood, and when it was last seen. */
    stood: (duration: string, lastSeen: string): string =>
      `stood ${duration}, last seen ${lastSeen}`,
    lastSeen: (day: string): string => `last seen ${day}`,
    withdrawn: (day: string): string => `withdrawn ${day}, offered again`,
    longGap: (duration: string): string => `not read for ${duration}`,
    corrected: (rate: string, day: string): string => `${rate} % of ${day}`,
  },
}
