import { Type } from 'typebox'
import { runOutcomes } from '../../../book/market/runs.ts'
import { futureSpan } from '../../../book/query/freshness.ts'
import {
  heldStates,
  isMirror,
  sources,
  type CollectionState,
  type HeldState,
} from '../../../book/query/sources.ts'
import { endpoint } from '../endpoint.ts'
import { field, recordOf } from '../records/record.ts'
import * as wire from '../records/wire-types.ts'
import * as parameters from '../schema/parameters.ts'

const record = recordOf<CollectionState>()({
  institution_id: field(wire.institutionId, ({ institution }) => institution.id),
  name: field(wire.institutionName, ({ institution }) => institution.name),
  last_outcome: field(
    wire.choice(
      runOutcomes,
      'How the last run ended. `verified`: the pages list the published rates. `changed`: new rates were read and published. `held`: the rates that were read had to wait for a reviewer; `held_state` says what became of them. `failed`: the pages could not be fetched or read.',
      'failed',
    ),
    (state) => state.outcome,
  ),
  last_run_at: field(
    wire.instant('When the last run ended.', '2026-07-20T00:00:00Z'),
    (state) => state.ranAt,
  ),
  next_due_at: field(
    wire.instant(
      'When the next run is due, as computed when the last run ended.',
      '2026-07-20T06:00:00Z',
    ),
    (state) => state.nextDue,
  ),
  is_held: field(
    wire.orNull(
      wire.flag('Whether rates of this institution wait for a reviewer.', false),
      'Whether rates of this institution wait for a reviewer. Null on a mirror that cannot know: it does not have held sheets and decisions.',
      false,
    ),
    (state) => state.isHeld,
  ),
  held_state: field(
    wire.orNull(
      { schema: Type.Enum([...heldStates]), write: (state: HeldState) => state },
      'What became of the rates that the last run held; `null` if it held none, and on a mirror. `waiting`: no reviewer has decided. `approved`: a reviewer approved them. `edited`: they were approved after a reviewer had changed them. `rejected`: a reviewer rejected them. `overtaken`: other rates took their place before a decision. `retracted`: they were approved, and the sheet was retracted later.',
    ),
    (state) => state.heldState,
  ),
})

export default endpoint({
  name: 'listSources',
  path: '/sources',
  tag: 'Evidence',
  recordName: 'Source',
  summary: 'How collecting from each institution goes',
  description:
    'How the last run of the collector for each institution ended, and when the next one is due. Institutions whose rates are only entered by hand are not listed. Rates that wait for a reviewer are never shown. A mirror does not have the runs that held rates; its answer is about the last other run. Order: institution id.',
  query: Type.Object({
    institution_id: Type.Optional(parameters.institutionId),
    known_at: Type.Optional(parameters.knownAt),
  }),
  response: Type.Array(record.schema),
  answer: ({ market, query, now }) => ({
    kind: 'list',
    rows: sources(market, { institutionId: query.institution_id }, now).map(record.writer()),
    span: futureSpan(market, now),
    // A mirror has the digest of its operator's book, and may give another answer.
    ...(isMirror(market) && { etagLabel: 'mirror' }),
  }),
})
