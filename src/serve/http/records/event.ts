import * as wire from './wire-types.ts'
import { Type } from 'typebox'
import { type Change, causes, isListed } from '../../../domain/change.ts'
import { checkOutcomes } from '../../../domain/entry.ts'
import type { Institution } from '../../../domain/institution.ts'
import { depositOf } from '../../../domain/offer.ts'
import type { BookEvent } from '../../../book/query/events.ts'
import type { WireRow } from '../endpoint.ts'
import {
  attribution,
  correctedFigure,
  entryInstant,
  exampleTier,
  head,
  listedOffer,
  override,
} from './event-parts.ts'
import { institutionOfRecord, institutionRecord } from './institution.ts'
import { insuranceExample, insuranceRecord } from './insurance.ts'
import { field, fieldsOf, optional, recordOf } from './record.ts'
import { rangeRecord, tierRecord } from './tier.ts'

type EventOf<K extends BookEvent['kind']> = Extract<BookEvent, { readonly kind: K }>
type ChangeEvent = Extract<BookEvent, { readonly change: Change }>

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
      [exampleTier],
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
      [{ target: 69, ...exampleTier, was_rate_pa: '12.500', now_rate_pa: '15.200' }],
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
