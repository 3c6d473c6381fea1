import { institutions } from '../../query/institutions.ts'
import { endpoint } from '../endpoint.ts'
import * as fields from '../schema/fields.ts'
import * as parameters from '../schema/parameters.ts'
import { institutionFields, institutionRow } from '../schema/institution-fields.ts'
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
  response: fields.listOf(fields.record(institutionFields)),
  fromMarket: true,
  answer: ({ market, query }) => ({
    kind: 'list',
    rows: () =>
      institutions(market, { type: query.type, activeOnly: query.active_only }).map(institutionRow),
  }),
})
