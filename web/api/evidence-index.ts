import { canonicalDecimal } from '../../src/domain/decimal.ts'
import type { EvidenceRow, OfferRow } from './api.ts'
import { tenureOf, toDecimal } from '../rates/format.ts'

type Tier = Pick<
  OfferRow,
  'institution_id' | 'product_variant' | 'tenure_months' | 'payout_type' | 'min_deposit'
>

/** Finds the evidence of a current offer. */
export type FindEvidence = (offer: Tier) => EvidenceRow | undefined

export function indexEvidence(rows: readonly EvidenceRow[]): FindEvidence {
  const index = new Map(rows.map((row) => [keyOf(row), row]))
  return (offer) => index.get(keyOf(offer))
}

function keyOf(tier: Tier): string {
  const { institution_id, product_variant, payout_type, min_deposit } = tier
  const minimum = canonicalDecimal(toDecimal(min_deposit))
  return `${institution_id} ${product_variant} ${tenureOf(tier)} ${payout_type} ${minimum}`
}
