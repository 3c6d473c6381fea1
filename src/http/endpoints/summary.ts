import type { Market } from '../../market/market.ts'
import { indexSummary, type SummaryIndex } from '../../query/summary.ts'
import { endpoint, foundBody } from '../endpoint.ts'
import { chosenRows, keepRows, type Rows } from '../rows/chosen-rows.ts'
import * as fields from '../schema/fields.ts'
import { figureFields, figureTexts, groupFields, groupTexts } from '../schema/figures.ts'
import * as parameters from '../schema/parameters.ts'
import { Type } from '../schema/schema.ts'

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
    const { rows, numbersOf } = derived(market, summaryRows)
    return foundBody(chosenRows(rows, numbersOf({ type, variant, tenure, payout })))
  },
})

/** Every group with its row: a filter chooses among them and changes none. */
function summaryRows(market: Market): Pick<SummaryIndex, 'numbersOf'> & { readonly rows: Rows } {
  const { groups, numbersOf } = indexSummary(market)
  const rows = keepRows(groups.map((group) => ({ ...groupTexts(group), ...figureTexts(group) })))
  return { rows, numbersOf }
}
