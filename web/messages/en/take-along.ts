/** The sentences of what readers take along. */
export const takeAlong = {
  summary: 'Download or cite: {title}',
  csv: 'CSV',
  excel: 'Excel',
  svg: 'SVG',
  png: 'PNG',
  preparing: 'Preparing the file …',
  saved: 'Saved as {name}.',
  /** Advice follows. */
  failed: 'The file could not be made.',
  otherKind: 'Choose another kind of file.',
  embed: 'Show it on another site',
  embedAdvice: 'Put this into the HTML of the site:',
  cite: 'Cite this',
  /** A citation: title, address and time. */
  citation: '{site}: “{title}”. {address}. As of {time}.',
  copy: 'Copy',
  copied: 'Copied.',
  copyFailed: 'Copy the selected text.',
  /** The source below a chart. */
  source: 'Source: {site}, as of {time}',
  tableSheet: 'Table',
  sourceSheet: 'Source',
  titleLabel: 'Title',
  publisherLabel: 'Published by',
  addressLabel: 'Address',
  timeLabel: 'As of (UTC)',
  positionLabel: 'Position of the book',
  noteLabel: 'Note',
} as const
