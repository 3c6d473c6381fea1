import type { Entry } from '../../../src/domain/entry.ts'
import type { Institution } from '../../../src/domain/institution.ts'
import {
  payouts,
  termsOf,
  variants,
  type Offer,
  type Terms,
  type Tier,
} from '../../../src/domain/offer.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import { compareExact } from './exact.ts'

// The meaning of a book, straight from the specification, over the raw list of entries. It is slow and obvious: each
// function searches from the beginning, and nothing is shared with src/book/market or src/book/query.

export type Publishing = Extract<Entry, { kind: 'sheet-published' }>

export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const isSame = (a: Decimal, b: Decimal): boolean => a === b || compareExact(a, b) === 0

/** Variant, tenure or both bounds of a range, and payout; tenures compare by value. */
export const isSameTerms = (a: Terms, b: Terms): boolean =>
  a.variant === b.variant &&
  isSame(a.tenure, b.tenure) &&
  a.payout === b.payout &&
  isSame(upperBound(a), upperBound(b))

/** The upper bound of a range; zero for one tenure. */
const upperBound = ({ tenureTo }: Terms): Decimal => tenureTo ?? ('0' as Decimal)

/**
 * "Terms order is variant (as listed in the specification), tenure rising, payout (as listed)." After a single tenure follow the ranges
 * that begin with it, by rising upper bound.
 */
export function byTerms(a: Terms, b: Terms): number {
  if (a.variant !== b.variant) return variants.indexOf(a.variant) - variants.indexOf(b.variant)
  if (!isSame(a.tenure, b.tenure)) return compareExact(a.tenure, b.tenure)
  if (a.payout !== b.payout) return payouts.indexOf(a.payout) - payouts.indexOf(b.payout)
  return compareExact(upperBound(a), upperBound(b))
}

/** "Minimum deposit not stated: 0.00." */
export const leastDeposit = ({ minimumDeposit }: Pick<Tier, 'minimumDeposit'>): Decimal =>
  minimumDeposit ?? ('0' as Decimal)

/** "Terms order, then minimum deposit." */
export const byTiers = (a: Tier, b: Tier): number =>
  byTerms(a, b) || compareExact(leastDeposit(a), leastDeposit(b))

/** The institutions as last registered, by id. Entries about reviewers have no institution. */
export function slowInstitutions(entries: readonly Entry[]): Institution[] {
  const ids = new Set(entries.flatMap(({ institutionId: id }) => (id === '' ? [] : [id])))
  return [...ids].toSorted(byText).map((id) => {
    const last = entries.findLast(
      (entry) => entry.kind === 'institution-registered' && entry.institutionId === id,
    )
    if (last?.kind !== 'institution-registered') throw new Error(`${id} is not registered.`)
    return last.institution
  })
}

/** The entries about an institution. */
export const entriesOf = (entries: readonly Entry[], id: string): Entry[] =>
  entries.filter(({ institutionId }) => institutionId === id)

export function publicationsOf(entries: readonly Entry[], id: string): (Entry & Publishing)[] {
  return entries.filter(
    (entry): entry is Entry & Publishing =>
      entry.kind === 'sheet-published' && entry.institutionId === id,
  )
}

/** All terms that some sheets listed, in terms order, each once and in its first printing. */
export function termsIn(publications: readonly Pick<Publishing, 'sheet'>[]): Terms[] {
  const found: Terms[] = []
  for (const terms of publications.flatMap(({ sheet }) => sheet.offers.map(termsOf))) {
    if (!found.some((known) => isSameTerms(known, terms))) found.push(terms)
  }
  return found.toSorted(byTerms)
}

/**
 * "What a complete sheet no longer lists, of the variants that it covers, is withdrawn, but for terms that it leaves alone: these are
 * neither confirmed nor withdrawn."
 */
export const isAbout = ({ sheet }: Pick<Publishing, 'sheet'>, terms: Terms): boolean =>
  sheet.offers.some((offer) => isSameTerms(offer, terms)) ||
  (sheet.complete &&
    sheet.covers.includes(terms.variant) &&
    sheet.leaves?.some((left) => isSameTerms(left, terms)) !== true)

/** The offers of a sheet for some terms, lowest minimum deposit first. */
export function listedIn({ sheet }: Pick<Publishing, 'sheet'>, terms: Terms): Offer[] {
  return sheet.offers
    .filter((offer) => isSameTerms(offer, terms))
    .toSorted((a, b) => compareExact(leastDeposit(a), leastDeposit(b)))
}
