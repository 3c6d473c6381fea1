import { Type } from 'typebox'
import { rateChanges } from '../../../book/query/rate-changes.ts'
import { endpoint } from '../endpoint.ts'
import { changesFeed } from '../formats/atom.ts'
import { changeNames, changeRecord, changeWriter } from '../records/change.ts'
import { institutionOf } from '../records/institution.ts'
import * as parameters from '../schema/parameters.ts'

export default endpoint({
  name: 'listRateChanges',
  path: '/rates/changes',
  tag: 'Rates',
  recordName: 'RateChange',
  summary: 'Raises and cuts across the market',
  description:
    'The raises and cuts of all institutions, active or not; `initial` and `flat` records, corrections, and changes that a correction names as false are left out. A change after a false one is compared with the corrected rate. Each minimum deposit of some terms has changes of its own. Order: newest first, the order of the book reversed.',
  query: Type.Object({
    since: Type.Optional(parameters.since),
    type: Type.Optional(parameters.type),
    direction: Type.Optional(parameters.move),
    institution_id: Type.Optional(parameters.institutionId),
    limit: parameters.limit(1000, 200),
    offset: parameters.offset,
    details: parameters.details,
    until: Type.Optional(parameters.until),
    variant: Type.Optional(parameters.beyond(parameters.variant)),
    tenure_months: Type.Optional(parameters.beyond(parameters.tenure)),
    payout_type: Type.Optional(parameters.beyond(parameters.payout)),
    known_at: Type.Optional(parameters.knownAt),
  }),
  response: Type.Array(changeRecord.schema),
  feed: changesFeed,
  answer: ({ market, query, isFeed = false }) => {
    const { since, until, direction, institution_id: institutionId } = query
    const filter = { since, until, direction, institutionId, ...parameters.termsOf(query) }
    const { records, count } = rateChanges(market, filter, query)
    const { columns, write } = changeWriter(query.details || isFeed)
    const rows = records.map((one) =>
      write({ ...one, institution: institutionOf(market, one.terms) }),
    )
    const names = isFeed ? changeNames(records) : []
    return { kind: 'list', rows, columns, names, count }
  },
})
