import type { CorrectedFigure } from '../../domain/correction.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { Tier } from '../../domain/offer.ts'
import type { InputProblem } from '../problem.ts'

/** A right rate; absent if there was no such offer. The minimum deposit may be left out where the terms have one tier. */
export type RightFigure = { readonly tier: Tier; readonly rate?: Decimal }

/** The figures that a correction names, or why there are none. */
export type CorrectionResult =
  | { readonly kind: 'figures'; readonly figures: readonly CorrectedFigure[] }
  | { readonly kind: 'unchanged'; readonly position: number }
  | { readonly kind: 'refused'; readonly problems: readonly InputProblem[] }

/** Refuses a correction. */
export function refused(message: string): CorrectionResult & { readonly kind: 'refused' } {
  return { kind: 'refused', problems: [{ code: 'not-correctable', location: '', message }] }
}
