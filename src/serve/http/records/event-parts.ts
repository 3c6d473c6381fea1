import { Type } from 'typebox'
import type { Attribution, Override } from '../../../domain/entry.ts'
import type { CorrectedFigure } from '../../../domain/change.ts'
import type { Offer } from '../../../domain/offer.ts'
import { eventIdText, type EvidenceId, lineIdPattern } from '../../../book/query/ids.ts'
import type { BookEvent } from '../../../book/query/events.ts'
import { field, optional, recordOf } from './record.ts'
import { termsRecord, tierRecord } from './tier.ts'
import * as wire from './wire-types.ts'

/** The instant of the entry. */
export const entryInstant = wire.instant('The instant of the entry.', '2026-07-20T00:00:00Z')

/** The fields that begin every event. */
export const head = <K extends BookEvent['kind']>(kinds: readonly [K, ...K[]]) => ({
  id: field(
    {
      schema: Type.String({
        description:
          'The id of the event: the position of its entry, and its line in the entry. Line 0 is the entry itself.',
        pattern: lineIdPattern,
        examples: ['p79-0'],
      }),
      write: eventIdText,
    },
    (event: BookEvent) => event,
  ),
  position: field(
    wire.count('The position of the entry in the book.', 79),
    (event: BookEvent) => event.position,
  ),
  kind: field(wire.choice(kinds, 'What happened.', kinds[0]), (event: BookEvent) => event.kind),
  at: field(entryInstant, (event: BookEvent) => event.at),
  institution_id: field(wire.institutionId, (event: BookEvent) => event.institutionId),
})

/** The person who made an entry by hand, and a remark. */
export const attribution = recordOf<Attribution>()({
  by: optional(
    wire.text('The name of the person who made the entry, if given.', 'A. Perera'),
    ({ by }) => by,
  ),
  note: optional(wire.text('Their remark.', 'The page was down until noon.'), ({ note }) => note),
})
/** The same of figures that were entered in spite of findings. */
export const override = recordOf<Attribution & Override>()({
  ...attribution.fields,
  reason: optional(
    wire.text(
      'The reason to enter figures in spite of the findings of the gate.',
      'The bank doubled its rates.',
    ),
    ({ reason }) => reason,
  ),
})

/** A tier as an example. */
export const exampleTier = {
  product_variant: 'general',
  tenure_months: '12.00',
  tenure_to_months: null,
  payout_type: 'maturity',
  min_deposit: '0.00',
}

/** An offer as a sheet printed it, without what the sheet does not state. */
export const listedOffer = recordOf<Offer & { readonly id: EvidenceId }>()({
  product_variant: termsRecord.fields.product_variant,
  tenure_months: termsRecord.fields.tenure_months,
  tenure_days: optional(
    wire.count('The tenure in days, if the sheet prints days.', 100),
    (offer) => offer.tenureDays,
  ),
  tenure_to_months: optional(
    wire.described(wire.tenure, 'The upper bound of a range of tenures, in months.', '24.00'),
    (offer) => offer.tenureTo,
  ),
  tenure_to_days: optional(
    wire.count('The upper bound of a range in days, if the sheet prints days.', 729),
    (offer) => offer.tenureToDays,
  ),
  payout_type: termsRecord.fields.payout_type,
  rate_pa: field(wire.rate, (offer) => offer.rate),
  min_deposit: optional(wire.deposit, (offer) => offer.minimumDeposit),
  aer: optional(
    wire.described(wire.rate, 'The annual effective rate, if the sheet prints one.', '8.840'),
    (offer) => offer.annualEffectiveRate,
  ),
  product: optional(
    wire.text('The institution’s name of the product.', 'Fixed deposit'),
    (offer) => offer.product,
  ),
  evidence_id: field(wire.evidenceId, (offer) => offer.id),
})

/** A corrected figure. */
export const correctedFigure = recordOf<CorrectedFigure>()({
  target: field(
    wire.count('The position of the rate sheet that has the wrong figure.', 69),
    (figure) => figure.of,
  ),
  ...tierRecord.fields,
  was_rate_pa: field(
    wire.orNull(wire.rate, 'The wrong rate; null if the sheet withdrew the offer.', '12.500'),
    (figure) => figure.was,
  ),
  now_rate_pa: field(
    wire.orNull(
      wire.rate,
      'The right rate; null if there was no such offer. Of a retracted sheet, the rate that stood before the sheet.',
      '15.200',
    ),
    (figure) => figure.now,
  ),
})
