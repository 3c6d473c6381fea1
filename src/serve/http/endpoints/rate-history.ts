import { Type } from 'typebox'
import { pageOf, rateHistory } from '../../../book/query/rate-history.ts'
import { seenAt, withLastSeen } from '../../../book/query/readings.ts'
import { endpoint } from '../endpoint.ts'
import { historyRecord, historyWriter } from '../records/change.ts'
import * as parameters from '../schema/parameters.ts'
import { unknownInstitution } from '../unknown-institution.ts'

export default endpoint({
  name: 'listRateHistory',
  path: '/rates/history/{institution_id}',
  tag: 'Rates',
  recordName: 'RateHistoryRecord',
  summary: 'The rate history of one institution',
  description:
    'The append-only history of the rates of one institution, active or not; each minimum deposit of some terms has records of its own. A correction adds a record if its figure is still the last one; no record is removed or changed. Order: newest first, the order of the book reversed.',
  query: Type.Object({
    variant: Type.Optional(parameters.variant),
    tenure_months: Type.Optional(parameters.tenure),
    payout_type: Type.Optional(parameters.payout),
    limit: parameters.limit(1000, 200),
    offset: parameters.offset,
    details: parameters.details,
    readings: parameters.readings,
    known_at: Type.Optional(parameters.knownAt),
  }),
  response: Type.Array(historyRecord.schema),
  linksEvidence: true,
  answer: ({ market, query, id }) => {
    const list = rateHistory(market, id, parameters.termsOf(query))
    if (list === undefined) {
      const detail = `${unknownInstitution(id, market)} The list of institutions has them all, with active_only=false.`
      return { kind: 'not-found', detail }
    }
    const book = market.institutions.get(id)
    const page = pageOf(list, query)
    const records = book !== undefined && query.details ? withLastSeen(book, page) : page
    const readings = book !== undefined && query.readings ? seenAt(book, page) : undefined
    const { columns, write } = historyWriter(query.details, query.readings)
    const rows = records.values().map((one, index) => {
      if (readings === undefined) return write(one)
      const asked = page[index]
      return write({ ...one, seenAt: (asked && readings.get(asked)) ?? [] })
    })
    return { kind: 'list', rows, columns, count: list.length }
  },
})
