import type { RateChange } from '../domain/change.ts'
import type { Publishing } from '../domain/entry.ts'
import { keyOf, type Offer, type Terms, type TermsKey } from '../domain/offer.ts'
import type { InstitutionBook } from '../market/market.ts'
import { standingAfter } from '../market/standing.ts'

/** An institution's standing offers, its last publication and its last known rates. */
export type InstitutionState = Pick<InstitutionBook, 'standing' | 'publication'> & {
  readonly lastKnownRate: LastKnownRate
}

/** Returns the last known headline rate of some terms, also of withdrawn ones, and the first printing of their tenure. */
export type LastKnownRate = (terms: Terms) => Pick<Offer, 'tenure' | 'rate'> | undefined

/** The state after some publications. The caller may add older publications to the array; `lastKnownRate` then reads them too. */
export function institutionStateFrom(newestFirst: readonly Publishing[]): InstitutionState {
  const sheets = newestFirst.map(({ sheet }) => sheet).toReversed()
  const standing = sheets.reduce(standingAfter, new Map())
  const lastKnownRate = lastKnownRateIn(newestFirst, standing)
  return { standing, publication: newestFirst[0], lastKnownRate }
}

/** Takes the rate of a standing offer from the offer itself, and reads back through the changes only for withdrawn terms. */
function lastKnownRateIn(
  newestFirst: readonly Publishing[],
  standing: InstitutionState['standing'],
): LastKnownRate {
  const latestChanges = new Map<TermsKey, RateChange>()
  let read = 0
  return (terms) => {
    const key = keyOf(terms)
    const headline = standing.get(key)?.offers[0]
    if (headline !== undefined) return headline
    for (; read < newestFirst.length && !latestChanges.has(key); read++) {
      for (const change of newestFirst[read]?.changes ?? []) {
        const changeKey = keyOf(change)
        if (change.direction !== 'withdrawn' && !latestChanges.has(changeKey))
          latestChanges.set(changeKey, change)
      }
    }
    return latestChanges.get(key)
  }
}
