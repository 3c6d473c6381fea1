import type { EvidenceRow, OfferRow } from '../api.ts'
import { isFigure } from '../same-figure.ts'

/** Finds what proves an offer. */
export type EvidenceOf = (offer: OfferRow) => EvidenceRow | undefined

/** Finds the evidence of the offers of one institution. */
export function evidenceFinder(evidence: readonly EvidenceRow[]): EvidenceOf {
  return (offer) => evidence.find((row) => isFigure(row, offer))
}
