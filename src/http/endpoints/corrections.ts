import { corrections } from '../../query/corrections.ts'
import { lineIdPattern } from '../../query/ids.ts'
import { countOf, pageOf } from '../../query/rate-history.ts'
import { endpoint, type WireRow } from '../endpoint.ts'
import { correctionsFeed } from '../formats/corrections-feed.ts'
import { correctionNames, correctionRows } from '../rows.ts'
import { correctionFields } from '../schema/correction-fields.ts'
import * as fields from '../schema/fields.ts'
import * as parameters from '../schema/parameters.ts'
import { Type } from 'typebox'

export default endpoint({
  name: 'listCorrections',
  path: '/corrections',
  recordName: 'Correction',
  summary: 'Corrections of published figures',
  description:
    'The published figures of all institutions that were wrong, active institutions or not, each with the right figure. A correction has a record for each rate sheet that it corrects. The retraction of a rate sheet has one for each offer that the sheet listed or ended, also if the sheet did not change it. `since` goes by `corrected_at`. Order: newest first, the order of the book reversed.',
  query: Type.Object({
    since: Type.Optional(parameters.since),
    type: Type.Optional(parameters.type),
    institution_id: Type.Optional(parameters.institutionId),
    limit: parameters.limit(1000, 200),
    offset: parameters.offset,
    known_at: Type.Optional(parameters.knownAt),
  }),
  response: fields.listOf(
    fields.record({
      id: Type.String({
        description:
          'The id of the record: the position of the correction, and the place of the figure in it, from 1.',
        pattern: lineIdPattern,
        examples: ['p80-1'],
      }),
      institution_id: fields.institutionId,
      institution_name: fields.institutionName,
      institution_type: fields.institutionType,
      product_variant: fields.variant,
      tenure_months: fields.tenure,
      payout_type: fields.payout,
      min_deposit: fields.described(
        fields.deposit,
        'The minimum deposit of the offer; `0.00` if none is stated.',
        '0.00',
      ),
      ...correctionFields,
      published_at: fields.described(
        fields.instant,
        'When the wrong figure was published.',
        '2026-06-04T00:00:00Z',
      ),
      corrected_at: fields.described(
        fields.instant,
        'When it was corrected.',
        '2026-07-20T00:00:00Z',
      ),
    }),
  ),
  fromMarket: true,
  isPaged: true,
  feed: correctionsFeed,
  answer: ({ market, query }) => {
    const { since, type, institution_id: institutionId } = query
    const list = corrections(market, { since, type, institutionId })
    const rows = (): readonly WireRow[] => correctionRows(pageOf(list, query), market)
    const names = (): readonly string[] => correctionNames(pageOf(list, query))
    return { kind: 'list', rows, names, count: countOf(list) }
  },
})
