import type { Direction } from '../../src/domain/change.ts'
import type { Entry } from '../../src/domain/entry.ts'
import type { Institution } from '../../src/domain/institution.ts'
import { payouts, variants, type Offer, type Terms } from '../../src/domain/offer.ts'
import type { Decimal } from '../../src/domain/decimal.ts'
import type { FlatRecord } from './flat-record.ts'
import { compareExact } from './exact.ts'

// The meaning of a book, straight from the specification, over the raw list of entries. It is slow and obvious: each
// function searches from the beginning, and nothing is shared with src/market or src/query.

export type Publishing = Extract<Entry, { kind: 'sheet-published' }>

export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const isSame = (a: Decimal, b: Decimal): boolean => compareExact(a, b) === 0

/** Institution, variant, tenure and payout make a series; tenures compare by value. */
export const isSameTerms = (a: Terms, b: Terms): boolean =>
  a.variant === b.variant && isSame(a.tenure, b.tenure) && a.payout === b.payout

/** "Terms order is variant (as listed in the specification), tenure rising, payout (as listed)." */
export function byTerms(a: Terms, b: Terms): number {
  if (a.variant !== b.variant) return variants.indexOf(a.variant) - variants.indexOf(b.variant)
  if (!isSame(a.tenure, b.tenure)) return compareExact(a.tenure, b.tenure)
  return payouts.indexOf(a.payout) - payouts.indexOf(b.payout)
}

/** "Minimum deposit not stated: 0.00." */
export const leastDeposit = (offer: Offer): Decimal => offer.minimumDeposit ?? ('0' as Decimal)

/** The institutions as last registered, by id. */
export function slowInstitutions(entries: readonly Entry[]): Institution[] {
  const ids = new Set(entries.map(({ institutionId }) => institutionId))
  return [...ids].toSorted(byText).map((id) => {
    const last = entries.findLast(
      (entry) => entry.kind === 'institution-registered' && entry.institutionId === id,
    )
    if (last?.kind !== 'institution-registered') throw new Error(`${id} is not registered.`)
    return last.institution
  })
}

export function publicationsOf(entries: readonly Entry[], id: string): (Entry & Publishing)[] {
  return entries.filter(
    (entry): entry is Entry & Publishing =>
      entry.kind === 'sheet-published' && entry.institutionId === id,
  )
}

/** All terms that some sheets listed, in terms order, each once and in its first printing. */
export function termsIn(publications: readonly Publishing[]): Terms[] {
  const found: Terms[] = []
  for (const { variant, tenure, payout } of publications.flatMap(({ sheet }) => sheet.offers)) {
    const terms = { variant, tenure, payout }
    if (!found.some((known) => isSameTerms(known, terms))) found.push(terms)
  }
  return found.toSorted(byTerms)
}

/** The offers of a sheet for some terms, lowest minimum deposit first; the first is the headline offer. */
export function listedIn({ sheet }: Publishing, terms: Terms): Offer[] {
  return sheet.offers
    .filter((offer) => isSameTerms(offer, terms))
    .toSorted((a, b) => compareExact(leastDeposit(a), leastDeposit(b)))
}

/** The standing offers of some terms: the offers of the publication that last listed them, unless a later one withdrew them. */
export type SlowStanding = {
  readonly from: Entry & Publishing
  readonly headline: Offer
  readonly offers: Offer[]
}

export function standingFor(
  publications: readonly (Entry & Publishing)[],
  terms: Terms,
): SlowStanding | undefined {
  let standing: SlowStanding | undefined
  for (const from of publications) {
    const offers = listedIn(from, terms)
    const [headline] = offers
    if (headline !== undefined) standing = { from, headline, offers }
    else if (from.sheet.complete && from.sheet.covers.includes(terms.variant)) standing = undefined
  }
  return standing
}

/** All offers of active institutions, by institution id, then terms order. */
export function slowStandings(
  entries: readonly Entry[],
): (SlowStanding & { readonly institution: Institution; readonly terms: Terms })[] {
  return slowInstitutions(entries)
    .filter(({ active }) => active)
    .flatMap((institution) => {
      const publications = publicationsOf(entries, institution.id)
      return termsIn(publications).flatMap((terms) => {
        const standing = standingFor(publications, terms)
        return standing === undefined ? [] : [{ ...standing, institution, terms }]
      })
    })
}

/** The history of an institution, oldest first: what each sheet changed. */
export function slowHistory(entries: readonly Entry[], id: string): FlatRecord[] {
  const publications = publicationsOf(entries, id)
  return publications.flatMap((publication, index) => {
    const before = publications.slice(0, index)
    return termsIn([publication]).flatMap((terms) => {
      const [headline] = listedIn(publication, terms)
      if (headline === undefined) throw new Error('A sheet lists what it lists.')
      const last = before.flatMap((earlier) => listedIn(earlier, terms).slice(0, 1)).at(-1)
      const direction = slowDirection(last, headline, standingFor(before, terms) !== undefined)
      if (direction === undefined) return []
      const { position, at, institutionId } = publication
      const [previous, { rate }] = [(last ?? headline).rate, headline]
      return [{ ...terms, direction, previous, rate, institutionId, position, at }]
    })
  })
}

function slowDirection(last: Offer | undefined, now: Offer, stood: boolean): Direction | undefined {
  if (last === undefined) return 'initial'
  if (compareExact(now.rate, last.rate) > 0) return 'up'
  if (compareExact(now.rate, last.rate) < 0) return 'down'
  if (!stood) return 'flat'
  return isSame(leastDeposit(now), leastDeposit(last)) ? undefined : 'flat'
}
