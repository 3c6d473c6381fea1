import { instantText } from '../../domain/instant.ts'
import { depositOf } from '../../domain/offer.ts'
import { evidenceIdText } from '../../query/ids.ts'
import {
  evidenceSpan,
  standingEvidence,
  type StandingFigure,
} from '../../query/receipt/standing-evidence.ts'
import { endpoint, type WireRow } from '../endpoint.ts'
import { correctionId } from '../rows.ts'
import * as fields from '../schema/fields.ts'
import * as parameters from '../schema/parameters.ts'
import { termsOf } from '../schema/terms.ts'
import { evidenceId } from '../schema/path-parameters.ts'
import { Type } from 'typebox'

export default endpoint({
  name: 'listEvidence',
  path: '/evidence',
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
  response: fields.listOf(
    fields.record({
      id: fields.described(evidenceId, 'The id of the receipt of the figure.', 'p71-1'),
      institution_id: fields.institutionId,
      product_variant: fields.variant,
      tenure_months: fields.tenure,
      payout_type: fields.payout,
      min_deposit: fields.deposit,
      rate_pa: fields.rate,
      by_hand: Type.Boolean({
        description: 'Whether a person typed the rate sheet. No captured page proves its figures.',
        examples: [true],
      }),
      correction_id: Type.Union([Type.String(), Type.Null()], {
        description:
          'The `id` of the last correction of the figure in `/corrections`; null if it was not corrected.',
        examples: [null],
      }),
      last_verified_at: fields.described(
        fields.instant,
        'When the offer was last confirmed: the `scraped_at` of the last rate sheet that lists it, or a later verification. `/freshness` has the earliest of an institution.',
        '2026-06-09T00:00:00Z',
      ),
      days_since_verified: fields.count('Whole days since then.', 165),
      is_stale: Type.Boolean({
        description:
          'Whether that is longer ago than the institution’s `stale_after_days` × 24 hours.',
        examples: [true],
      }),
    }),
  ),
  fromMarket: true,
  answer: ({ market, query, now }) => {
    const filter = { institutionId: query.institution_id, ...termsOf(query) }
    const figures = standingEvidence(market, filter, now)
    return { kind: 'list', rows: () => figures.map(rowOf), span: evidenceSpan(figures, now) }
  },
})

function rowOf(figure: StandingFigure): WireRow {
  const { id, institution, offer, isTyped, correction, confirmation } = figure
  return {
    id: evidenceIdText(id),
    institution_id: institution.id,
    product_variant: offer.variant,
    tenure_months: fields.tenureText(offer.tenure),
    payout_type: offer.payout,
    min_deposit: fields.depositText(depositOf(offer)),
    rate_pa: fields.rateText(offer.rate),
    by_hand: isTyped,
    correction_id: correction === undefined ? null : correctionId(correction),
    last_verified_at: instantText(confirmation.verifiedAt),
    days_since_verified: confirmation.daysSinceVerified,
    is_stale: confirmation.isStale,
  }
}
