import { emptyHead } from '../domain/entry.ts'
import type { Institution, InstitutionType } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import type { TermsKey } from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'
import { emptyRecords, type Records } from './records.ts'
import type { Reading, Standing } from './standing.ts'

/** An institution's record from an instant on. */
export type Registration = { readonly at: Instant; readonly institution: Institution }

/** What the book says of one institution; how its rates moved is in the records. */
export type InstitutionBook = {
  readonly institution: Institution
  /** Oldest first. */
  readonly registrations: readonly Registration[]
  /** The sheets of which something may stand, oldest first. */
  readonly readings: readonly Reading[]
  /** What stands; worked out of the readings when it is first asked for. */
  readonly standing: ReadonlyMap<TermsKey, Standing>
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
  /** The type of each institution; another map as soon as one has another type, or there is another institution. */
  readonly types: ReadonlyMap<string, InstitutionType>
  /** Every change of every institution, in the order of the book. */
  readonly records: Records
}

/** The market before the first entry. */
export const emptyMarket: Market = {
  ...emptyHead,
  currency: undefined,
  sample: false,
  institutions: new Map(),
  types: new Map(),
  records: emptyRecords(),
}
