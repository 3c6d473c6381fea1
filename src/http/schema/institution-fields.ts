import type { Institution } from '../../domain/institution.ts'
import * as fields from './fields.ts'
import { Type } from 'typebox'

/** The fields of an institution; `/institutions` and `/events` share them. */
export const institutionFields = {
  id: fields.institutionId,
  name: fields.institutionName,
  type: fields.institutionType,
  website: fields.address('The institution’s own site.', 'https://www.amanabank.lk'),
  active: Type.Boolean({ description: 'Whether its offers are current.', examples: [true] }),
  license_type: Type.String({
    description: 'The class of its licence.',
    examples: ['licensed_commercial_bank'],
  }),
  credit_rating: fields.orNull(
    Type.String({ description: 'Its credit rating.', examples: ['BB+(lka)'] }),
  ),
  rating_agency: fields.orNull(
    Type.String({
      description: 'The agency that gave the rating.',
      examples: ['Fitch Ratings'],
    }),
  ),
  rating_updated: fields.orNull(
    fields.described(fields.day, 'The day of the rating.', '2023-10-06'),
  ),
}

/** The fields of an institution, with their values. */
export const institutionRow = (institution: Institution) => ({
  id: institution.id,
  name: institution.name,
  type: institution.type,
  website: institution.website,
  active: institution.active,
  license_type: institution.licenseType,
  credit_rating: institution.creditRating,
  rating_agency: institution.ratingAgency,
  rating_updated: institution.ratingUpdated,
})
