import type { Entry, Publishing } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import { believedSheet, believedSheets, type BelievedSheet } from './believed-sheets.ts'
import { diff } from './diff.ts'
import type { Publication } from './market.ts'
import type { EntryRef, RateRecord } from './rate-history.ts'
import { confirmationOf, confirmed, standingAfter, type StandingOffers } from './standing.ts'
import { addChanges, newRateHistory, type RateHistoryDraft } from './add-changes.ts'
import { confirmations, isNamedBy, type Confirms } from './verifications.ts'

/** The state of an institution after some of its entries, as its corrections say. */
export type FoldState = {
  standing: StandingOffers
  publication: Publication | undefined
  checkedAt: Instant | undefined
  readonly believed: RateHistoryDraft
  /** Whether an entry so far was corrected or retracted. Until then, the stored changes are the true steps. */
  isCorrected: boolean
}

/** The state of an institution without entries. */
export function newFold(): FoldState {
  return {
    standing: new Map(),
    publication: undefined,
    checkedAt: undefined,
    believed: newRateHistory(),
    isCorrected: false,
  }
}

/** Folds all entries of an institution, as their corrections say. */
export function foldEntries(entries: readonly Entry[]): FoldState {
  const sheets = new Map(believedSheets(entries).map((sheet) => [sheet.entry, sheet]))
  const confirms = confirmations(entries)
  const state = newFold()
  for (const entry of entries) {
    if (entry.kind !== 'sheet-published') foldEntry(state, entry, confirms)
    else {
      const sheet = sheets.get(entry)
      state.isCorrected ||= sheet?.sheet !== entry.sheet
      if (sheet !== undefined) foldSheet(state, sheet)
    }
  }
  return state
}

/** Adds an entry: the meaning of every kind. After a correction, `foldEntries` must fold all again. Returns the raises and cuts. */
export function foldEntry(
  state: FoldState,
  entry: Entry,
  confirms: Confirms = isNamedBy,
): readonly RateRecord[] {
  switch (entry.kind) {
    case 'sheet-published':
      return foldSheet(state, believedSheet(entry))
    case 'rates-checked':
      if (entry.outcome !== 'failed') state.checkedAt = entry.at
      return []
    case 'sheet-held':
      state.checkedAt = entry.at
      return []
    case 'rates-verified':
      state.standing = confirmed(state.standing, entry.at, confirms(entry))
      state.checkedAt = entry.at
      return []
    case 'institution-registered':
    case 'rate-corrected':
    case 'sheet-decided':
    case 'source-accepted':
    case 'reviewer-registered':
    case 'reviewer-removed':
      return []
    default:
      throw entry satisfies never
  }
}

/** Adds the steps from what stands to what a sheet lists. */
function foldSheet(
  state: FoldState,
  { entry, sheet, emptied }: BelievedSheet,
): readonly RateRecord[] {
  const { position, at } = entry
  const { standing, checkedAt = sheet.scrapedAt } = state
  const steps = state.isCorrected ? diff(state, sheet, emptied) : entry.changes
  const moves = addChanges(state.believed, sheet.institutionId, steps, refOf(entry), (tier) =>
    confirmationOf(standing, tier),
  )
  state.standing = standingAfter(standing, sheet, position, emptied)
  state.publication = { position, at, sheet: entry.sheet }
  state.checkedAt = Math.max(checkedAt, sheet.scrapedAt) as Instant
  return moves
}

/** The one object that all steps of a sheet share. */
export function refOf({ position, at, sheet, origin }: Publishing): EntryRef {
  return { position, at, readAt: sheet.scrapedAt, printedDay: origin?.printedDate?.day }
}
