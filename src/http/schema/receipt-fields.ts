import * as fields from './fields.ts'
import { evidenceId } from './path-parameters.ts'
import {
  capture,
  cell,
  cells,
  correction,
  decision,
  digest,
  exampleCapture,
  exampleCells,
  exampleCorrection,
  exampleDecision,
  exampleDigest,
  exampleVerification,
  finding,
  instant,
  orNone,
  position,
  text,
  verification,
} from './receipt-parts.ts'
import { Type } from 'typebox'

/** The record of `/evidence/{id}`. */
export const receiptRecord = fields.record({
  id: evidenceId,
  institution_id: fields.institutionId,
  institution_name: fields.institutionName,
  product_variant: fields.variant,
  tenure_months: fields.tenure,
  tenure_days: orNone(Type.Integer(), 'The tenure in days, if the page prints days; else null.'),
  payout_type: fields.payout,
  min_deposit: fields.described(
    fields.deposit,
    'The minimum deposit; `0.00` if none is stated.',
    '0.00',
  ),
  rate_pa: fields.described(fields.rate, 'The rate, as published.', '7.250'),
  aer: orNone(fields.rate, 'The annual effective rate, if the page prints one; else null.'),
  product: orNone(
    Type.String(),
    'The institution’s name of the product; null if the sheet has none.',
    'standard FD',
  ),
  currency: fields.currency,
  position: position('The position of the rate sheet in the book.'),
  entry_digest: Type.String({
    description:
      'The digest of the book at that position. It covers the sheet and every entry before it; `ratebook audit` and checkpoints verify it.',
    pattern: '^[0-9a-f]{64}$',
    examples: ['884c966ee492c158427378484e2b120eb84fdd8853f69fa1258ddc5351f57173'],
  }),
  published_at: instant('When the rate sheet was published.'),
  scraped_at: instant('When the rates were read.'),
  source_url: fields.address(
    'The page that they were read from.',
    'https://www.peoplesbank.lk/interest-rate',
  ),
  sample: Type.Boolean({ description: 'Whether the sheet is sample data.', examples: [true] }),
  by_hand: Type.Boolean({
    description:
      'Whether a person typed the rate sheet. Then it has no source definition and no cells; `captures` are the pages that the person typed it from.',
    examples: [true],
  }),
  edited: Type.Boolean({
    description:
      'Whether a reviewer edited figures of the sheet that the collector had read. The cells are then those that the reviewer named.',
    examples: [false],
  }),
  by: orNone(
    Type.String(),
    'The person who typed or edited the sheet: the id of a reviewer, or a name; null if the collector read it, or nobody is named.',
  ),
  by_name: orNone(Type.String(), 'The name of the reviewer with that id at that time; else null.'),
  reason: orNone(
    Type.String(),
    'The reason of that person, or the reason to publish the sheet in spite of the findings of the gate; null if there is none.',
    'sample',
  ),
  note: orNone(Type.String(), 'A remark; null if there is none.'),
  source: orNone(
    fields.record({
      file: text('The file of the source definition.', 'lk/peoples-bank.yaml'),
      digest: digest('The digest of the parts of it that decide how pages are read.'),
    }),
    'The source definition by which the pages were read; null for a typed sheet.',
    { file: 'lk/peoples-bank.yaml', digest: exampleDigest },
  ),
  captures: Type.Array(capture, {
    description: 'The captured pages of the sheet, or those that a person typed it from.',
    examples: [[exampleCapture]],
  }),
  unread: Type.Boolean({
    description:
      'Whether a person entered the sheet by hand beside a captured page that no run could read. `captures` has such a page only if it is a PDF, which may be a scan: any other one proves nothing.',
    examples: [false],
  }),
  cells: orNone(
    cells,
    'The cells of a captured page that the figure was read from; null for a typed sheet.',
    exampleCells,
  ),
  printed_date: orNone(
    fields.record({
      date: fields.day,
      address: cell.properties.address,
      text: cell.properties.text,
    }),
    'The date that the page prints, with its cell; null if the source definition names none.',
    { date: '2026-06-01', address: '#char=310,321', text: '1 June 2026' },
  ),
  findings: Type.Array(finding, {
    description:
      'What the gate found implausible about the offer or the whole sheet, and a person has overridden.',
    examples: [[{ rule: 'rate-range', message: 'The rate 31 % is above 30 %.' }]],
  }),
  decisions: Type.Array(decision, {
    description:
      'The decisions of reviewers, oldest first; empty if the sheet was published without a review.',
    examples: [[exampleDecision]],
  }),
  verification_count: fields.count(
    'How many later entries found the rate unchanged, until another sheet listed or withdrew these terms. After a correction they confirm the corrected rate.',
    0,
  ),
  last_verification: orNone(
    verification,
    'The last of them; null if there is none.',
    exampleVerification,
  ),
  corrections: Type.Array(correction, {
    description: 'The corrections of the figure, oldest first.',
    examples: [[exampleCorrection]],
  }),
  retracted: Type.Boolean({
    description: 'Whether the whole rate sheet was retracted: it then counts as never published.',
    examples: [false],
  }),
  stands: Type.Boolean({
    description:
      'Whether the figure is the current rate: no later sheet lists or withdraws the offer, but for one to which a correction added it; no correction replaced the rate, and the sheet was not retracted.',
    examples: [false],
  }),
  standing_id: orNone(
    evidenceId,
    'The id of the current figure for the same terms and minimum deposit; the same `id` if a correction replaced only the rate. Null if there is no such offer now.',
  ),
  standing_rate_pa: orNone(
    fields.rate,
    'The current rate for the same terms and minimum deposit, as corrected. It may equal `rate_pa` although `stands` is false: another sheet then lists the same rate. Null if there is no such offer now.',
  ),
})
