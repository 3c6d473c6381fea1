import type { Change, Direction } from '../domain/change.ts'
import { compareDecimals, sameDecimal } from '../domain/decimal.ts'
import type { Draft } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import { compareTerms, depositOf, keyOf, type Offer, type TermsKey } from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'
import type { Standing } from '../market/standing.ts'
import type { Known, LastKnown } from './known.ts'

/**
 * The entry that a sheet makes in the book of its institution: the sheet, with the printing that the book already has of
 * every value that is not new, and its changes in terms order (design, section 4).
 */
export function diff(
  known: Known,
  sheet: Sheet,
  at: Instant,
  sample: boolean,
): Extract<Draft, { kind: 'sheet-published' }> {
  const offers = keepPrintings(known, sheet)
  const headlines = new Map<TermsKey, Offer>()
  for (const offer of offers) {
    const key = keyOf(offer)
    if (!headlines.has(key)) headlines.set(key, offer)
  }
  const changes = [...moves(known, headlines), ...withdrawals(known, sheet, headlines)]
  return {
    at,
    institutionId: sheet.institutionId,
    kind: 'sheet-published',
    sheet: { ...sheet, offers },
    changes: changes.toSorted(compareTerms),
    sample,
  }
}

function* moves(
  { standing, lastKnown }: Known,
  headlines: ReadonlyMap<TermsKey, Offer>,
): Generator<Change> {
  for (const [key, headline] of headlines) {
    const { variant, tenure, payout, rate } = headline
    const last = lastKnown(headline)
    const direction = directionOf(last, standing.get(key), headline)
    if (direction === undefined) continue
    yield { variant, tenure, payout, direction, previous: last?.rate ?? rate, rate }
  }
}

/** `undefined` where nothing changed: the same rate and minimum deposit, standing as before. */
function directionOf(
  last: ReturnType<LastKnown>,
  standing: Standing | undefined,
  now: Offer,
): Direction | undefined {
  if (last === undefined) return 'initial'
  const step = compareDecimals(now.rate, last.rate)
  if (step !== 0) return step > 0 ? 'up' : 'down'
  if (standing === undefined) return 'flat'
  return sameDecimal(depositOf(now), depositOf(standing.offers[0])) ? undefined : 'flat'
}

function* withdrawals(
  { standing }: Known,
  { complete, covers }: Sheet,
  listed: ReadonlyMap<TermsKey, Offer>,
): Generator<Change> {
  if (!complete) return
  for (const [key, { offers }] of standing) {
    const { variant, tenure, payout, rate } = offers[0]
    if (listed.has(key) || !covers.includes(variant)) continue
    yield { variant, tenure, payout, direction: 'withdrawn', previous: rate }
  }
}

/**
 * A reprint of the same value keeps the first printing (design, section 4): a tenure that of its series, a deposit that of
 * the tier that stands, a rate that of the tier or else of the headline last known. So one series has one text for its
 * tenure, in the book and in SQL alike.
 */
function keepPrintings({ standing, lastKnown }: Known, { offers }: Sheet): Offer[] {
  const tenures = new Map<TermsKey, Offer['tenure']>()
  return offers.map((offer) => {
    const key = keyOf(offer)
    const known = lastKnown(offer)
    const tenure = tenures.get(key) ?? known?.tenure ?? offer.tenure
    tenures.set(key, tenure)
    const tiers = standing.get(key)?.offers ?? []
    const tier = tiers.find((one) => sameDecimal(depositOf(one), depositOf(offer)))
    const last = tier?.rate ?? known?.rate
    const rate = last !== undefined && sameDecimal(last, offer.rate) ? last : offer.rate
    return { ...offer, ...(tier && depositPrinting(offer, tier)), tenure, rate }
  })
}

function depositPrinting(offer: Offer, tier: Offer): Pick<Offer, 'minimumDeposit'> {
  const both = offer.minimumDeposit !== undefined && tier.minimumDeposit !== undefined
  return both ? { minimumDeposit: tier.minimumDeposit } : {}
}
