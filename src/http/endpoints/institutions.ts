import { institutions } from '../../query/institutions.ts'
import { endpoint } from '../endpoint.ts'
import * as fields from '../schema/fields.ts'
import { activeOnly, type } from '../schema/parameters.ts'
import { Type } from 'typebox'

export default endpoint({
  name: 'listInstitutions',
  path: '/institutions',
  recordName: 'Institution',
  summary: 'The tracked institutions',
  description: 'The registered banks and finance companies. Order: id.',
  query: Type.Object({ type: Type.Optional(type), active_only: activeOnly }),
  response: fields.listOf(
    fields.record({
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
    }),
  ),
  fromMarket: true,
  answer: ({ market, query }) => ({
    kind: 'list',
    rows: () =>
      institutions(market, { type: query.type, activeOnly: query.active_only }).map(
        (institution) => ({
          id: institution.id,
          name: institution.name,
          type: institution.type,
          website: institution.website,
          active: institution.active,
          license_type: institution.licenseType,
          credit_rating: institution.creditRating,
          rating_agency: institution.ratingAgency,
          rating_updated: institution.ratingUpdated,
        }),
      ),
  }),
})
