import type { ComponentChildren } from 'preact'
import { report } from './report.ts'

type Wrap = (text: string) => ComponentChildren

/** The way of a figure into the book. */
type Collected = {
  readonly isEdited: boolean
  readonly isReviewed: boolean
  /** Whether the figure was found again at its place in the captured page. */
  readonly isProved: boolean
  /** Whether the checks found something implausible. */
  readonly hasFindings: boolean
  /** The person that edited the sheet. */
  readonly editor: string
}

const timesText = (count: number): string =>
  count === 1 ? '' : `${count.toLocaleString('en-GB')} times, last `

/** The sentences of receipts. */
export const receipt = {
  title: 'Receipt',
  heading: 'Where a figure comes from',
  kicker: (id: string): string => `receipt ${id}`,
  figureOf: (rate: string, institution: string): string => `${rate}\u00A0% from ${institution}`,
  wrongFigureOf: (rate: string, institution: string): string =>
    `${rate}\u00A0% from ${institution}: a figure that was wrong`,
  retractedFigureOf: (rate: string, institution: string): string =>
    `${rate}\u00A0% from ${institution}: its rate sheet was retracted`,
  titleOf: (rate: string, institution: string): string =>
    `Receipt of ${rate}\u00A0% from ${institution}`,
  /** The terms as a sentence. */
  terms: (terms: string): string => `${terms}.`,
  /** The terms of a figure, and its minimum deposit if it has one. */
  termsFrom: (terms: string, minimum: string): string => `${terms}, ${minimum}`,
  noSuchHeading: 'There is no such receipt',
  noSuchTitle: 'No such receipt',
  noSuchFigure: (id: string): string => `No published figure has the receipt ${id}.`,
  noSuchAdvice: (market: Wrap): ComponentChildren => (
    <>Each rate of this page leads to its receipt. {market('Begin with the market')}.</>
  ),
  standsNoMore: 'This figure does not stand any more.',
  standsNoMoreAdvice: (offers: Wrap): ComponentChildren => (
    <>It may have changed since the page was loaded. {offers('See what is offered now')}.</>
  ),

  /** The rate before the sheet; an empty one means that there was no such offer. */
  retractedOn: (day: string, rate: string): string =>
    `The rate sheet of this figure was retracted on ${day}. ${
      rate === '' ? 'There was no such offer before it' : `The rate before it was ${rate}`
    }.`,
  correctedBy: (name: string): string => `By ${name}.`,
  /** The last correction of the figure; an empty rate means that there was no such offer. */
  corrected: (day: string, rate: string): string =>
    rate === ''
      ? `This figure was corrected on ${day}: there was no such offer.`
      : `This figure was corrected on ${day}: ${rate} is right.`,
  /** The last correction says that an earlier one was wrong. */
  correctedBack: (day: string, rate: string): string =>
    `This figure was corrected, and on ${day} corrected back: ${rate} was right after all.`,
  correctedWithdrawal: (day: string, rate: string): string =>
    `A later rate sheet left this offer out. That was corrected on ${day}: ${
      rate === '' ? 'there was no such offer' : `${rate} is right`
    }.`,
  allCorrections: 'All corrections of this institution',

  typed: 'A person entered this figure by hand.',
  /** An empty name means that the book does not name the person. */
  typedDetails: (
    name: string,
    { isCaptured, isUnread }: { readonly isCaptured: boolean; readonly isUnread: boolean },
    isSample: boolean,
  ): string =>
    [
      name === '' ? 'The book does not name the person.' : `Entered by ${name}.`,
      isUnread
        ? isCaptured
          ? 'The captured PDF is what the person saw; no program could read it.'
          : 'The captured page of that run could not be read, so nothing here proves the figure.'
        : isCaptured
          ? 'The captured page is what the person saw; no program read the figure from it.'
          : 'No page was captured, so nothing here proves it.',
      'Compare it with the institution’s own page.',
      ...(isSample ? ['It is sample data, not a current rate.'] : []),
    ].join(' '),
  collected: ({ isEdited, isReviewed }: Collected): string => {
    if (isEdited)
      return 'A program read the rate sheet from the institution’s page, and a person edited it.'
    return isReviewed
      ? 'A program read this figure from the institution’s page, and a person approved it.'
      : 'A program read this figure from the institution’s page.'
  },
  collectedDetails: ({ isEdited, isReviewed, isProved, hasFindings, editor }: Collected): string =>
    [
      ...(isEdited ? [`Edited by ${editor}.`] : []),
      isProved
        ? 'The page was captured, and before the figure was published it was found again at its place in the captured page.'
        : 'The page was captured.',
      ...(isReviewed || hasFindings
        ? []
        : ['The checks found nothing implausible, so no person had to approve it.']),
    ].join(' '),

  isCurrent: 'It is the current rate.',
  correctedIsCurrent: 'The corrected rate is the current one.',
  listedAgain: (receipt: ComponentChildren): ComponentChildren => (
    <>A later sheet lists the same rate; its receipt is {receipt}.</>
  ),
  notCurrent: 'It is not the current rate any more.',
  currentReceipt: 'The receipt of the current rate',
  noCurrent: 'No current offer has these terms and this minimum deposit.',
  offeredNow: 'What the institution offers now',

  report,

  page: {
    heading: 'On the page',
    headingTyped: 'Where it comes from',
    printed: 'The figure as the page prints it',
    institution: 'Institution',
    page: 'Page',
    read: 'Read',
    captured: 'Captured',
    capturedPage: (name: string): string => `Captured, “${name}”`,
    capturedAs: (time: string, format: string): string => `${time} as ${format}`,
    download: 'download the captured page',
    place: 'Place in the page',
    placeIn: (name: string): string => `In “${name}”`,
    factor: (factor: string): string => `The page prints the rate divided by ${factor}.`,
    effectiveRate: 'Effective rate',
    readAsRate: (rate: string): string => `Read as ${rate}\u00A0% a year`,
    minimum: 'Minimum deposit',
    date: 'Date on the page',
    readAsDay: (day: string): string => `Read as ${day}`,
    source: 'Source definition',
  },

  publication: {
    heading: 'How it was published',
    published: 'Published',
    position: (position: number): string => `Position ${position} of the book`,
    typedBy: 'Entered by',
    editedBy: 'Edited by',
    nobodyNamed: 'nobody is named',
    decidedBy: { approved: 'Approved by', rejected: 'Rejected by' },
    noteOf: (note: ComponentChildren): ComponentChildren => <>Note: {note}</>,
    findings: 'Checks that objected',
    rule: (rule: string): string => `Rule ${rule}`,
    reason: 'Reason given',
    note: 'Note',
  },

  later: {
    heading: 'Since then',
    readAgain: 'Read again',
    notVerified: 'no verification names this figure',
    unchangedByProgram: (count: number, time: string): string =>
      `found unchanged ${timesText(count)}on ${time} by the program`,
    /** An empty name means that the book does not name the person. */
    unchangedByPerson: (count: number, time: string, name: string): string =>
      `found unchanged ${timesText(count)}on ${time} by ${name === '' ? 'a person' : name}`,
    digestThen: (digest: ComponentChildren): ComponentChildren => (
      <>SHA-256 of the page then {digest}</>
    ),
    corrected: 'Corrected',
    retracted: 'Retracted',
    before: (was: string, before: string): string => `${was}; before it ${before}`,
    correctedAt: (time: string): string => `${time}.`,
  },

  check: {
    heading: 'Check it yourself',
    compare: (page: Wrap): ComponentChildren => (
      <>Compare it with {page('the institution’s page')}, which may have changed since.</>
    ),
    audit: (command: Wrap): ComponentChildren => (
      <>
        With the book and its captured pages, {command('ratebook audit --captures captures')} finds
        every figure again at its place.
      </>
    ),
    digest: (position: number, digest: ComponentChildren): ComponentChildren => (
      <>
        The book is a chain of digests; the digest at position {position} is {digest}.
      </>
    ),
    forPrograms: (address: ComponentChildren): ComponentChildren => (
      <>The same receipt for programs: {address}</>
    ),
  },
}
