import type { Change, Direction } from '../domain/change.ts'
import { compareDecimals, sameDecimal } from '../domain/decimal.ts'
import type { Draft } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import { compareTerms, depositOf, keyOf, type Offer, type TermsKey } from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'
import type { Standing } from '../market/standing.ts'
import type { InstitutionState, LastKnownRate } from './institution-state.ts'

/** Computes the entry for a sheet: its offers, in the printing that the book already has, and its changes in terms order. */
export function diff(
  institution: InstitutionState,
  sheet: Sheet,
  at: Instant,
  sample: boolean,
): Extract<Draft, { kind: 'sheet-published' }> {
  const offers = keepPrintings(institution, sheet)
  const headlines = new Map<TermsKey, Offer>()
  for (const offer of offers) {
    const key = keyOf(offer)
    if (!headlines.has(key)) headlines.set(key, offer)
  }
  const changes = [
    ...rateChanges(institution, headlines),
    ...withdrawals(institution, sheet, headlines),
  ]
  return {
    at,
    institutionId: sheet.institutionId,
    kind: 'sheet-published',
    sheet: { ...sheet, offers },
    changes: changes.toSorted(compareTerms),
    sample,
  }
}

function* rateChanges(
  { standing, lastKnownRate }: InstitutionState,
  headlines: ReadonlyMap<TermsKey, Offer>,
): Generator<Change> {
  for (const [key, headline] of headlines) {
    const { variant, tenure, payout, rate } = headline
    const last = lastKnownRate(headline)
    const direction = directionOf(last, standing.get(key), headline)
    if (direction === undefined) continue
    yield { variant, tenure, payout, direction, previous: last?.rate ?? rate, rate }
  }
}

/** Returns `undefined` if nothing changed: the offer still stands at the same rate and minimum deposit. */
function directionOf(
  last: ReturnType<LastKnownRate>,
  standing: Standing | undefined,
  offer: Offer,
): Direction | undefined {
  if (last === undefined) return 'initial'
  const order = compareDecimals(offer.rate, last.rate)
  if (order !== 0) return order > 0 ? 'up' : 'down'
  if (standing === undefined) return 'flat'
  return sameDecimal(depositOf(offer), depositOf(standing.offers[0])) ? undefined : 'flat'
}

function* withdrawals(
  { standing }: InstitutionState,
  { complete, covers }: Sheet,
  headlines: ReadonlyMap<TermsKey, Offer>,
): Generator<Change> {
  if (!complete) return
  for (const [key, { offers }] of standing) {
    const { variant, tenure, payout, rate } = offers[0]
    if (headlines.has(key) || !covers.includes(variant)) continue
    yield { variant, tenure, payout, direction: 'withdrawn', previous: rate }
  }
}

/**
 * A value that is only printed differently keeps its first printing: a tenure that of its series, a deposit that of its tier,
 * and a rate that of its tier or else of the last headline offer. SQL views can therefore compare tenures as text.
 */
function keepPrintings({ standing, lastKnownRate }: InstitutionState, { offers }: Sheet): Offer[] {
  const tenures = new Map<TermsKey, Offer['tenure']>()
  return offers.map((offer) => {
    const key = keyOf(offer)
    const last = lastKnownRate(offer)
    const tenure = tenures.get(key) ?? last?.tenure ?? offer.tenure
    tenures.set(key, tenure)
    const tiers = standing.get(key)?.offers ?? []
    const tier = tiers.find((other) => sameDecimal(depositOf(other), depositOf(offer)))
    const known = tier?.rate ?? last?.rate
    const rate = known !== undefined && sameDecimal(known, offer.rate) ? known : offer.rate
    return { ...offer, ...(tier && depositPrinting(offer, tier)), tenure, rate }
  })
}

function depositPrinting(offer: Offer, tier: Offer): Pick<Offer, 'minimumDeposit'> {
  const both = offer.minimumDeposit !== undefined && tier.minimumDeposit !== undefined
  return both ? { minimumDeposit: tier.minimumDeposit } : {}
}
