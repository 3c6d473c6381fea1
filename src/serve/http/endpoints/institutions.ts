import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { institutions } from '../../../book/query/institutions.ts'
import { endpoint } from '../endpoint.ts'
import { institutionWriter, listedInstitution } from '../records/institution.ts'
import * as parameters from '../schema/parameters.ts'

export default endpoint({
  name: 'listInstitutions',
  path: '/institutions',
  tag: 'Rates',
  recordName: 'Institution',
  summary: 'The tracked institutions',
  description:
    'The registered banks and finance companies. With `details=true` each record ends with `insurance`: how deposits are insured. Order: id.',
  query: Type.Object({
    type: Type.Optional(parameters.type),
    active_only: parameters.activeOnly,
    details: parameters.insuranceDetails,
    known_at: Type.Optional(parameters.knownAt),
  }),
  response: Type.Array(listedInstitution.schema),
  answer: ({ market, query, site: { settings } }) => {
    const { columns, write } = institutionWriter(query.details)
    const filter = { type: query.type, activeOnly: query.active_only }
    const rows = institutions(market, filter).map((institution) => write({ institution, settings }))
    const { insurance } = settings
    return {
      kind: 'list',
      rows,
      columns,
      ...(query.details && { etagLabel: hash('sha256', JSON.stringify(insurance)) }),
    }
  },
})
