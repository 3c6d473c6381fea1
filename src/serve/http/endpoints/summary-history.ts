import { Type } from 'typebox'
import {
  spanOfDay,
  summaryHistory,
  type Snapshot,
} from '../../../book/query/summary/summary-history.ts'
import { readPeriods, type ReadPeriod } from '../../../book/query/summary/summary-periods.ts'
import { endpoint } from '../endpoint.ts'
import { field, optional, recordOf } from '../records/record.ts'
import * as wire from '../records/wire-types.ts'
import * as parameters from '../schema/parameters.ts'
import { summaryRecord } from './summary.ts'

const dayRecord = recordOf<Snapshot>()({
  snapshot_date: field(
    wire.described(
      wire.day,
      'The UTC day; with `periods=true`, the first of a period.',
      '2026-07-20',
    ),
    ({ day }) => day,
  ),
  ...summaryRecord.fields,
})

/** A period of days with the same figures, by its first day. The fields that a day lacks are optional in the schema. */
const periodRecord = recordOf<Snapshot & ReadPeriod>()({
  ...dayRecord.fields,
  last_day: optional(
    wire.described(
      wire.day,
      'The last day of the period that begins on `snapshot_date`. Only with `periods=true`. The specification does not have this field.',
      '2026-07-20',
    ),
    ({ lastDay }) => lastDay,
  ),
  was_read: optional(
    wire.flag(
      'False in a stretch of more than 31 days in which no rate sheet of an institution that counts was read or verified: nobody knows what happened in it. An institution counts while it is active and has an offer, and what was read until then still counts after it is deactivated; with `panel=constant`, only if the figures count it. Only with `periods=true`. The specification does not have this field.',
      true,
    ),
    ({ wasRead }) => wasRead,
  ),
  last_read_day: optional(
    wire.orNull(
      wire.day,
      'The last day up to `last_day` on which a rate sheet of an institution that counts was read or verified; null if there is none. A retracted sheet, a retraction and a correction are no readings. Only with `periods=true`. The specification does not have this field.',
      '2026-07-20',
    ),
    ({ lastReadDay = null }) => lastReadDay,
  ),
})

export default endpoint({
  name: 'listSummaryHistory',
  path: '/summary/history',
  tag: 'Rates',
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
  response: Type.Array(periodRecord.schema),
  answer: ({ market, query, now }) => {
    const terms = parameters.termsOf(query)
    if (query.periods) {
      const write = periodRecord.writer()
      const rows = readPeriods(market, terms, query, now).map((period) =>
        write({ ...period, day: period.firstDay }),
      )
      return { kind: 'list', rows, span: spanOfDay(now) }
    }
    const rows = summaryHistory(market, terms, query, now).map(dayRecord.writer())
    return { kind: 'list', rows, columns: Object.keys(dayRecord.fields), span: spanOfDay(now) }
  },
})
