/** The sentences of receipts. */
export const receipt = {
  title: 'Receipt',
  heading: 'Where a figure comes from',
  kicker: 'receipt {id}',
  figureOf: '{rate}\u00A0% from {institution}',
  wrongFigureOf: '{rate}\u00A0% from {institution}: a figure that was wrong',
  retractedFigureOf: '{rate}\u00A0% from {institution}: its rate sheet was retracted',
  titleOf: 'Receipt of {rate}\u00A0% from {institution}',
  /** The terms as a sentence. */
  terms: '{terms}.',
  /** The terms of a figure, and its minimum deposit if it has one. */
  termsFrom: '{terms}, {minimum}',
  noSuchHeading: 'There is no such receipt',
  noSuchTitle: 'No such receipt',
  noSuchFigure: 'No published figure has the receipt {id}.',
  noSuchFigureThen: 'At that time, no published figure had the receipt {id}.',
  noSuchAdvice:
    'Each rate of this page leads to its receipt. <market>Begin with the market</market>.',
  standsNoMore: 'This figure does not stand any more.',
  standsNoMoreAdvice:
    'It may have changed since the page was loaded. <offers>See what is offered now</offers>.',

  /** The rate before the sheet; an empty one means that there was no such offer. */
  retracted: 'The rate sheet of this figure was retracted on {day}. The rate before it was {rate}.',
  retractedNoOffer:
    'The rate sheet of this figure was retracted on {day}. There was no such offer before it.',
  correctedBy: 'By {name}.',
  /** The last correction of the figure; an empty rate means that there was no such offer. */
  corrected: 'This figure was corrected on {day}: {rate} is right.',
  correctedNoOffer: 'This figure was corrected on {day}: there was no such offer.',
  /** The last correction says that an earlier one was wrong. */
  correctedBack:
    'This figure was corrected, and on {day} corrected back: {rate} was right after all.',
  correctedWithdrawal:
    'A later rate sheet left this offer out. That was corrected on {day}: {rate} is right.',
  correctedWithdrawalNoOffer:
    'A later rate sheet left this offer out. That was corrected on {day}: there was no such offer.',
  allCorrections: 'All corrections of this institution',

  typed: 'A person entered this figure by hand.',
  /** An empty name means that the book does not name the person. */
  typedDetails: {
    unnamed: 'The book does not name the person.',
    by: 'Entered by {name}.',
    unreadCaptured: 'The person named a captured PDF, which no program could read.',
    unread: 'The captured page of that run could not be read, so nothing here proves the figure.',
    captured: 'The person named a captured page; no program read the figure from it.',
    notOnPage: 'The person named a captured page, and a program did not find the figure on it.',
    notCaptured: 'No page was captured, so nothing here proves it.',
    compare: 'Compare it with the institution’s own page.',
    sample: 'It is sample data, not a current rate.',
  },
  /** The page that was read: `ownPage`, or the host of another site. */
  collected: {
    edited: 'A program read the rate sheet from {page}, and a person edited it.',
    reviewed: 'A program read this figure from {page}, and a person approved it.',
    read: 'A program read this figure from {page}.',
  },
  ownPage: 'the institution’s page',
  elsewhere: 'It was read on {host}, which is not the institution’s own site.',
  collectedDetails: {
    editedBy: 'Edited by {editor}.',
    proved:
      'The page was captured, and before the figure was published it was found again at its place in the captured page.',
    captured: 'The page was captured.',
    plausible: 'The checks found nothing implausible, so no person had to approve it.',
  },

  mirrored:
    'This is a mirror of the book. The receipt of the operator says who typed, edited or approved the rate sheet.',

  /** `age` says how long ago it was confirmed. */
  isCurrent: 'It is the current rate: {age}, on {day}.',
  correctedIsCurrent: 'The corrected rate is the current one: {age}, on {day}.',
  /** Of a sample, or a rate that was not confirmed in time. */
  isLast: 'It is the last rate in this book: {age}, on {day}.',
  correctedIsLast: 'The corrected rate is the last one in this book: {age}, on {day}.',
  isOlder: 'That is longer ago than the limit of {limit}, so it may be out of date.',
  correctedLater:
    'Later, this figure was corrected, or its rate sheet was retracted. <present>See the receipt as it is now</present>.',
  listedAgain: 'A later sheet lists the same rate; its receipt is {receipt}.',
  notCurrent: 'It is not the last rate any more.',
  /** The same on a past day that the reader chose. */
  onThatDay: {
    isCurrent: 'It was the current rate on that day, confirmed on {day}.',
    correctedIsCurrent: 'The corrected rate was the current one on that day, confirmed on {day}.',
    isLast: 'It was the last rate in this book on that day, last confirmed on {day}.',
    correctedIsLast:
      'The corrected rate was the last one in this book on that day, last confirmed on {day}.',
    isOlder: 'That was longer before than the limit of {limit}, so it may have been out of date.',
    notCurrent: 'It was not the last rate any more on that day.',
    noCurrent: 'On that day, no current offer had these terms and this minimum deposit.',
    offeredNow: 'What the institution offered on that day',
  },
  currentReceipt: 'The receipt of the last rate',
  noCurrent: 'No current offer has these terms and this minimum deposit.',
  offeredNow: 'What the institution offers now',

  report: {
    question: 'Is it wrong?',
    link: 'Report an error in this figure',
    linkOf: 'Report an error in this figure: {rate} %, {institution}, {terms}',
    subject: '{institution_name}: is {rate_pa} % right?',
    body: 'This figure seems to be wrong. It should be:\n\n\nInstitution: {institution_name} ({institution_id})\nTerms: {terms}\nPublished rate: {rate_pa} % a year\nSource: {source_url}\nReceipt: {receipt}\nSeen: {seen_at}, at position {position} of the book',
  },

  page: {
    heading: 'On the page',
    headingTyped: 'Where it comes from',
    printed: 'The figure as the page prints it',
    institution: 'Institution',
    page: 'Page',
    read: 'Read',
    captured: 'Captured',
    capturedPage: 'Captured, “{name}”',
    capturedAs: '{time} as {format}',
    download: 'download the captured page',
    place: 'Place in the page',
    placeIn: 'In “{name}”',
    factor: 'The page prints the rate divided by {factor}.',
    decimalComma: 'The page prints a decimal comma.',
    effectiveRate: 'Effective rate',
    readAsRate: 'Read as {rate}\u00A0% a year',
    tenure: 'Tenure on the page',
    minimum: 'Minimum deposit',
    meansBySource: 'By the source definition, this means: {meaning}',
    date: 'Date on the page',
    readAsDay: 'Read as {day}',
    source: 'Source definition',
  },

  publication: {
    heading: 'How it was published',
    published: 'Published',
    position: 'Position {position} of the book',
    typedBy: 'Entered by',
    editedBy: 'Edited by',
    nobodyNamed: 'nobody is named',
    decidedBy: {
      approved: 'Approved by',
      rejected: 'Rejected by',
    },
    findings: 'Checks that objected',
    rule: 'Rule {rule}',
    reason: 'Reason given',
    note: 'Note',
  },

  later: {
    heading: 'Since then',
    readAgain: 'Read again',
    notVerified: 'no verification names this figure',
    unchangedByProgram: {
      one: 'found unchanged on {time} by the program',
      other: 'found unchanged {count} times, last on {time} by the program',
    },
    /** An empty name means that the book does not name the person. */
    unchangedByPerson: {
      one: 'found unchanged on {time} by {name}',
      other: 'found unchanged {count} times, last on {time} by {name}',
    },
    unchangedBySomebody: {
      one: 'found unchanged on {time} by a person',
      other: 'found unchanged {count} times, last on {time} by a person',
    },
    digestThen: 'SHA-256 of the page then {digest}',
    corrected: 'Corrected',
    retracted: 'Retracted',
    before: '{was}; before it {before}',
    correctedAt: '{time}.',
  },

  check: {
    heading: 'Check it yourself',
    compare: 'Compare it with <page>the institution’s page</page>, which may have changed since.',
    compareElsewhere:
      'Compare it with <page>the page on {host}</page>, which may have changed since, and with the institution’s own site.',
    audit:
      'With the book and its captured pages, <command>ratebook audit --captures captures</command> finds every figure again at its place.',
    digest: 'The book is a chain of digests; the digest at position {position} is {digest}.',
    forPrograms: 'The same receipt for programs: {address}',
    proof:
      '<file>Download the proof</file>: a text file that shows, without this server, that the rate stands in the book.',
  },
} as const
