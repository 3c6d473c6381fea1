import { timeOf, type Entry, type Publishing } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import { believedByPosition, believedSheet, type BelievedSheet } from './believed-sheets.ts'
import { stepsTo } from './changes.ts'
import type { StandingSnapshot, StandingState } from './market.ts'
import {
  addChanges,
  newRateHistory,
  type EntryRef,
  type RateHistoryDraft,
  type RateRecord,
} from './rate-history.ts'
import { confirmationOf, confirmed, standingAfter } from './standing.ts'
import { confirmations, isNamedBy, type Confirms } from './verifications.ts'

/** The rate sheets from one snapshot to the next. */
const sheetsPerSnapshot = 8

/** The state of an institution after some of its entries, as its corrections say. */
export type FoldState = StandingState & {
  readonly believed: RateHistoryDraft
  readonly snapshots: StandingSnapshot[]
  /** The published sheets, retracted ones too. */
  sheetCount: number
  /** Whether an entry so far was corrected or retracted. Until then, the stored changes are the true steps. */
  isCorrected: boolean
}

/** The state before the first entry: no offer stands. */
export function newStanding(): StandingState {
  return { standing: new Map(), publication: undefined, checkedAt: undefined }
}

/** The state of an institution without entries. */
export function newFold(): FoldState {
  const believed = newRateHistory()
  return { ...newStanding(), believed, snapshots: [], sheetCount: 0, isCorrected: false }
}

/** Folds all entries of an institution, as their corrections say. */
export function foldEntries(entries: readonly Entry[]): FoldState {
  const sheets = believedByPosition(entries)
  const confirms = confirmations(entries)
  const state = newFold()
  for (const entry of entries) {
    const sheet = sheets.get(entry.position)
    if (entry.kind === 'sheet-published') state.isCorrected ||= sheet?.sheet !== entry.sheet
    addEntry(state, entry, sheet, confirms)
  }
  return state
}

/** Adds an entry. After a correction, `foldEntries` must fold all again. Returns the raises and cuts. */
export function foldEntry(state: FoldState, entry: Entry): readonly RateRecord[] {
  const sheet = entry.kind === 'sheet-published' ? believedSheet(entry) : undefined
  return addEntry(state, entry, sheet, isNamedBy)
}

function addEntry(
  state: FoldState,
  entry: Entry,
  sheet: BelievedSheet | undefined,
  confirms: Confirms,
): readonly RateRecord[] {
  const moves = sheet === undefined ? [] : addSteps(state, sheet)
  stand(state, entry, sheet, confirms)
  if (entry.kind === 'sheet-published' && ++state.sheetCount % sheetsPerSnapshot === 0) {
    const { standing, publication, checkedAt } = state
    state.snapshots.push({ position: entry.position, standing, publication, checkedAt })
  }
  return moves
}

/** Adds the steps from what stands to what a sheet lists. */
function addSteps(state: FoldState, { entry, sheet, emptied }: BelievedSheet) {
  const { standing, believed } = state
  const steps = state.isCorrected ? stepsTo(state, sheet, emptied) : entry.changes
  return addChanges(believed, sheet.institutionId, steps, refOf(entry), (tier) =>
    confirmationOf(standing, tier),
  )
}

/**
 * Adds an entry to what stands: the meaning of every kind. `sheet` is the believed sheet of an entry; retracted ones have none.
 * `isReplaced`: later entries replace all that it says about standing offers.
 */
export function stand(
  state: StandingState,
  entry: Entry,
  sheet: BelievedSheet | undefined,
  confirms: Confirms,
  isReplaced = false,
): void {
  const { standing, checkedAt } = state
  switch (entry.kind) {
    case 'sheet-published': {
      if (sheet === undefined) break
      const { scrapedAt } = sheet.sheet
      const { position, at } = entry
      if (!isReplaced)
        state.standing = standingAfter(standing, sheet.sheet, position, sheet.emptied)
      state.publication = { position, at, sheet: entry.sheet }
      state.checkedAt = Math.max(checkedAt ?? scrapedAt, scrapedAt) as Instant
      break
    }
    case 'rates-checked':
      if (entry.outcome !== 'failed') state.checkedAt = timeOf(entry)
      break
    // A mirror lacks the body of a held sheet, so `clock` counts for nothing here.
    case 'sheet-held':
      state.checkedAt = entry.at
      break
    case 'withheld':
      if (entry.of === 'sheet-held') state.checkedAt = entry.at
      break
    case 'rates-verified':
      if (!isReplaced) state.standing = confirmed(standing, timeOf(entry), confirms(entry))
      state.checkedAt = timeOf(entry)
      break
    case 'institution-registered':
    case 'rate-corrected':
    case 'sheet-decided':
    case 'source-accepted':
    case 'reviewer-registered':
    case 'reviewer-removed':
      break
    default:
      throw entry satisfies never
  }
}

/** The one object that all steps of a sheet share. */
export function refOf({ position, at, sheet, origin }: Publishing): EntryRef {
  const { scrapedAt: readAt, sourceUrl } = sheet
  return { position, at, readAt, sourceUrl, printedDay: origin?.printedDate?.day }
}
