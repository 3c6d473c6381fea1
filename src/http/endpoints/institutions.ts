import { institutions } from '../../query/institutions.ts'
import { endpoint } from '../endpoint.ts'
import { institutionRecord } from '../records/institution.ts'
import * as parameters from '../schema/parameters.ts'
import { Type } from 'typebox'

export default endpoint({
  name: 'listInstitutions',
  path: '/institutions',
  recordName: 'Institution',
  summary: 'The tracked institutions',
  description: 'The registered banks and finance companies. Order: id.',
  query: Type.Object({
    type: Type.Optional(parameters.type),
    active_only: parameters.activeOnly,
    known_at: Type.Optional(parameters.knownAt),
  }),
  response: Type.Array(institutionRecord.schema),
  fromMarket: true,
  answer: ({ market, query }) => ({
    kind: 'list',
    rows: institutions(market, { type: query.type, activeOnly: query.active_only }).map(
      institutionRecord.writer(),
    ),
  }),
})
