import { collectProblems, type InputProblem } from '../problem.ts'
import { deposit, payout, rate, tenure, variant } from '../read-offers.ts'
import type { RightFigure } from './correction-result.ts'

/** Reads `general 12 maturity 5000`, whose last word may be absent, and the right rate; without it, there was no such offer. */
export function readFigure(
  terms: string,
  rightRate: string | undefined,
): { readonly figure: RightFigure } | { readonly problems: readonly InputProblem[] } {
  const { problems, refuse } = collectProblems()
  const words = terms.trim().split(/\s+/)
  if (words.length < 3 || words.length > 4) {
    refuse(
      'missing-key',
      '--terms',
      'Give the variant, the tenure in months, the payout and, where there are several, the minimum deposit: "general 12 maturity 5000".',
    )
    return { problems }
  }
  const read = {
    variant: variant(words[0], '--terms', refuse),
    tenure: tenure(words[1], '--terms', refuse),
    payout: payout(words[2], '--terms', refuse),
    minimumDeposit: words[3] === undefined ? undefined : deposit(words[3], '--terms', refuse),
    rate: rightRate === undefined ? undefined : rate(rightRate, '--rate', refuse),
  }
  if (read.variant === undefined || read.tenure === undefined || read.payout === undefined)
    return { problems }
  if (problems.length > 0) return { problems }
  const {
    minimumDeposit,
    rate: right,
    ...tier
  } = { ...read, variant: read.variant, tenure: read.tenure, payout: read.payout }
  return {
    figure: {
      tier: { ...tier, ...(minimumDeposit !== undefined && { minimumDeposit }) },
      ...(right !== undefined && { rate: right }),
    },
  }
}
