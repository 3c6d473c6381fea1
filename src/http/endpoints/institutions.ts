import { institutions } from '../../query/institutions.ts'
import { endpoint, found } from '../endpoint.ts'
import * as fields from '../schema/fields.ts'
import { activeOnly, type } from '../schema/parameters.ts'
import { Type } from '../schema/schema.ts'

export default endpoint({
  name: 'listInstitutions',
  path: '/institutions',
  summary: 'The tracked institutions',
  description: 'The registered banks and finance companies. Order: by id.',
  query: Type.Object({ type: Type.Optional(type), active_only: activeOnly }),
  response: fields.listOf(
    fields.record({
      id: fields.institutionId,
      name: fields.institutionName,
      type: fields.institutionType,
      website: fields.address('The institution’s own site.', 'https://www.amanabank.lk'),
      active: Type.Boolean({ description: 'Whether its offers are current.', examples: [true] }),
      license_type: Type.String({
        description: 'Its class of licence.',
        examples: ['licensed_commercial_bank'],
      }),
      credit_rating: fields.orNull(
        Type.String({ description: 'Its rating.', examples: ['BB+(lka)'] }),
      ),
      rating_agency: fields.orNull(
        Type.String({ description: 'Who rated it.', examples: ['Fitch Ratings'] }),
      ),
      rating_updated: fields.orNull(
        fields.described(fields.day, 'The day of the rating.', '2023-10-06'),
      ),
    }),
  ),
  fromMarket: true,
  answer: ({ market, query }) =>
    found(
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
    ),
})
