import { Type } from 'typebox'
import { corrections } from '../../../book/query/corrections.ts'
import { pageOf } from '../../../book/query/rate-history.ts'
import { endpoint } from '../endpoint.ts'
import { correctionsFeed } from '../formats/atom.ts'
import { correctionNames, correctionRecord } from '../records/correction.ts'
import { institutionOf } from '../records/institution.ts'
import * as parameters from '../schema/parameters.ts'

export default endpoint({
  name: 'listCorrections',
  path: '/corrections',
  tag: 'Evidence',
  recordName: 'Correction',
  summary: 'Corrections of published figures',
  description:
    'The published figures of all institutions that were wrong, active institutions or not, each with the right figure. A correction has a record for each rate sheet that it corrects. The retraction of a rate sheet has one for each offer that the sheet listed or ended, also if the sheet did not change it. No record has both rates null. `since` goes by `corrected_at`. Order: newest first, the order of the book reversed.',
  query: Type.Object({
    since: Type.Optional(parameters.since),
    type: Type.Optional(parameters.type),
    institution_id: Type.Optional(parameters.institutionId),
    limit: parameters.limit(1000, 200),
    offset: parameters.offset,
    known_at: Type.Optional(parameters.knownAt),
  }),
  response: Type.Array(correctionRecord.schema),
  feed: correctionsFeed,
  answer: ({ market, query, isFeed }) => {
    const { since, type, institution_id: institutionId } = query
    const list = corrections(market, { since, type, institutionId })
    const page = pageOf(list, query)
    const write = correctionRecord.writer()
    const rows = page.map((one) => write({ ...one, institution: institutionOf(market, one.entry) }))
    const names = isFeed === true ? correctionNames(page) : []
    return { kind: 'list', rows, names, count: list.length }
  },
})
