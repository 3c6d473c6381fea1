import { Type } from 'typebox'
import type { BookEvent } from '../../../book/query/events.ts'
import { eventIdText, lineIdPattern, type EvidenceId } from '../../../book/query/ids.ts'
import { causes, isListed, type Change, type CorrectedFigure } from '../../../domain/change.ts'
import { checkOutcomes, type Attribution, type Override } from '../../../domain/entry.ts'
import type { Institution } from '../../../domain/institution.ts'
import { depositOf, type Offer } from '../../../domain/offer.ts'
import type { WireRow } from '../endpoint.ts'
import {
  institutionOfRecord,
  institutionRecord,
  insuranceExample,
  insuranceRecord,
} from './institution.ts'
import { field, fieldsOf, optional, recordOf, exampleOf } from './record.ts'
import { rangeRecord, termsRecord, tierRecord } from './tier.ts'
import * as wire from './wire-types.ts'

type EventOf<K extends BookEvent['kind']> = Extract<BookEvent, { readonly kind: K }>
type ChangeEvent = Extract<BookEvent, { readonly change: Change }>

/** The instant of the entry. */
const entryInstant = wire.instant('The instant of the entry.', '2026-07-20T00:00:00Z')

/** The fields that begin every event. */
const head = <K extends BookEvent['kind']>(kinds: readonly [K, ...K[]]) => ({
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
const attribution = recordOf<Attribution>()({
  by: optional(
    wire.text('The name of the person who made the entry, if given.', 'A. Perera'),
    ({ by }) => by,
  ),
  note: optional(wire.text('Their remark.', 'The page was down until noon.'), ({ note }) => note),
})
/** The same of figures that were entered in spite of findings. */
const override = recordOf<Attribution & Override>()({
  ...attribution.fields,
  reason: optional(
    wire.text(
      'The reason to enter figures in spite of the findings of the gate.',
      'The bank doubled its rates.',
    ),
    ({ reason }) => reason,
  ),
})

/** An offer as a sheet printed it, without what the sheet does not state. */
const listedOffer = recordOf<Offer & { readonly id: EvidenceId }>()({
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
const correctedFigure = recordOf<CorrectedFigure>()({
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

const institutionEvent = recordOf<EventOf<'institution'>>()({
  ...head(['institution']),
  institution: field(
    wire.described(
      recordOf<Institution>()({
        ...institutionRecord.fields,
        stale_after_days: field(
          wire.count('The rates are stale after more than this many days.', 7),
          (institution) => institution.staleAfterDays,
        ),
        insurance: optional(
          wire.described(
            insuranceRecord,
            'How its deposits are insured; absent if its record does not say so.',
            insuranceExample,
          ),
          (institution) => institution.insurance,
        ),
      }),
      'The whole record of the institution, as it was registered by the entry.',
      {
        id: 'peoples-bank',
        name: "People's Bank",
        type: 'bank',
        website: 'https://www.peoplesbank.lk',
        active: true,
        license_type: 'licensed_commercial_bank',
        credit_rating: 'AA-(lka)',
        rating_agency: 'Fitch Ratings',
        rating_updated: '2025-01-23',
        stale_after_days: 7,
      },
    ),
    ({ institution }) => institution,
  ),
})

const sheetEvent = recordOf<EventOf<'sheet'>>()({
  ...head(['sheet']),
  scraped_at: field(
    wire.instant('When the rate sheet was read.', '2026-07-20T00:00:00Z'),
    ({ entry }) => entry.sheet.scrapedAt,
  ),
  source_url: field(
    wire.address('The page that it was read from.', 'https://www.peoplesbank.lk/interest-rates/'),
    ({ entry }) => entry.sheet.sourceUrl,
  ),
  currency: field(wire.currency, ({ entry }) => entry.sheet.currency),
  complete: field(
    wire.flag(
      'Whether the sheet withdraws the offers of the covered variants that it does not list.',
      true,
    ),
    ({ entry }) => entry.sheet.complete,
  ),
  covers: field(
    wire.listOf(wire.variant, 'The variants that the sheet covers.', ['general', 'senior_citizen']),
    ({ entry }) => entry.sheet.covers,
  ),
  leaves: field(
    wire.listOf(
      rangeRecord,
      'The terms that the sheet leaves alone: it neither confirms nor withdraws them, with all their minimum deposits.',
      [],
    ),
    ({ entry }) => entry.sheet.leaves ?? [],
  ),
  offers: field(
    wire.listOf(
      listedOffer,
      'The offers that the sheet lists. A field that the sheet does not print is absent.',
      [
        {
          product_variant: 'general',
          tenure_months: '12.00',
          payout_type: 'maturity',
          rate_pa: '8.500',
          evidence_id: 'p71-7',
        },
      ],
    ),
    ({ entry: { position, sheet } }) =>
      sheet.offers.map((offer, index) => ({ ...offer, id: { position, row: index + 1 } })),
  ),
  sample: field(wire.flag('Whether the sheet is sample data.', true), ({ entry }) => entry.sample),
  ...fieldsOf(override, ({ entry }: EventOf<'sheet'>) => entry),
})

const checkedEvent = recordOf<EventOf<'checked'>>()({
  ...head(['checked']),
  outcome: optional(
    wire.choice(
      checkOutcomes,
      'How the run of a collector ended: `failed` if it could not read the page, `held` if a reviewer must decide about what it read. Absent if a person checked the rates.',
      'held',
    ),
    ({ outcome }) => outcome,
  ),
  ...fieldsOf(attribution, (event: EventOf<'checked'>) => event.attribution),
})

const verifiedEvent = recordOf<EventOf<'verified'>>()({
  ...head(['verified']),
  tiers: optional(
    wire.listOf(
      tierRecord,
      'The tiers that were found unchanged. Absent if all standing offers of the institution were.',
      [exampleOf(tierRecord)],
    ),
    ({ tiers }) => tiers,
  ),
  ...fieldsOf(attribution, (event: EventOf<'verified'>) => event.attribution),
})

const correctedEvent = recordOf<EventOf<'corrected'>>()({
  ...head(['corrected']),
  target: field(
    wire.count('The position of the rate sheet that was named as wrong.', 69),
    ({ entry }) => entry.correction.of,
  ),
  retraction: field(
    wire.flag('Whether the whole sheet is retracted: it then counts as never published.', false),
    ({ entry }) => entry.correction.isRetraction,
  ),
  cause: field(
    wire.choice(causes, 'The cause of the wrong figures.', 'misread'),
    ({ entry }) => entry.correction.cause,
  ),
  figures: field(
    wire.listOf(
      correctedFigure,
      'The wrong figures, each with the right one, of the named sheet and of later ones that repeat the figure. Of a retracted sheet, each offer that it listed or ended, but those that have neither rate.',
      [exampleOf(correctedFigure)],
    ),
    ({ entry }) => entry.correction.figures.filter(isListed),
  ),
  ...fieldsOf(override, ({ entry }: EventOf<'corrected'>) => entry),
})

const institution = fieldsOf(institutionOfRecord, (event: ChangeEvent) => event.institution)

const changeEvent = recordOf<ChangeEvent>()({
  ...head(['initial', 'up', 'down', 'flat', 'withdrawn']),
  institution_name: institution.institution_name,
  institution_type: institution.institution_type,
  ...fieldsOf(rangeRecord, ({ change }: ChangeEvent) => change),
  prev_rate_pa: field(
    wire.described(wire.rate, 'The rate before the change.', '7.500'),
    ({ change }) => change.previous,
  ),
  new_rate_pa: field(
    wire.orNull(wire.rate, 'The rate after the change; null if the offer was withdrawn.', '8.500'),
    ({ change }) => (change.direction === 'withdrawn' ? null : change.rate),
  ),
  direction: field(
    wire.choice(['initial', 'up', 'down', 'flat', 'withdrawn'], 'The same as `kind`.', 'up'),
    ({ change }) => change.direction,
  ),
  changed_at: field(entryInstant, (event) => event.at),
  min_deposit: field(wire.deposit, ({ change }) => depositOf(change)),
  prev_min_deposit: field(wire.previousDeposit, ({ change }) =>
    change.direction === 'withdrawn'
      ? depositOf(change)
      : (change.previousMinimumDeposit ?? depositOf(change)),
  ),
  evidence_id: field(
    wire.orNull(
      wire.evidenceId,
      'The id of the published figure that the change leads to; null if the offer was withdrawn.',
      'p71-7',
    ),
    ({ evidence }) => evidence,
  ),
})

/** The schema of a record of `/events`: one for each group of kinds. */
export const eventSchema = Type.Union([
  institutionEvent.schema,
  sheetEvent.schema,
  checkedEvent.schema,
  verifiedEvent.schema,
  correctedEvent.schema,
  changeEvent.schema,
])

/** Events as records of `/events`. */
export function eventRows(events: readonly BookEvent[]): readonly WireRow[] {
  const writeChange = changeEvent.writer()
  return events.map((event) => ('change' in event ? writeChange(event) : eventRow(event)))
}

/** An event as a record of `/events`. */
export function eventRow(event: BookEvent): WireRow {
  switch (event.kind) {
    case 'institution':
      return institutionEvent.write(event)
    case 'sheet':
      return sheetEvent.write(event)
    case 'checked':
      return checkedEvent.write(event)
    case 'verified':
      return verifiedEvent.write(event)
    case 'corrected':
      return correctedEvent.write(event)
    case 'initial':
    case 'up':
    case 'down':
    case 'flat':
    case 'withdrawn':
      return changeEvent.write(event)
    default:
      throw event satisfies never
  }
}
