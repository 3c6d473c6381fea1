import { Type } from 'typebox'
import type { NamedCorrection, Receipt, Review } from '../../../book/query/receipt/receipt.ts'
import { decisions } from '../../../domain/entry.ts'
import type { DecidingLimit, Finding } from '../../../domain/gate-limits.ts'
import type { OfferCells } from '../../../domain/origin.ts'
import { correctionId, correctionValues } from './correction.ts'
import {
  captureRecord,
  cellsRecord,
  confirmationRecord,
  exampleCells,
  instant,
  printedDateRecord,
  sourceRecord,
  verificationRecord,
} from './evidence.ts'
import { field, fieldsOf, recordOf, exampleOf } from './record.ts'
import { printedOffer } from './tier.ts'
import * as wire from './wire-types.ts'

/** A limit of the gate, which the operator can set. */
const limitRecord = recordOf<DecidingLimit>()({
  name: field(
    wire.text('The name of the limit in `ratebook.yaml`.', 'highest_rate'),
    ({ name }) => name,
  ),
  value: field(wire.text('Its value at that time.', '30'), ({ value }) => value),
})

/** A finding of the gate. */
export const findingRecord = recordOf<Finding>()({
  rule: field(wire.text('The rule of the gate.', 'rate-out-of-range'), ({ rule }) => rule),
  message: field(
    wire.text(
      'What it found, in a sentence.',
      'The rate of general 12 months maturity is 31 %; rates from 0.5 % to 30 % are expected.',
    ),
    ({ message }) => message,
  ),
  limit: field(
    wire.orNull(
      limitRecord,
      'The limit of the book that decided, as it was then; null if none did.',
      exampleOf(limitRecord),
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
const decisionList = wire.orNull(
  {
    schema: Type.Array(decisionRecord.schema),
    write: (decisions: readonly Review[]) => decisions.map(decisionRecord.write),
  },
  'The decisions of reviewers, oldest first; empty if the sheet was published without a review. The first one of an edited sheet is that of the reviewer who edited it. Null on a mirror, which does not have them.',
  [exampleOf(decisionRecord)],
)

/** A correction of the figure. */
const correctionRecord = recordOf<NamedCorrection>()({
  id: field(wire.text('The id of the record in `/corrections`.', 'p80-1'), correctionId),
  ...correctionValues.fields,
  corrected_at: field(
    wire.instant('When it was corrected.', '2026-07-20T00:00:00Z'),
    ({ entry }) => entry.at,
  ),
  by: field(
    wire.textOrNull(
      'Who corrected it: the id of a reviewer, or the name that a person gave; null if nobody is named.',
    ),
    ({ entry }) => entry.by,
  ),
  by_name: field(
    wire.textOrNull(
      'The name of the reviewer with that id; null if it was no reviewer. Always null on a mirror, which does not have the names.',
    ),
    ({ name }) => name,
  ),
})

/** A receipt, with what the book and the settings of the server add to it. */
type FullReceipt = Receipt & {
  readonly cells: OfferCells | undefined
  /** Whether the page of the figure is one of the institution. */
  readonly isOwn: boolean
  /** The digest of the book at the position of the sheet. */
  readonly digest: string
  readonly capturesPath: string | undefined
  readonly proofPath: string | undefined
}

/** The record of `/evidence/{id}`. */
export const receiptRecord = recordOf<FullReceipt>()({
  id: field(wire.evidenceId, ({ id }) => id),
  institution_id: field(wire.institutionId, ({ institution }) => institution.id),
  institution_name: field(wire.institutionName, ({ institution }) => institution.name),
  ...fieldsOf(printedOffer, ({ offer }: FullReceipt) => offer),
  currency: field(wire.currency, ({ entry }) => entry.sheet.currency),
  position: field(
    wire.count('The position of the rate sheet in the book.', 69),
    ({ id }) => id.position,
  ),
  entry_digest: field(
    wire.digest(
      'The digest of the book at that position. It covers the sheet and every entry before it; `ratebook audit` and checkpoints verify it.',
      '9a886548dd2f757abcd99fe771fb821fa880f4236f3483656ff6a2e67d4a9e1f',
    ),
    (receipt) => receipt.digest,
  ),
  proof_url: field(
    wire.textOrNull(
      'The path at which this server has the proof that the entry stands in the book (`/evidence/{id}/proof`); null if it has no checkpoint that covers the entry.',
      '/evidence/p69-3/proof',
    ),
    ({ proofPath }) => proofPath,
  ),
  published_at: field(instant('When the rate sheet was published.'), ({ entry }) => entry.at),
  scraped_at: field(instant('When the rates were read.'), ({ entry }) => entry.sheet.scrapedAt),
  source_url: field(
    wire.address('The page that they were read from.', 'https://www.peoplesbank.lk/interest-rate'),
    ({ entry }) => entry.sheet.sourceUrl,
  ),
  own_page: field(
    wire.flag(
      'Whether the page of the figure is the institution’s own: on the host of its `website`, or below it. It is the page of `cells`, which `captures` names, else `source_url`.',
      true,
    ),
    ({ isOwn }) => isOwn,
  ),
  sample: field(wire.flag('Whether the sheet is sample data.', true), ({ entry }) => entry.sample),
  by_hand: field(
    wire.flag(
      'Whether a person typed the rate sheet. Then it has no source definition and no cells; `captures` are the pages that the person typed it from.',
      true,
    ),
    ({ entry }) => entry.origin === undefined,
  ),
  edited: field(
    wire.orNull(
      { schema: Type.Boolean(), write: (isEdited: boolean) => isEdited },
      'Whether a reviewer edited figures of the sheet that the collector had read. The cells are then those that the reviewer named. Null on a mirror, which does not have the held sheet.',
      false,
    ),
    ({ review }) => review?.isEdited,
  ),
  by: field(
    wire.textOrNull(
      'The person who published the sheet: the id of the reviewer who typed it or gave the last approval, or a name; null if the collector published it, or nobody is named.',
    ),
    ({ entry }) => entry.by,
  ),
  by_name: field(
    wire.textOrNull(
      'The name of the reviewer with that id at that time; else null. Always null on a mirror, which does not have the names.',
    ),
    ({ name }) => name,
  ),
  reason: field(
    wire.textOrNull(
      'Who approved the sheet, or the reason to publish it in spite of the findings of the gate; null if there is none.',
      'sample',
    ),
    ({ entry }) => entry.reason,
  ),
  note: field(
    wire.textOrNull('A remark; null if there is none. Notes and reasons of reviews are private.'),
    ({ entry }) => entry.note,
  ),
  source: field(
    wire.orNull(
      sourceRecord,
      'The source definition by which the pages were read; null for a typed sheet.',
      exampleOf(sourceRecord),
    ),
    ({ entry }) => entry.origin?.source,
  ),
  captures: field(
    wire.listOf(
      captureRecord,
      'The captured pages of the sheet, or those that a person typed it from.',
      [exampleOf(captureRecord)],
    ),
    ({ captures, capturesPath }) => captures.map((page) => ({ ...page, capturesPath })),
  ),
  unread: field(
    wire.flag(
      'Whether a person entered the sheet by hand beside a captured page that no run could read. `captures` has such a page only if it is a PDF, which may be a scan: any other one proves nothing.',
      false,
    ),
    ({ isUnread }) => isUnread,
  ),
  cells: field(
    wire.orNull(
      cellsRecord,
      'The cells of a captured page that the figure was read from; null for a typed sheet.',
      exampleCells,
    ),
    ({ cells }) => cells,
  ),
  printed_date: field(
    wire.orNull(
      printedDateRecord,
      'The date that the page prints, with its cell; null if the source definition names none.',
      { date: '2026-06-01', address: '#char=310,321', text: '1 June 2026' },
    ),
    ({ entry }) => entry.origin?.printedDate,
  ),
  findings: field(
    wire.listOf(
      findingRecord,
      'What was found about the offer or the whole sheet, and then about its corrections, and a person has overridden: what the gate found implausible, and what the captured page does not say (`not-on-page`, `page-not-searched`, `contradicts-page`).',
      [exampleOf(findingRecord)],
    ),
    ({ findings }) => findings,
  ),
  decisions: field(decisionList, ({ review }) => review?.decisions),
  verification_count: field(
    wire.count(
      'How many later entries found the rate unchanged, until another sheet listed or withdrew these terms. After a correction they confirm the corrected rate.',
      0,
    ),
    ({ verifications }) => verifications.count,
  ),
  last_verification: field(
    wire.orNull(
      verificationRecord,
      'The last of them; null if there is none.',
      exampleOf(verificationRecord),
    ),
    ({ verifications }) => verifications.last,
  ),
  corrections: field(
    wire.listOf(correctionRecord, 'The corrections of the figure, oldest first.', [
      exampleOf(correctionRecord),
    ]),
    ({ corrections }) => corrections,
  ),
  retracted: field(
    wire.flag(
      'Whether the whole rate sheet was retracted: it then counts as never published.',
      false,
    ),
    ({ isRetracted }) => isRetracted,
  ),
  stands: field(
    wire.flag(
      'Whether the figure is the current rate: no later sheet lists or withdraws the offer, but for one to which a correction added it; no correction replaced the rate, and the sheet was not retracted.',
      false,
    ),
    ({ stands }) => stands,
  ),
  standing_id: field(
    wire.orNull(
      wire.evidenceId,
      'The id of the current figure for the same terms and minimum deposit; the same `id` if a correction replaced only the rate. Null if there is no such offer now.',
    ),
    ({ standing }) => standing,
  ),
  standing_rate_pa: field(
    wire.orNull(
      wire.rate,
      'The current rate for the same terms and minimum deposit, as corrected. It may equal `rate_pa` although `stands` is false: another sheet then lists the same rate. Null if there is no such offer now.',
    ),
    ({ standingRate }) => standingRate,
  ),
  confirmation: field(
    wire.orNull(
      confirmationRecord,
      'When the current rate for the same terms and minimum deposit was last confirmed; null if there is no such offer now.',
      exampleOf(confirmationRecord),
    ),
    ({ confirmation }) => confirmation,
  ),
})
