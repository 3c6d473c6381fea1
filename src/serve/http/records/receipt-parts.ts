import * as wire from './wire-types.ts'
import { type Cell, type OfferCells, type ReadCell, pageFormats, type CapturedPage, type Origin, type SourceRef } from '../../../domain/origin.ts'
import { decisions } from '../../../domain/entry.ts'
import type { Finding, DecidingLimit } from '../../../domain/gate-limits.ts'
import type { NamedCorrection, Review } from '../../../book/query/receipt/receipt.ts'
import { correctionId, correctionValues } from './correction.ts'
import { field, fieldsOf, recordOf } from './record.ts'
import { Type } from 'typebox'

export const exampleDigest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
/** An instant, with an example from the samples. */
export const instant = (description: string) => wire.instant(description, '2026-06-04T00:00:00Z')
export const digest = (description: string) => wire.digest(description, exampleDigest)

/** The source definition by which a sheet was read. */
export const sourceRecord = recordOf<SourceRef>()({
  file: field(
    wire.text('The file of the source definition.', 'lk/peoples-bank.yaml'),
    ({ file }) => file,
  ),
  digest: field(
    digest('The digest of the parts of it that decide how pages are read.'),
    (source) => source.digest,
  ),
})

/** A captured page, and the path at which this server has the captures. */
export const captureRecord = recordOf<
  CapturedPage & { readonly capturesPath: string | undefined }
>()({
  page: field(
    wire.text('The name of the page in the source definition.', 'rates'),
    ({ page }) => page,
  ),
  url: field(
    wire.address('Its address.', 'https://www.peoplesbank.lk/interest-rates/'),
    ({ url }) => url,
  ),
  captured_at: field(instant('When it was fetched.'), ({ at }) => at),
  digest: field(digest('SHA-256 of the body, in lower-case hex.'), (page) => page.digest),
  format: field(
    wire.choice(pageFormats, 'The format of the page.', 'html'),
    ({ format }) => format,
  ),
  capture_url: field(
    wire.orNull(
      wire.anyText,
      'The path at which this server has the body; null if the operator does not publish captures.',
    ),
    (page) => page.capturesPath && page.capturesPath + page.digest,
  ),
})

export const exampleCapture = {
  page: 'rates',
  url: 'https://www.peoplesbank.lk/interest-rate',
  captured_at: '2026-06-04T00:00:00Z',
  digest: exampleDigest,
  format: 'html',
  capture_url: null,
}

/** A cell of a captured page. */
const cellRecord = recordOf<Cell>()({
  address: field(
    wire.text(
      'Where the text stands in the page, as docs/evidence.md explains.',
      '#char=1204,1209',
    ),
    ({ address }) => address,
  ),
  text: field(wire.text('The text that the page prints there.', '8.50%'), ({ text }) => text),
})

/** A cell that a figure, a tenure or an amount was read from. */
const readCellRecord = recordOf<ReadCell>()({
  ...cellRecord.fields,
  decimal: field(
    wire.orNull(
      wire.choice([','], 'The decimal mark.', ','),
      'The decimal mark of the text, if the source definition declares the comma; null for the point.',
    ),
    ({ decimal }) => decimal,
  ),
  means: field(
    wire.orNull(
      wire.anyText,
      'What the text means by the source definition, such as `12 months` for “One-year special”; null if the text says it.',
    ),
    ({ means }) => means,
  ),
})

/** The cells of a figure. */
export const cellsRecord = recordOf<OfferCells>()({
  capture: field(
    wire.count('The page: an index of `captures`, from 0.', 0),
    ({ capture = 0 }) => capture,
  ),
  rate: field(readCellRecord, ({ rate }) => rate),
  tenure: field(readCellRecord, ({ tenure }) => tenure),
  column: field(cellRecord, ({ column }) => column),
  aer: field(
    wire.orNull(readCellRecord, 'The cell of the annual effective rate; null if there is none.'),
    ({ annualEffectiveRate }) => annualEffectiveRate,
  ),
  min_deposit: field(
    wire.orNull(readCellRecord, 'The cell of the minimum deposit; null if there is none.'),
    ({ minimumDeposit }) => minimumDeposit,
  ),
  factor: field(
    wire.orNull(
      wire.anyText,
      'The factor between the printed text and the rate; null if they are equal.',
    ),
    ({ factor }) => factor,
  ),
})

export const exampleCells = {
  capture: 0,
  rate: { address: '#char=1204,1209', text: '7.25%', decimal: null, means: null },
  tenure: {
    address: '#char=1150,1166',
    text: 'One-year special',
    decimal: null,
    means: '12 months',
  },
  column: { address: '#char=980,991', text: 'At maturity' },
  aer: null,
  min_deposit: null,
  factor: null,
}

/** The date that a page prints, with its cell. */
export const printedDateRecord = recordOf<NonNullable<Origin['printedDate']>>()({
  date: field(wire.day, ({ day }) => day),
  ...fieldsOf(cellRecord, ({ cell }: NonNullable<Origin['printedDate']>) => cell),
})

/** A limit of the gate, which the operator can set. */
const limitRecord = recordOf<DecidingLimit>()({
  name: field(
    wire.text('The name of the limit in `ratebook.yaml`.', 'highest_rate'),
    ({ name }) => name,
  ),
  value: field(wire.text('Its value at that time.', '30'), ({ value }) => value),
})

export const exampleFinding = {
  rule: 'rate-out-of-range',
  message: 'The rate of general 12 months maturity is 31 %; rates from 0.5 % to 30 % are expected.',
  limit: { name: 'highest_rate', value: '30' },
}

/** A finding of the gate. */
export const findingRecord = recordOf<Finding>()({
  rule: field(wire.text('The rule of the gate.', 'rate-out-of-range'), ({ rule }) => rule),
  message: field(
    wire.text('What it found, in a sentence.', exampleFinding.message),
    ({ message }) => message,
  ),
  limit: field(
    wire.orNull(
      limitRecord,
      'The limit of the book that decided, as it was then; null if none did.',
      exampleFinding.limit,
    ),
    ({ limit }) => limit,
  ),
})

/** A decision of a reviewer. */
const decisionRecord = recordOf<Review>()({
  reviewer_id: field(wire.text('The id of the reviewer.', 'ann'), ({ by }) => by),
  reviewer_name: field(
    wire.text('The name of the reviewer at that time.', 'Ann Perera'),
    ({ name }) => name,
  ),
  decision: field(wire.choice(decisions, 'The decision.', 'approved'), ({ decision }) => decision),
  decided_at: field(instant('When the reviewer decided.'), ({ at }) => at),
})

/** The decisions of reviewers. */
export const decisionList = wire.orNull(
  {
    schema: Type.Array(decisionRecord.schema),
    write: (decisions: readonly Review[]) => decisions.map(decisionRecord.write),
  },
  'The decisions of reviewers, oldest first; empty if the sheet was published without a review. The first one of an edited sheet is that of the reviewer who edited it. Null on a mirror, which does not have them.',
  [
    {
      reviewer_id: 'ann',
      reviewer_name: 'Ann Perera',
      decision: 'approved',
      decided_at: '2026-06-04T09:00:00Z',
    },
  ],
)

/** A correction of the figure. */
export const correctionRecord = recordOf<NamedCorrection>()({
  id: field(wire.text('The id of the record in `/corrections`.', 'p80-1'), correctionId),
  ...correctionValues.fields,
  corrected_at: field(instant('When it was corrected.'), ({ entry }) => entry.at),
  by: field(
    wire.orNull(
      wire.anyText,
      'Who corrected it: the id of a reviewer, or the name that a person gave; null if nobody is named.',
    ),
    ({ entry }) => entry.by,
  ),
  by_name: field(
    wire.orNull(
      wire.anyText,
      'The name of the reviewer with that id; null if it was no reviewer. Always null on a mirror, which does not have the names.',
    ),
    ({ name }) => name,
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
