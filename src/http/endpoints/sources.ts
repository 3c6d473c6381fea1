import { instantText } from '../../domain/instant.ts'
import { runOutcomes } from '../../market/collection.ts'
import { heldStates, sources } from '../../query/sources.ts'
import { endpoint, type WireRow } from '../endpoint.ts'
import * as fields from '../schema/fields.ts'
import * as parameters from '../schema/parameters.ts'
import { Type } from 'typebox'

export default endpoint({
  name: 'listSources',
  path: '/sources',
  recordName: 'Source',
  summary: 'How collecting from each institution goes',
  description:
    'How the last run of the collector for each institution ended, and when the next one is due. Institutions whose rates are only entered by hand are not listed. Rates that wait for a reviewer are never shown. Order: institution id.',
  query: Type.Object({
    institution_id: Type.Optional(parameters.institutionId),
    known_at: Type.Optional(parameters.knownAt),
  }),
  response: fields.listOf(
    fields.record({
      institution_id: fields.institutionId,
      name: fields.institutionName,
      last_outcome: Type.Enum([...runOutcomes], {
        description:
          'How the last run ended. `verified`: the pages list the published rates. `changed`: new rates were read and published. `held`: the rates that were read had to wait for a reviewer; `held_state` says what became of them. `failed`: the pages could not be fetched or read.',
        examples: ['failed'],
      }),
      last_run_at: fields.described(
        fields.instant,
        'When the last run ended.',
        '2026-07-20T00:00:00Z',
      ),
      next_due_at: fields.described(
        fields.instant,
        'When the next run is due, as computed when the last run ended.',
        '2026-07-20T06:00:00Z',
      ),
      is_held: Type.Boolean({
        description: 'Whether rates of this institution wait for a reviewer.',
        examples: [false],
      }),
      held_state: Type.Union([Type.Enum([...heldStates]), Type.Null()], {
        description:
          'What became of the rates that the last run held; `null` if it held none. `waiting`: no reviewer has decided. `approved`: a reviewer approved them. `edited`: they were approved after a reviewer had changed them. `rejected`: a reviewer rejected them. `overtaken`: other rates took their place before a decision. `retracted`: they were approved, and the sheet was retracted later.',
        examples: [null],
      }),
    }),
  ),
  fromMarket: true,
  answer: ({ market, query }) => ({
    kind: 'list',
    rows: (): WireRow[] =>
      sources(market, { institutionId: query.institution_id }).map((state) => ({
        institution_id: state.institution.id,
        name: state.institution.name,
        last_outcome: state.outcome,
        last_run_at: instantText(state.ranAt),
        next_due_at: instantText(state.nextDue),
        is_held: state.isHeld,
        held_state: state.heldState ?? null,
      })),
  }),
})
