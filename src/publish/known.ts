import type { RateChange } from '../domain/change.ts'
import type { Publishing } from '../domain/entry.ts'
import { keyOf, type Offer, type Terms, type TermsKey } from '../domain/offer.ts'
import type { InstitutionBook } from '../market/market.ts'
import { standingAfter, withSheet, type Reading } from '../market/standing.ts'

/** What is known of an institution when a sheet of it is decided about: if that is not refused anyway, all that stands of the variants that it covers. */
export type Known = Pick<InstitutionBook, 'standing' | 'publication'> & {
  readonly lastKnown: LastKnown
}

/** The headline rate of some terms of the institution that is last known, standing or not, and the first printing of their tenure. */
export type LastKnown = (terms: Terms) => Pick<Offer, 'tenure' | 'rate'> | undefined

/** What the last publications of an institution come to, the newest first; changes are looked for in those too that are added later. */
export function knownFrom(newest: readonly Publishing[]): Known {
  let readings: readonly Reading[] = []
  for (const { sheet } of newest.toReversed()) readings = withSheet(readings, sheet)
  const standing = standingAfter(readings)
  return { standing, publication: newest[0], lastKnown: lastKnownOf(newest, standing) }
}

/**
 * What stands says it itself: its values are printed as they were first (`diff.ts`). What does not is looked for in the changes,
 * no further back than until it is found.
 */
function lastKnownOf(newest: readonly Publishing[], standing: Known['standing']): LastKnown {
  const found = new Map<TermsKey, RateChange>()
  let read = 0
  return (terms) => {
    const key = keyOf(terms)
    const headline = standing.get(key)?.offers[0]
    if (headline !== undefined) return headline
    for (; read < newest.length && !found.has(key); read++) {
      for (const change of newest[read]?.changes ?? []) {
        if (change.direction !== 'withdrawn' && !found.has(keyOf(change)))
          found.set(keyOf(change), change)
      }
    }
    return found.get(key)
  }
}
