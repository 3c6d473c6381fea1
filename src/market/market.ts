import type { RateChange } from '../domain/change.ts'
import type { Decimal } from '../domain/decimal.ts'
import { emptyHead } from '../domain/entry.ts'
import type { Institution } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import type { Offer, Terms, TermsKey } from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'
import { emptyLog, type Log } from './log.ts'

/** A rate history record: a change with the entry that made it. */
export type HistoryRecord = RateChange & {
  readonly institutionId: string
  readonly position: number
  readonly at: Instant
}

/** What stands for some terms: one offer for each minimum deposit, the headline offer first. */
export type Standing = {
  readonly offers: readonly [Offer, ...Offer[]]
  /** When and where the latest sheet that listed them was read. */
  readonly scrapedAt: Instant
  readonly sourceUrl: string
  /** The last confirmation: that reading, or a later verification. */
  readonly confirmedAt: Instant
}

/** A headline rate that stands from an instant on; `undefined` where the offer was withdrawn. */
export type SeriesStep = { readonly at: Instant; readonly rate: Decimal | undefined }

/** All that is known of the headline rate of some terms, standing or not. */
export type Series = {
  /** The terms in their first printing. */
  readonly terms: Terms
  /** The headline offer last known. */
  readonly headline: Pick<Offer, 'rate' | 'minimumDeposit'>
  readonly lastChangedAt: Instant
  /** The direction of the last change of the rate; `flat` if it never changed. */
  readonly trend: 'up' | 'down' | 'flat'
  readonly steps: Log<SeriesStep>
}

/** An institution's record from an instant on. */
export type Registration = { readonly at: Instant; readonly institution: Institution }

/** What the book says of one institution. */
export type InstitutionBook = {
  readonly institution: Institution
  readonly registrations: Log<Registration>
  readonly series: ReadonlyMap<TermsKey, Series>
  readonly standing: ReadonlyMap<TermsKey, Standing>
  readonly history: Log<HistoryRecord>
  readonly publication: Publication | undefined
  /** The latest reading of a sheet, check or verification. */
  readonly checkedAt: Instant | undefined
}

/** The last publication of an institution. */
export type Publication = {
  readonly sheet: Sheet
  readonly position: number
  readonly at: Instant
}

/** The whole book at one position, never changed once made: `evolve` makes the next one. */
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
  /** The raises and cuts of every institution, in the order of the book. */
  readonly changes: Log<HistoryRecord>
}

/** The market before the first entry. */
export const emptyMarket: Market = {
  ...emptyHead,
  currency: undefined,
  sample: false,
  institutions: new Map(),
  changes: emptyLog(),
}
