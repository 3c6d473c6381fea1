import * as fc from 'fast-check'
import type { Day } from '../../../src/domain/day.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import {
  institutionTypes,
  type Institution,
  type InstitutionType,
} from '../../../src/domain/institution.ts'
import { payouts, variants, type Offer, type Terms } from '../../../src/domain/offer.ts'
import { institutionIds } from '../../support/generators.ts'
import { isSame } from './slow.ts'
import { applies } from './slow-tenure.ts'

const sometimes = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 })

const tenure = fc.constantFrom(...(['3', '3.00', '3.29', '12', '12.0', '7'] as Decimal[]))
const variant = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('general', 'women') },
  fc.constantFrom(...variants),
)
const payout = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('maturity', 'monthly') },
  fc.constantFrom(...payouts),
)

/** Parameters as the endpoints pass them to the queries. */
export const someType = sometimes(fc.constantFrom(...institutionTypes))
export const someInstitution = sometimes(fc.constantFrom(...institutionIds, 'nobody'))
export const someMove = sometimes(fc.constantFrom('up', 'down'))
export const someTerms = {
  variant: sometimes(variant),
  tenure: sometimes(tenure),
  payout: sometimes(payout),
}
export const oneTerms = { variant, tenure, payout }
export const page = {
  limit: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(1000)),
  offset: fc.oneof(fc.constant(0), fc.nat(6)),
}
/** An amount: the minimum deposit of some generated tier, or one between them. */
export const someDeposit = sometimes(
  fc.constantFrom(...(['0', '0.5', '5000', '5000.00', '9999.99', '25000', '1000000'] as Decimal[])),
)
/** The index of the entry whose day becomes `since`. */
export const someSince = sometimes(fc.nat(40))

/** The day of that entry. An entry exactly at midnight belongs to the day that begins. */
export function sinceIn(entries: readonly Entry[], pick: number | undefined): Day | undefined {
  const entry = pick === undefined ? undefined : entries[pick % entries.length]
  return entry && (new Date(entry.at).toISOString().slice(0, 10) as Day)
}

/** The parameters of a request about offers. */
export type OfferFilter = { readonly type?: InstitutionType | undefined } & {
  readonly [part in 'variant' | 'tenure' | 'payout']?: Terms[part] | undefined
}

/** Whether the terms and type of a change pass a filter; the tenure is the lower bound. */
export function isAskedIn(filter: OfferFilter): (type: InstitutionType, terms: Terms) => boolean {
  return (type, terms) =>
    isOfKind(filter, type, terms) && isSame(filter.tenure ?? terms.tenure, terms.tenure)
}

/** Whether an offer passes a filter; it must apply to the tenure. */
export function isOfferAskedIn(
  filter: OfferFilter,
): (offer: { readonly institution: Institution; readonly offer: Offer }) => boolean {
  return ({ institution: { type }, offer }) =>
    isOfKind(filter, type, offer) && (filter.tenure === undefined || applies(offer, filter.tenure))
}

const isOfKind = (filter: OfferFilter, type: InstitutionType, terms: Terms): boolean =>
  [filter.type ?? type].includes(type) &&
  [filter.variant ?? terms.variant].includes(terms.variant) &&
  [filter.payout ?? terms.payout].includes(terms.payout)
