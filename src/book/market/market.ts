import type { CorrectedFigure } from '../../domain/change.ts'
import { emptyHead, type Correcting, type Entry } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Institution } from '../../domain/institution.ts'
import type { Sheet } from '../../domain/offer.ts'
import type { EntryRef, InstitutionTerms, RateHistory, RateRecord } from './rate-history.ts'
import type { StandingOffers } from './standing.ts'

/** The record of an institution as one entry registered it. */
export type Registration = EntryRef & { readonly institution: Institution }

/** The last publication of an institution that was not retracted. */
type Publication = EntryRef & { readonly sheet: Sheet }

/** The current offers of an institution after some of its entries, and when it published and was checked last. */
export type StandingState = {
  standing: StandingOffers
  publication: Publication | undefined
  /** The latest `scraped_at` of a sheet that was not retracted, check or verification. */
  checkedAt: Instant | undefined
}

/** The state after the rate sheet at a position. A fold to a later position can begin with it. */
export type StandingSnapshot = Readonly<StandingState> & { readonly position: number }

/** The entries about one institution, folded into its present state and its history. */
export type InstitutionBook = Readonly<StandingState> & {
  readonly institution: Institution
  /** All entries about it, oldest first. */
  readonly entries: readonly Entry[]
  /** Oldest first. */
  readonly registrations: readonly Registration[]
  /** Some of its earlier states, oldest first. */
  readonly snapshots: readonly StandingSnapshot[]
  /** The true steps: the changes between believed sheets. */
  readonly believed: RateHistory
  /** The stored changes of sheets and corrections. The same object as `believed` until something was corrected. */
  readonly published: RateHistory
}

/** A figure that a correction names. */
export type CorrectionRecord = {
  readonly entry: Correcting
  /** The place of the figure in the correction, from 1. */
  readonly row: number
  /** `was` and `now` are equal if a retracted sheet had not changed the figure. */
  readonly figure: CorrectedFigure
  /** The instant at which the wrong figure was published. */
  readonly publishedAt: Instant
}

/** An immutable snapshot of the whole book at one position; `evolve` makes the next one. */
export type Market = {
  readonly position: number
  /** The instant of the entry at that position. */
  readonly at: Instant
  /** The one currency of the book, set by its first sheet. */
  readonly currency: string | undefined
  /** Whether any sheet of the book came with the samples. */
  readonly sample: boolean
  /** By institution id, rising. */
  readonly institutions: ReadonlyMap<string, InstitutionBook>
  readonly changes: ChangeLists
  /** The corrected figures of all institutions, oldest first; those of one entry in its order. */
  readonly corrections: readonly CorrectionRecord[]
  /** Every entry of the book, oldest first: the one at position 1 has index 0. */
  readonly entries: readonly Entry[]
}

/** The raises and cuts of all institutions, oldest first. */
export type ChangeLists = {
  readonly all: readonly RateRecord[]
  /** Every terms that has a raise or a cut, in the order of the first one. */
  readonly terms: readonly InstitutionTerms[]
  /** A number for each raise and cut, as `kindOf` makes it: a query reads the numbers instead of the records. */
  readonly kinds: Uint32Array
}

/** The market before the first entry. */
export const emptyMarket: Market = {
  ...emptyHead,
  currency: undefined,
  sample: false,
  institutions: new Map(),
  changes: changeLists([]),
  corrections: [],
  entries: [],
}

/** The number of the raises of some terms, or of the cuts. `index` is that of the terms. */
export function kindOf(index: number, direction: 'up' | 'down'): number {
  return 2 * index + (direction === 'up' ? 0 : 1)
}

/** The lists of all raises and cuts. */
export function changeLists(all: readonly RateRecord[]): ChangeLists {
  return withChanges({ all: [], terms: [], kinds: new Uint32Array() }, all)
}

/** The lists with more raises and cuts at the end. */
export function withChanges(before: ChangeLists, moves: readonly RateRecord[]): ChangeLists {
  if (moves.length === 0) return before
  const terms = [...before.terms]
  const indexes = new Map(terms.map((one, index) => [one, index]))
  const kinds = new Uint32Array(before.kinds.length + moves.length)
  kinds.set(before.kinds)
  for (const [place, { terms: own, direction }] of moves.entries()) {
    const index = indexes.get(own) ?? terms.push(own) - 1
    indexes.set(own, index)
    kinds[before.kinds.length + place] = kindOf(index, direction === 'up' ? 'up' : 'down')
  }
  return { all: before.all.concat(moves), terms, kinds }
}
