import Type from 'typebox'
import type { Market } from '../../market/market.ts'
import { passes, summaryGroups, type SummaryGroup } from '../../query/summary.ts'
import { endpoint, foundBody } from '../endpoint.ts'
import { figureFields, figureTexts, groupFields, groupTexts } from '../figures.ts'
import * as fields from '../fields.ts'
import { joinedBody } from '../joined-body.ts'
import * as parameters from '../parameters.ts'
import { addPiece, noPieces, type Pieces } from '../pieces.ts'

export default endpoint({
  name: 'getSummary',
  path: '/summary',
  summary: 'Minimum, median, maximum and average of each market group',
  description:
    'The headline offers of active institutions, measured by type, variant, tenure and payout. Median and average are rounded half away from zero to three digits, or to the finest scale in the group. Order: type (bank, nbfi), then variant as listed, tenure rising, payout as listed.',
  query: Type.Object({
    type: Type.Optional(parameters.type),
    variant: Type.Optional(parameters.variant),
    tenure_months: Type.Optional(parameters.tenure),
    payout_type: Type.Optional(parameters.payout),
  }),
  response: fields.listOf(fields.record({ ...groupFields, ...figureFields })),
  fromMarket: true,
  answer: ({ market, query, derived }) => {
    const { type, variant, tenure_months: tenure, payout_type: payout } = query
    const isAsked = passes({ type, variant, tenure, payout })
    const { pieces, rows } = derived(market, summaryRows)
    const numbers = new Int32Array(rows.length)
    let count = 0
    for (const { group, row } of rows) if (isAsked(group)) numbers[count++] = row
    return foundBody(joinedBody(pieces, numbers.subarray(0, count)))
  },
})

/** Every group with the piece that is its row: a filter chooses among them and changes none. */
function summaryRows(market: Market): {
  readonly pieces: Pieces
  readonly rows: readonly { readonly group: SummaryGroup; readonly row: number }[]
} {
  const pieces = noPieces()
  const rows = summaryGroups(market).map((group) => {
    const record = { ...groupTexts(group), ...figureTexts(group) }
    return { group, row: addPiece(pieces, `,${JSON.stringify(record)}`) }
  })
  return { pieces, rows }
}
