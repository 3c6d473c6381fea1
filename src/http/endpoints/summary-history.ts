import { canonicalDecimal } from '../../domain/decimal.ts'
import { summaryHistory } from '../../query/summary-history.ts'
import { endpoint, foundBody } from '../endpoint.ts'
import { noDays } from '../rows/day-texts.ts'
import { snapshotList, timelinesOf } from '../rows/snapshot-rows.ts'
import * as fields from '../schema/fields.ts'
import { figureFields, groupFields } from '../schema/figures.ts'
import * as parameters from '../schema/parameters.ts'
import { Type } from '../schema/schema.ts'

export default endpoint({
  name: 'listSummaryHistory',
  path: '/summary/history',
  summary: 'The summary of one group, day by day',
  description:
    'One row per UTC day and institution type on which the group has an offer at the end of the day, from its first day to today; today’s row is the market now. Derived from the book, so a past row never changes. Order: day, then type (bank, nbfi).',
  query: Type.Object({
    tenure_months: parameters.tenure,
    variant: parameters.withDefault(parameters.variant, 'general'),
    payout_type: parameters.withDefault(parameters.payout, 'maturity'),
    type: Type.Optional(parameters.type),
    since: Type.Optional(parameters.since),
  }),
  response: fields.listOf(
    fields.record({
      snapshot_date: fields.described(fields.day, 'The UTC day.', '2026-07-20'),
      ...groupFields,
      ...figureFields,
    }),
  ),
  fromMarket: true,
  answer: ({ market, query, now, derived }) => {
    const { tenure_months: months, variant, payout_type: payout, type, since } = query
    const terms = { variant, tenure: canonicalDecimal(months), payout }
    const timeline = derived(market, timelinesOf)(terms)
    const { stretches, span } = summaryHistory(market, timeline.stretches, since, now)
    const days = derived(market.records.ledger, noDays)
    return foundBody(snapshotList(timeline, stretches, type, days), span)
  },
})
