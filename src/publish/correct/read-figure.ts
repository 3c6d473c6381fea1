import { collectProblems, type InputProblem } from '../problem.ts'
import { rate } from '../read-offers.ts'
import { readTier } from '../read-tier.ts'
import type { RightFigure } from './wrong-figures.ts'

/** Reads `general 12 maturity 5000`, whose last word may be absent, and the right rate; without it, there was no such offer. */
export function readFigure(
  terms: string,
  rightRate: string | undefined,
): { readonly figure: RightFigure } | { readonly problems: readonly InputProblem[] } {
  const { problems, refuse } = collectProblems()
  const tier = readTier(terms, '--terms', refuse)
  const right = rightRate === undefined ? undefined : rate(rightRate, '--rate', refuse)
  if (tier === undefined || problems.length > 0) return { problems }
  return { figure: { tier, ...(right !== undefined && { rate: right }) } }
}
