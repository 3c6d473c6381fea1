import { evolve } from '../../../src/book/market/evolve.ts'
import { emptyMarket, type Market } from '../../../src/book/market/market.ts'
import { contextFromMarket } from '../../../src/book/publish/context-from-store.ts'
import {
  decideCorrection,
  type CorrectionRequest,
  type RightFigure,
} from '../../../src/book/publish/decide-correction.ts'
import { decideSheet } from '../../../src/book/publish/decide-sheet.ts'
import { readInstitutions } from '../../../src/book/publish/input/read-institutions.ts'
import { readSheet } from '../../../src/book/publish/input/read-sheet.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Attribution, CheckOutcome, Draft, Override } from '../../../src/domain/entry.ts'
import { parseInstant, type Instant } from '../../../src/domain/instant.ts'
import type { Tier } from '../../../src/domain/offer.ts'

/** An event as a client reads it. */
export type WireEvent = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly position: number
  readonly kind: string
  readonly at: string
  readonly institution_id: string
}

/**
 * Builds a market from the events of a book alone, as a mirror does: it registers the institutions, publishes the sheets and
 * enters the checks, verifications and corrections. The events of changes are not read: publishing must give the same ones again.
 */
export function rebuild(events: readonly WireEvent[]): Market {
  let market = emptyMarket
  for (const event of events) {
    market = withSilentEntries(market, event.position - 1)
    const draft = draftOf(market, event)
    if (draft !== undefined) market = evolve(market, { ...draft, position: market.position + 1 })
  }
  return market
}

/** Entries that have no event leave gaps between the positions. They are filled, because a market has none. */
export function withSilentEntries(market: Market, position: number): Market {
  const { at } = market
  const silent = { kind: 'reviewer-removed', institutionId: '', at, reviewer: { id: '' } } as const
  let filled = market
  while (filled.position < position)
    filled = evolve(filled, { ...silent, position: filled.position + 1 })
  return filled
}

function draftOf(market: Market, event: WireEvent): Draft | undefined {
  const at = parseInstant(event.at)
  if (at === undefined) throw new Error(`${event.at} is no instant.`)
  const institutionId = event.institution_id
  switch (event.kind) {
    case 'institution': {
      const { institutions, problems } = readInstitutions(bytes([event['institution']]))
      const [institution] = institutions
      if (institution === undefined) throw new Error(JSON.stringify(problems))
      return { kind: 'institution-registered', at, institutionId, institution }
    }
    case 'sheet':
      return publishedOf(market, event, at)
    case 'checked': {
      const outcome = event['outcome'] as CheckOutcome | undefined
      const head = { kind: 'rates-checked', at, institutionId, ...attributionIn(event) } as const
      return { ...head, ...(outcome !== undefined && { outcome }) }
    }
    case 'verified': {
      const tiers = event['tiers'] as readonly Readonly<Record<string, string>>[] | undefined
      const head = { kind: 'rates-verified', at, institutionId, ...attributionIn(event) } as const
      return { ...head, ...(tiers !== undefined && { tiers: tiers.map(tierIn) }) }
    }
    case 'corrected':
      return correctedOf(market, event, at)
    default:
      return undefined
  }
}

function publishedOf(market: Market, event: WireEvent, at: Instant): Draft {
  const { institution_id, source_url, scraped_at, currency, complete, covers } = event
  const leaves = (event['leaves'] as readonly Readonly<Record<string, unknown>>[]).map(withoutNulls)
  const offers = (event['offers'] as readonly Readonly<Record<string, unknown>>[]).map((offer) => {
    // A rate sheet has a tenure in days or in months, never both.
    const { tenure_months, tenure_to_months, evidence_id: _, ...rest } = offer
    return {
      ...rest,
      ...(!('tenure_days' in offer) && { tenure_months }),
      ...('tenure_to_months' in offer && !('tenure_to_days' in offer) && { tenure_to_months }),
    }
  })
  const left = leaves.length > 0 ? { leaves } : {}
  const head = { institution_id, source_url, scraped_at, currency, complete, covers, ...left }
  const context = contextFromMarket(market, event.institution_id)
  const verdict = decideSheet(context, readSheet(bytes({ ...head, offers })), {
    at,
    sample: event['sample'] === true,
    ...attributionIn(event),
  })
  if (verdict.kind !== 'published') throw new Error(JSON.stringify(verdict))
  return verdict.draft
}

/** A single tenure has no upper bound in a rate sheet. */
const withoutNulls = (terms: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== null))

function correctedOf(market: Market, event: WireEvent, at: Instant): Draft {
  const book = market.institutions.get(event.institution_id)
  if (book === undefined) throw new Error(`${event.institution_id} is not registered.`)
  const figures = event['figures'] as readonly Readonly<Record<string, string | null>>[]
  const [figure] = figures
  const { target: of, cause } = event as WireEvent & CorrectionRequest & { readonly target: number }
  const request = { of, cause, ...attributionIn(event) }
  const verdict = decideCorrection(
    book,
    event['retraction'] === true || figure === undefined
      ? request
      : { ...request, figure: rightFigureIn(figure), only: figures.length === 1 },
    at,
  )
  if (verdict.kind !== 'corrected') throw new Error(JSON.stringify(verdict))
  return verdict.draft
}

function tierIn({
  product_variant: variant,
  tenure_months: tenure,
  tenure_to_months: tenureTo,
  payout_type: payout,
  min_deposit: minimumDeposit,
}: Readonly<Record<string, string | null>>): Tier {
  return { variant, tenure, ...(tenureTo && { tenureTo }), payout, minimumDeposit } as Tier
}

function rightFigureIn(figure: Readonly<Record<string, string | null>>): RightFigure {
  const { now_rate_pa } = figure
  const tier = tierIn(figure)
  return now_rate_pa === null ? { tier } : { tier, rate: now_rate_pa as Decimal }
}

/** The name, the remark and the reason of an entry. The events do not have the findings of the gate. */
function attributionIn({ by, note, reason }: WireEvent): Attribution & Override {
  return {
    ...(typeof by === 'string' && { by }),
    ...(typeof note === 'string' && { note }),
    ...(typeof reason === 'string' && { reason }),
  }
}

function bytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value))
}
