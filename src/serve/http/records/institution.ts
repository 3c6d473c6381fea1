import type { TSchema } from 'typebox'
import type { Market } from '../../../book/market/market.ts'
import { insuranceOf, type BookSettings } from '../../../domain/book-settings.ts'
import { insuranceStatuses, type Institution, type Insurance } from '../../../domain/institution.ts'
import { field, fieldsOf, optional, recordOf, writerOf } from './record.ts'
import * as wire from './wire-types.ts'

/** A value that is null until somebody enters it. */
const untilEntered = <V, T extends TSchema>(
  type: wire.WireType<V, T>,
  name: string,
  example: string,
) =>
  wire.orNull(
    wire.described(type, name, example),
    `${name} Null until it has been entered.`,
    example,
  )

/** A registered institution. */
export const institutionRecord = recordOf<Institution>()({
  id: field(wire.institutionId, (one) => one.id),
  name: field(wire.institutionName, (one) => one.name),
  type: field(wire.institutionType, (one) => one.type),
  website: field(
    wire.address('The institution’s own site.', 'https://www.amanabank.lk'),
    (one) => one.website,
  ),
  active: field(wire.flag('Whether its offers are current.', true), (one) => one.active),
  license_type: field(
    wire.text('The class of its licence.', 'licensed_commercial_bank'),
    (one) => one.licenseType,
  ),
  credit_rating: field(
    untilEntered(wire.anyText, 'Its credit rating.', 'BB+(lka)'),
    (one) => one.creditRating,
  ),
  rating_agency: field(
    untilEntered(wire.anyText, 'The agency that gave the rating.', 'Fitch Ratings'),
    (one) => one.ratingAgency,
  ),
  rating_updated: field(
    untilEntered(wire.day, 'The day of the rating.', '2023-10-06'),
    (one) => one.ratingUpdated,
  ),
})

/** How deposits are insured. */
export const insuranceRecord = recordOf<Insurance>()({
  status: field(
    wire.choice(
      insuranceStatuses,
      'Whether and how deposits are insured: up to an amount, by a guarantee of the state, or not; `unknown` if nobody has entered it.',
      'insured_up_to',
    ),
    (one) => one.status,
  ),
  amount: field(
    wire.orNull(
      wire.amount,
      'The amount up to which the deposits of one person are insured: an exact decimal with at least two digits after the point. Null unless `status` is `insured_up_to`.',
      '500000.00',
    ),
    (one) => one.amount,
  ),
  currency: field(
    wire.orNull(
      wire.currency,
      'The currency of the amount (ISO 4217), which may differ from that of the book. Null without an amount.',
      'KES',
    ),
    (one) => one.currency,
  ),
  scheme: field(
    wire.textOrNull(
      'The name of the scheme or of the guarantor. Null if it has not been entered.',
      'KDIC',
    ),
    (one) => one.scheme,
  ),
  address: field(
    wire.textOrNull(
      'A page that explains the insurance. Null if it has not been entered.',
      'https://scheme.example/limits',
    ),
    (one) => one.address,
  ),
  since: field(
    wire.orNull(
      wire.day,
      'The first day on which this applied. Null if it has not been entered.',
      '2021-01-01',
    ),
    (one) => one.since,
  ),
})

/** An example of how deposits are insured. */
export const insuranceExample = {
  status: 'insured_up_to',
  amount: '500000.00',
  currency: 'KES',
  scheme: null,
  address: null,
  since: null,
}

/** An institution, and the settings that have the insurance of its type. */
type InsuredInstitution = {
  readonly institution: Institution
  readonly settings: Pick<BookSettings, 'insurance'>
}

const listedFields = fieldsOf(
  institutionRecord,
  ({ institution }: InsuredInstitution) => institution,
)

const insuranceField = optional(
  wire.described(
    insuranceRecord,
    'How deposits are insured: as the record of the institution in the book says; without that, as the operator says in the settings of today for its type; without both, `unknown`. Only with `details=true`; JSON text in CSV. The specification does not have this field.',
    insuranceExample,
  ),
  ({ institution, settings }: InsuredInstitution) => insuranceOf(institution, settings.insurance),
)

/** A record of `/institutions`. */
export const listedInstitution = recordOf<InsuredInstitution>()({
  ...listedFields,
  insurance: insuranceField,
})

/** Writes records of `/institutions`, with the insurance on request. */
export function institutionWriter(hasDetails: boolean) {
  return writerOf<InsuredInstitution>({
    ...listedFields,
    ...(hasDetails && { insurance: insuranceField }),
  })
}

/** The institution of a record, with its name and type. */
export const institutionOfRecord = recordOf<Institution>()({
  institution_id: field(wire.institutionId, (one) => one.id),
  institution_name: field(wire.institutionName, (one) => one.name),
  institution_type: field(wire.institutionType, (one) => one.type),
})

/** The institution of a record, as registered now. */
export function institutionOf(
  { institutions }: Market,
  { institutionId }: { readonly institutionId: string },
): Institution {
  const institution = institutions.get(institutionId)?.institution
  if (institution === undefined) throw new Error(`${institutionId} is not registered.`)
  return institution
}
