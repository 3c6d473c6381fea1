import { canonicalDecimal, type Decimal } from '../../domain/decimal.ts'
import type { Finding, DecidingLimit, GateLimits, LimitName } from '../../domain/gate-limits.ts'
import { tenureWords } from '../../domain/tenure.ts'
import { tierOf, type Tier } from '../../domain/offer.ts'

type RateFinding = {
  readonly rule: string
  readonly tier: Tier
  readonly was?: Decimal | undefined
  readonly now?: Decimal | undefined
  readonly limit?: DecidingLimit
  readonly message: string
}

/** A finding about one rate. Properties of an offer that do not name its tier are left out. */
export function rateFinding({ rule, tier, was, now, limit, message }: RateFinding): Finding {
  return {
    rule,
    tier: tierOf(tier),
    ...(was !== undefined && { was }),
    ...(now !== undefined && { now }),
    ...(limit !== undefined && { limit }),
    message,
  }
}

/** The name and the value of a limit, which a finding keeps. */
export function deciding(name: LimitName, limits: GateLimits): DecidingLimit {
  return { name, value: limits[name].value }
}

/** The words for a tier in a message, such as `general 12 months maturity from 5000`. */
export function describeTier(tier: Tier): string {
  const { variant, payout, minimumDeposit } = tier
  const minimum = minimumDeposit === undefined ? '' : ` from ${canonicalDecimal(minimumDeposit)}`
  return `${variant} ${tenureWords(tier)} ${payout}${minimum}`
}
