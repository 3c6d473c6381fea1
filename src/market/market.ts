import type { Direction } from '../domain/change.ts'
import type { Day } from '../domain/day.ts'
import type { Decimal } from '../domain/decimal.ts'
import { emptyHead, type Entry } from '../domain/entry.ts'
import type { Institution } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import type { Terms, TermsKey, TierKey } from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'
import { changeLists, type ChangeLists } from './change-lists.ts'
import type { CorrectedFigures } from './corrected-series.ts'
import type { CorrectionRecord } from './correction-records.ts'
import type { Standing } from './standing.ts'

/** The history of one tier of an institution. All records of a series share one object. */
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
type PreviousRate = {
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

/** The entries about one institution, folded into its present state and its history. */
export type InstitutionBook = {
  readonly institution: Institution
  /** All entries about it, oldest first. */
  readonly entries: readonly Entry[]
  /** Oldest first. */
  readonly registrations: readonly Registration[]
  readonly standing: ReadonlyMap<TermsKey, Standing>
  readonly publication: Publication | undefined
  /** The latest `scraped_at` of a sheet that was not retracted, check or verification. */
  readonly checkedAt: Instant | undefined
  /** Oldest first; withdrawals are left out. */
  readonly history: readonly RateRecord[]
  /** Every step of each series, oldest first, by the tier under which it goes on now. */
  readonly series: ReadonlyMap<TierKey, readonly SeriesStep[]>
  /** The figures of published sheets that were corrected, by series. */
  readonly corrected: ReadonlyMap<Series, CorrectedFigures>
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
