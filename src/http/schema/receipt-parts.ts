import { Type, type TSchema } from 'typebox'
import { decisions } from '../../domain/entry.ts'
import { pageFormats } from '../../domain/origin.ts'
import { correctionFields } from './correction-fields.ts'
import * as fields from './fields.ts'

/** A text that is always there. */
export const text = (description: string, example: string) =>
  Type.String({ description, examples: [example] })

/** A field that is null where a figure has no such thing. */
export const orNone = <T extends TSchema>(field: T, description: string, example: unknown = null) =>
  Type.Union([field, Type.Null()], { description, examples: [example] })

export const exampleDigest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
/** A SHA-256 digest. */
export const digest = (description: string) =>
  Type.String({ description, pattern: '^[0-9a-f]{64}$', examples: [exampleDigest] })
/** A position of the book. */
export const position = (description: string) => fields.count(description, 69)
/** An instant. */
export const instant = (description: string) =>
  fields.described(fields.instant, description, '2026-06-04T00:00:00Z')

export const exampleCapture = {
  page: 'rates',
  url: 'https://www.peoplesbank.lk/interest-rate',
  captured_at: '2026-06-04T00:00:00Z',
  digest: exampleDigest,
  format: 'html',
  capture_url: null,
}

/** A captured page. */
export const capture = fields.record({
  page: text('The name of the page in the source definition.', 'rates'),
  url: fields.address('Its address.', 'https://www.peoplesbank.lk/interest-rates/'),
  captured_at: instant('When it was fetched.'),
  digest: digest('SHA-256 of the body, in lower-case hex.'),
  format: Type.Enum([...pageFormats], {
    description: 'The format of the page.',
    examples: ['html'],
  }),
  capture_url: orNone(
    Type.String(),
    'The path at which this server has the body; null if the operator does not publish captures.',
  ),
})

/** A cell of a captured page. */
export const cell = fields.record({
  address: text(
    'Where the text stands in the page, as docs/evidence.md explains.',
    '#char=1204,1209',
  ),
  text: text('The text that the page prints there.', '8.50%'),
})

/** The cells of a figure. */
export const cells = fields.record({
  capture: fields.count('The page: an index of `captures`, from 0.', 0),
  rate: cell,
  tenure: cell,
  column: cell,
  aer: orNone(cell, 'The cell of the annual effective rate; null if there is none.'),
  min_deposit: orNone(cell, 'The cell of the minimum deposit; null if there is none.'),
  factor: orNone(
    Type.String(),
    'The factor between the printed text and the rate; null if they are equal.',
  ),
})

export const exampleCells = {
  capture: 0,
  rate: { address: '#char=1204,1209', text: '7.25%' },
  tenure: { address: '#char=1150,1159', text: '12 months' },
  column: { address: '#char=980,991', text: 'At maturity' },
  aer: null,
  min_deposit: null,
  factor: null,
}

/** A finding of the gate. */
export const finding = fields.record({
  rule: text('The rule of the gate.', 'rate-range'),
  message: text('What it found, in a sentence.', 'The rate 31 % is above 30 %.'),
})

/** A decision of a reviewer. */
export const decision = fields.record({
  reviewer_id: text('The id of the reviewer.', 'ann'),
  reviewer_name: text('The name of the reviewer at that time.', 'Ann Perera'),
  decision: Type.Enum([...decisions], { description: 'The decision.', examples: ['approved'] }),
  decided_at: instant('When the reviewer decided.'),
  note: orNone(Type.String(), 'A remark; null if there is none.'),
})

export const exampleDecision = {
  reviewer_id: 'ann',
  reviewer_name: 'Ann Perera',
  decision: 'approved',
  decided_at: '2026-06-04T09:00:00Z',
  note: 'The bank announced the new rates.',
}

/** A later verification. */
export const verification = fields.record({
  position: position('The position of the verification.'),
  verified_at: instant('When the rate was found unchanged.'),
  by_hand: Type.Boolean({ description: 'Whether a person verified it.', examples: [false] }),
  by: orNone(Type.String(), 'The name of the person; null if there is none.'),
  capture_digests: Type.Array(digest('A digest.'), {
    description: 'The digests of the captured pages.',
    examples: [[exampleDigest]],
  }),
})

export const exampleVerification = {
  position: 74,
  verified_at: '2026-06-05T06:00:00Z',
  by_hand: false,
  by: null,
  capture_digests: [exampleDigest],
}

/** A correction of the figure. */
export const correction = fields.record({
  id: text('The id of the record in `/corrections`.', 'p80-1'),
  ...correctionFields,
  corrected_at: instant('When it was corrected.'),
  by: orNone(
    Type.String(),
    'Who corrected it: the id of a reviewer, or the name that a person gave; null if nobody is named.',
  ),
  by_name: orNone(
    Type.String(),
    'The name of the reviewer with that id; null if it was no reviewer.',
  ),
})

export const exampleCorrection = {
  id: 'p80-1',
  target: 69,
  retraction: false,
  was_rate_pa: '7.250',
  now_rate_pa: '7.200',
  cause: 'misread',
  note: 'An example: the samples contain no correction.',
  corrected_at: '2026-07-20T00:00:00Z',
  by: null,
  by_name: null,
}
