import type { Direction } from '../domain/change.ts'
import type { Day } from '../domain/day.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { CorrectedFigure } from '../domain/correction.ts'
import { emptyHead, type Correcting, type Entry } from '../domain/entry.ts'
import type { Institution } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import type { Terms, TermsKey, TierKey } from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'
import { changeLists, type ChangeLists } from './change-lists.ts'
import type { StandingOffers } from './standing.ts'

/** The terms that a record is about. All records of an institution for some terms share one object. */
export type Series = {
  readonly institutionId: string
  /** In their first printing. */
  readonly terms: Terms
}

/** The entry that a change comes from. All changes of an entry share one object. */
export type EntryRef = {
  readonly position: number
  readonly at: Instant
  /** The position of the corrected sheet, if the entry is a correction. */
  readonly correctionOf?: number
  /** When the figures were read, if the entry is a rate sheet. */
  readonly readAt?: Instant
  /** The day that the page prints, if the source definition names one. */
  readonly printedDay?: Day | undefined
}

/** When the rate before a step was entered, last seen and withdrawn. */
export type PreviousRate = {
  /** The entry of the last record of the series that has the previous rate; `undefined` for the first rate. */
  readonly previousEntry: EntryRef | undefined
  /** The last confirmation of the previous rate before the step; a withdrawal keeps it. `undefined` for the first rate. */
  readonly previousSeenAt: Instant | undefined
  /** When the offer was first withdrawn after the previous rate; `undefined` if it was not withdrawn before the step. */
  readonly previousWithdrawnAt: Instant | undefined
}

/** A record of the rate history. */
export type RateRecord = PreviousRate & {
  readonly series: Series
  /** The minimum deposit after and before the change. They differ only if the change moved the series to another one. */
  readonly minimumDeposit: Decimal
  readonly previousMinimumDeposit: Decimal
  readonly previous: Decimal
  readonly rate: Decimal
  readonly direction: Direction
  readonly entry: EntryRef
}

/** The end of an offer: a step of its series, but not a record of the rate history. */
export type WithdrawalStep = PreviousRate & {
  readonly series: Series
  readonly minimumDeposit: Decimal
  readonly previous: Decimal
  readonly direction: 'withdrawn'
  readonly entry: EntryRef
}

/** One change of a series. */
export type SeriesStep = RateRecord | WithdrawalStep

/** The record of an institution as one entry registered it. */
export type Registration = EntryRef & { readonly institution: Institution }

/** The last publication of an institution that was not retracted. */
export type Publication = EntryRef & { readonly sheet: Sheet }

/** The steps of all tiers of an institution. */
export type Timeline = {
  /** Every step but withdrawals, oldest first. */
  readonly history: readonly RateRecord[]
  /** Every step of each series, oldest first, by the tier under which it goes on now. */
  readonly series: ReadonlyMap<TierKey, readonly SeriesStep[]>
  /** The terms of all records. */
  readonly terms: ReadonlyMap<TermsKey, Series>
}

/** The entries about one institution, folded into its present state and its history. */
export type InstitutionBook = {
  readonly institution: Institution
  /** All entries about it, oldest first. */
  readonly entries: readonly Entry[]
  /** Oldest first. */
  readonly registrations: readonly Registration[]
  readonly standing: StandingOffers
  readonly publication: Publication | undefined
  /** The latest `scraped_at` of a sheet that was not retracted, check or verification. */
  readonly checkedAt: Instant | undefined
  /** The true steps: those between believed sheets. */
  readonly believed: Timeline
  /** The stored changes of sheets and corrections. The same object as `believed` until something was corrected. */
  readonly published: Timeline
  readonly isCorrected: boolean
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

/** An immutable snapshot of the whole book at one position; `follow` makes the next one. */
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

/** The market before the first entry. */
export const emptyMarket: Market = {
  ...emptyHead,
  currency: undefined,
  sample: false,
  institutions: new Map(),
  changes: changeLists([], new Map()),
  corrections: [],
  entries: [],
}
