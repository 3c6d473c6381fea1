import { Type } from 'typebox'
import {
  evidenceSpan,
  standingEvidence,
  type StandingFigure,
} from '../../../book/query/receipt/standing-evidence.ts'
import { endpoint } from '../endpoint.ts'
import { correctionId } from '../records/correction.ts'
import { confirmationRecord } from '../records/evidence.ts'
import { field, fieldsOf, recordOf } from '../records/record.ts'
import { tierRecord } from '../records/tier.ts'
import * as wire from '../records/wire-types.ts'
import * as parameters from '../schema/parameters.ts'

const record = recordOf<StandingFigure>()({
  id: field(
    wire.described(wire.evidenceId, 'The id of the receipt of the figure.', 'p71-1'),
    ({ id }) => id,
  ),
  institution_id: field(wire.institutionId, ({ institution }) => institution.id),
  ...fieldsOf(tierRecord, ({ offer }: StandingFigure) => offer),
  rate_pa: field(wire.rate, ({ offer }) => offer.rate),
  source_url: field(
    wire.address(
      'The page that the offer was read from, as in `/rates/current`.',
      'https://www.peoplesbank.lk/interest-rates/',
    ),
    ({ sourceUrl }) => sourceUrl,
  ),
  own_page: field(
    wire.flag(
      'Whether that page is the institution’s own: on the host of its `website`, or below it. `www.` makes no difference.',
      true,
    ),
    ({ isOwn }) => isOwn,
  ),
  by_hand: field(
    wire.flag('Whether a person typed the rate sheet. No captured page proves its figures.', true),
    ({ isTyped }) => isTyped,
  ),
  correction_id: field(
    wire.textOrNull(
      'The `id` of the last correction of the figure in `/corrections`; null if it was not corrected.',
    ),
    ({ correction }) => correction && correctionId(correction),
  ),
  ...fieldsOf(confirmationRecord, ({ confirmation }: StandingFigure) => confirmation),
})

export default endpoint({
  name: 'listEvidence',
  path: '/evidence',
  tag: 'Evidence',
  recordName: 'StandingFigure',
  summary: 'The current offers with the ids of their receipts',
  description:
    'The offers of `/rates/current`, each with the `id` under which `/evidence/{id}` shows where its rate comes from: the figure of the last rate sheet that lists the offer. Order: institution id, then variant as listed, rising tenure, payout as listed, rising minimum deposit.',
  query: Type.Object({
    institution_id: Type.Optional(parameters.institutionId),
    type: Type.Optional(parameters.type),
    variant: Type.Optional(parameters.variant),
    tenure_months: Type.Optional(parameters.tenure),
    payout_type: Type.Optional(parameters.payout),
    known_at: Type.Optional(parameters.knownAt),
  }),
  response: Type.Array(record.schema),
  answer: ({ market, query, now }) => {
    const filter = { institutionId: query.institution_id, ...parameters.termsOf(query) }
    const rows = standingEvidence(market, filter, now).map(record.writer())
    return { kind: 'list', rows, span: evidenceSpan(market, filter, now) }
  },
})
