import { spanOfDay, summaryHistory } from '../../query/summary/summary-history.ts'
import { readPeriods, type ReadPeriod } from '../../query/summary/summary-periods.ts'
import { endpoint, type WireRow } from '../endpoint.ts'
import * as fields from '../schema/fields.ts'
import { figureFields, figureRow, groupFields, groupRow } from '../schema/figures.ts'
import * as parameters from '../schema/parameters.ts'
import { orNone } from '../schema/receipt-parts.ts'
import { termsOf } from '../schema/terms.ts'
import { Type } from 'typebox'

export default endpoint({
  name: 'listSummaryHistory',
  path: '/summary/history',
  recordName: 'SummarySnapshot',
  summary: 'The summary of one group, day by day',
  description:
    'One row per UTC day and institution type on which the group has an offer at the end of the day, from its first day to today. Today’s row is the current market. Rows are derived from the book, so a past row never changes. With `panel=constant`, the figures of each type count only the institutions that have an offer on every day, from the first requested day on which the type has one to the last requested day, so an institution that joined or left is no raise or cut; without such an institution, the type has no rows, and a new day may change earlier rows. With `periods=true`, one row stands for consecutive days with the same figures, which is a much shorter answer. Order: day, then type (bank, nbfi).',
  query: Type.Object({
    tenure_months: parameters.tenure,
    variant: parameters.withDefault(parameters.variant, 'general'),
    payout_type: parameters.withDefault(parameters.payout, 'maturity'),
    type: Type.Optional(parameters.type),
    since: Type.Optional(parameters.since),
    until: Type.Optional(parameters.until),
    panel: parameters.panel,
    periods: parameters.periods,
    known_at: Type.Optional(parameters.knownAt),
  }),
  response: fields.listOf(
    fields.record({
      snapshot_date: fields.described(
        fields.day,
        'The UTC day; with `periods=true`, the first of a period.',
        '2026-07-20',
      ),
      ...groupFields,
      ...figureFields,
      last_day: Type.Optional(
        fields.described(
          fields.day,
          'The last day of the period that begins on `snapshot_date`. Only with `periods=true`. The specification does not have this field.',
          '2026-07-20',
        ),
      ),
      was_read: Type.Optional(
        Type.Boolean({
          description:
            'False in a stretch of more than 31 days in which no rate sheet of an institution that counts was read or verified: nobody knows what happened in it. An institution counts while it is active and has an offer; with `panel=constant`, only if the figures count it. Only with `periods=true`. The specification does not have this field.',
          examples: [true],
        }),
      ),
      last_read_day: Type.Optional(
        orNone(
          fields.day,
          'The last day up to `last_day` on which a rate sheet of an institution that counts was read or verified; null if there is none. A retracted sheet, a retraction and a correction are no readings. Only with `periods=true`. The specification does not have this field.',
          '2026-07-20',
        ),
      ),
    }),
  ),
  fromMarket: true,
  requestedFields: { periods: ['last_day', 'was_read', 'last_read_day'] },
  answer: ({ market, query, now }) => {
    const terms = termsOf(query)
    if (query.periods) {
      const rows = (): WireRow[] => readPeriods(market, terms, query, now).map(periodRow)
      return { kind: 'list', rows, span: spanOfDay(now) }
    }
    const { snapshots, span } = summaryHistory(market, terms, query, now)
    const rows = (): WireRow[] =>
      snapshots.map((snapshot) => ({
        snapshot_date: snapshot.day,
        ...groupRow(snapshot),
        ...figureRow(snapshot),
      }))
    return { kind: 'list', rows, span }
  },
})

function periodRow({ firstDay, lastDay, wasRead, lastReadDay, ...group }: ReadPeriod): WireRow {
  return {
    snapshot_date: firstDay,
    ...groupRow(group),
    ...figureRow(group),
    last_day: lastDay,
    was_read: wasRead,
    last_read_day: lastReadDay ?? null,
  }
}
