import { canonicalDecimal } from '../src/domain/decimal.ts'
import type { EvidenceRow } from './api.ts'
import { tenureOf, toDecimal } from './format.ts'
import type { ShownFigure } from './receipt-path.ts'

/** Finds the evidence of a current figure. Without a minimum deposit it finds that of the headline offer. */
export type FindEvidence = (figure: ShownFigure) => EvidenceRow | undefined

/** Indexes rows of `/evidence`, which rise by minimum deposit for the same terms. */
export function indexEvidence(rows: readonly EvidenceRow[]): FindEvidence {
  const index = new Map<string, EvidenceRow>()
  for (const row of rows) {
    const headline = termsKeyOf(row)
    index.set(tierKeyOf(row, row.min_deposit), row)
    if (!index.has(headline)) index.set(headline, row)
  }
  return (figure) =>
    index.get(
      figure.min_deposit === undefined ? termsKeyOf(figure) : tierKeyOf(figure, figure.min_deposit),
    )
}

function termsKeyOf(figure: ShownFigure): string {
  const { institution_id, product_variant, payout_type } = figure
  return `${institution_id} ${product_variant} ${tenureOf(figure)} ${payout_type}`
}

function tierKeyOf(figure: ShownFigure, minimum: string): string {
  return `${termsKeyOf(figure)} ${canonicalDecimal(toDecimal(minimum))}`
}
