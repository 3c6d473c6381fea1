import type { RateRecord } from '../../../book/market/rate-history.ts'
import { instantText, type Instant } from '../../../domain/instant.ts'
import type { Institution } from '../../../domain/institution.ts'
import { tierKeyOf } from '../../../domain/offer.ts'
import { institutionOfRecord } from './institution.ts'
import { detail, field, fieldsOf, optional, recordOf, writerOf } from './record.ts'
import { termsRecord } from './tier.ts'
import * as wire from './wire-types.ts'

const anyInstant = wire.instant()
const examplePage = 'https://www.peoplesbank.lk/interest-rate'

/** The fields of a history record or change that the specification does not have. The times are null for the first rate. */
const changeDetails = {
  min_deposit: detail(wire.deposit, (record: RateRecord) => record.minimumDeposit),
  prev_min_deposit: detail(
    wire.previousDeposit,
    (record: RateRecord) => record.previousMinimumDeposit,
  ),
  prev_changed_at: detail(
    wire.orNull(
      anyInstant,
      'When the previous rate was published: `changed_at` of the record before this one of the same tier. Null if `direction` is `initial`.',
      '2025-09-09T00:00:00Z',
    ),
    (record: RateRecord) => record.previousEntry?.at,
  ),
  prev_seen_at: detail(
    wire.orNull(
      anyInstant,
      'When the previous rate was last confirmed before this change: when the last rate sheet that lists it was read, or the instant of a verification, whichever is later; for an offer that was withdrawn and returned, before the withdrawal. Readings of wrong figures are passed over. If it is more than 31 days before `read_at`, nobody knows when the rate moved, or how often: say so beside the change. Null if `direction` is `initial`, and in the history after a wrong rate, which nobody read.',
      '2025-09-09T00:00:00Z',
    ),
    (record: RateRecord) => record.previousSeenAt,
  ),
  prev_withdrawn_at: detail(
    wire.orNull(
      anyInstant,
      'When the offer was withdrawn after the previous rate was last seen: the instant of the first rate sheet or correction that withdrew it. Null if the offer was not withdrawn before this change, and if `direction` is `initial`. In `/rates/changes`, retracted sheets withdrew nothing.',
    ),
    (record: RateRecord) => record.previousWithdrawnAt,
  ),
  read_at: detail(
    wire.orNull(
      anyInstant,
      'When the new rate was read: `scraped_at` of the rate sheet that brought it, which a person may have typed or approved later. Null for a correction, which nobody read.',
      '2026-06-09T00:00:00Z',
    ),
    (record: RateRecord) => record.entry.readAt,
  ),
  source_url: detail(
    wire.orNull(
      wire.address('The page that was read.', examplePage),
      'The page that the new rate was read from: `source_url` of the rate sheet that brought it. Null for a correction, which nobody read.',
      examplePage,
    ),
    (record: RateRecord) => record.entry.sourceUrl,
  ),
  printed_date: detail(
    wire.orNull(
      wire.day,
      'The day that the page printed beside its rates, such as “w.e.f. 18 November”. Null if the source definition names no such date, for a typed sheet, and for a correction.',
    ),
    (record: RateRecord) => record.entry.printedDay,
  ),
}

/** The upper bound of a range, which ends every record with details. */
const upperBound = {
  tenure_to_months: detail(wire.tenureTo, (record: RateRecord) => record.terms.tenureTo),
}

/** The same of a history record. The specification gives it neither a variant nor a payout. */
const historyDetails = {
  ...changeDetails,
  product_variant: detail(wire.variant, (record: RateRecord) => record.terms.variant),
  payout_type: detail(wire.payout, (record: RateRecord) => record.terms.payout),
  ...upperBound,
}

/** A history record, with its readings if they are requested. */
type HistoryRecord = RateRecord & { readonly seenAt?: readonly Instant[] }

const newRate = field(
  wire.described(wire.rate, 'The rate after the change.', '8.500'),
  (record: RateRecord) => record.rate,
)

const changedAt = field(
  wire.instant('When the change was published.'),
  (record: RateRecord) => record.entry.at,
)

/** The fields of `/rates/history` that every record has. */
const historyFields = {
  institution_id: field(wire.institutionId, (record: RateRecord) => record.terms.institutionId),
  tenure_months: field(wire.tenure, (record: RateRecord) => record.terms.tenure),
  prev_rate_pa: field(
    wire.described(
      wire.rate,
      'The rate before the change; equal to the new one if `direction` is `initial`.',
      '7.500',
    ),
    (record: RateRecord) => record.previous,
  ),
  new_rate_pa: newRate,
  direction: field(wire.direction, (record: RateRecord) => record.direction),
  changed_at: changedAt,
}

const seenAt = optional(
  wire.listOf(
    anyInstant,
    'When the page was read and showed this rate while this record was the latest of its tier: each rate sheet that lists it, and each verification of it, oldest first. Only with `readings=true`; JSON text in CSV. Retracted sheets, their verifications, and figures that were corrected to another rate are left out. The record of a correction has the readings that the correction made right. The specification does not have this field.',
    ['2026-06-09T00:00:00Z'],
  ),
  (record: HistoryRecord) => record.seenAt,
)

/** A record of `/rates/history`. */
export const historyRecord = recordOf<HistoryRecord>()({
  ...historyFields,
  ...historyDetails,
  seen_at: seenAt,
})

/** The same for one answer. Most records were read at the same instants, so each instant is formatted once. */
function seenAtOfAnswer(): typeof seenAt {
  const texts = new Map<Instant, string>()
  const textOf = (at: Instant): string => {
    const text = texts.get(at) ?? instantText(at)
    texts.set(at, text)
    return text
  }
  return { ...seenAt, write: (times: readonly Instant[] | undefined) => times?.map(textOf) }
}

/** Writes records of `/rates/history`, with details and with readings on request. */
export function historyWriter(hasDetails: boolean, hasReadings: boolean) {
  return writerOf<HistoryRecord>({
    ...historyFields,
    ...(hasDetails && historyDetails),
    ...(hasReadings && { seen_at: seenAtOfAnswer() }),
  })
}

/** A raise or cut, and its institution as registered now. */
type MarketChange = RateRecord & { readonly institution: Institution }

const changeFields = {
  ...fieldsOf(institutionOfRecord, (record: MarketChange) => record.institution),
  ...fieldsOf(termsRecord, (record: MarketChange) => record.terms),
  prev_rate_pa: field(
    wire.described(wire.rate, 'The rate before the change.', '7.500'),
    (record: MarketChange) => record.previous,
  ),
  new_rate_pa: newRate,
  direction: field(
    wire.choice(['up', 'down'], 'A raise or a cut.', 'up'),
    (record: MarketChange) => record.direction,
  ),
  changed_at: changedAt,
}

/** A record of `/rates/changes`. */
export const changeRecord = recordOf<MarketChange>()({
  ...changeFields,
  ...changeDetails,
  ...upperBound,
})

/** Writes records of `/rates/changes`, with details on request. */
export function changeWriter(hasDetails: boolean) {
  return writerOf<MarketChange>({
    ...changeFields,
    ...(hasDetails && { ...changeDetails, ...upperBound }),
  })
}

/**
 * A name for each record that stays the same when a correction changes its previous rate, and its direction. The instant and
 * the institution tell a record from one at the same position of another book, or of another past of a restored book.
 */
export function changeNames(records: readonly RateRecord[]): readonly string[] {
  return records.map(({ entry: { position, at }, terms, minimumDeposit }) => {
    const tier = tierKeyOf({ ...terms, minimumDeposit })
    return ['change', position, instantText(at), terms.institutionId, tier].join(' ')
  })
}
