import type { TSchema } from 'typebox'
import type { Institution } from '../../../domain/institution.ts'
import { insuranceOf, type BookSettings } from '../../../domain/book-settings.ts'
import type { Market } from '../../../book/market/market.ts'
import { insuranceExample, insuranceRecord } from './insurance.ts'
import { field, fieldsOf, optional, recordOf, writerOf } from './record.ts'
import * as wire from './wire-types.ts'
import type { WireType } from './wire-types.ts'

/** A value that is null until somebody enters it. */
const untilEntered = <V, T extends TSchema>(type: WireType<V, T>, name: string, example: string) =>
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
