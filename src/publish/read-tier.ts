import type { Tier } from '../domain/offer.ts'
import type { Refuse } from './problem.ts'
import { deposit, payout, tenure, variant } from './read-offers.ts'

/** Reads `general 12 maturity 5000`, whose last word may be absent. Returns `undefined` after each refusal. */
export function readTier(terms: string, location: string, refuse: Refuse): Tier | undefined {
  const words = terms.trim().split(/\s+/)
  if (words.length < 3 || words.length > 4) {
    return refuse(
      'missing-key',
      location,
      'Give the variant, the tenure in months, the payout and, where there are several, the minimum deposit: "general 12 maturity 5000".',
    )
  }
  const read = {
    variant: variant(words[0], location, refuse),
    tenure: tenure(words[1], location, refuse),
    payout: payout(words[2], location, refuse),
  }
  const minimumDeposit = words[3] === undefined ? undefined : deposit(words[3], location, refuse)
  if (read.variant === undefined || read.tenure === undefined || read.payout === undefined)
    return undefined
  if (words[3] !== undefined && minimumDeposit === undefined) return undefined
  return {
    variant: read.variant,
    tenure: read.tenure,
    payout: read.payout,
    ...(minimumDeposit !== undefined && { minimumDeposit }),
  }
}
