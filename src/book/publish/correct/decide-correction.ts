import {
  entriesAfter,
  type Attribution,
  type Override,
  type CorrectionDraft,
  type Entry,
} from '../../../domain/entry.ts'
import type { Cause, Correction } from '../../../domain/change.ts'
import type { Instant } from '../../../domain/instant.ts'
import { correctionsIn } from '../../market/believed-sheets.ts'
import { foldEntries } from '../../market/fold.ts'
import type { InstitutionBook } from '../../market/market.ts'
import { changesOfCorrection } from '../../market/changes.ts'
import {
  refused,
  retractedFigures,
  wrongFigures,
  type CorrectionResult,
  type RightFigure,
} from './wrong-figures.ts'

/** A request to correct one published figure, or to retract a whole sheet. */
export type CorrectionRequest = Attribution &
  Override & {
    /** The position of the sheet. */
    readonly of: number
    readonly cause: Cause
    /** Absent to retract the sheet. */
    readonly figure?: RightFigure
    /** Whether later sheets that repeat the wrong figure stay as they are. */
    readonly only?: boolean
  }

/** The outcome of a correction. */
export type CorrectionVerdict =
  | { readonly kind: 'corrected'; readonly draft: CorrectionDraft }
  | Exclude<CorrectionResult, { kind: 'figures' }>

/** Computes the entry of a correction. Pure, so `audit` shares it. */
export function decideCorrection(
  book: InstitutionBook,
  { of, cause, figure, only = false, ...details }: CorrectionRequest,
  at: Instant,
): CorrectionVerdict {
  const sheet = book.entries.find(({ position }) => position === of)
  if (sheet?.kind !== 'sheet-published') return refused(notASheet(of))
  const retraction = retractionOf(book, of)
  if (retraction !== undefined && figure === undefined)
    return { kind: 'unchanged', position: retraction }
  if (retraction !== undefined)
    return refused(`The sheet at position ${of} was already retracted, at position ${retraction}.`)
  const result: CorrectionResult =
    figure === undefined
      ? { kind: 'figures', figures: retractedFigures(book, sheet) }
      : wrongFigures(book, sheet, figure, only)
  if (result.kind !== 'figures') return result
  const isRetraction = figure === undefined
  const draft = draftOf(book, { of, isRetraction, cause, figures: result.figures }, at)
  return { kind: 'corrected', draft: { ...details, ...draft } }
}

/** The entry, with the changes from what is believed without it to what is believed with it. */
function draftOf(book: InstitutionBook, correction: Correction, at: Instant): CorrectionDraft {
  const { id: institutionId } = book.institution
  const head = { at, institutionId, kind: 'rate-corrected' as const, correction }
  const after = foldEntries(withCorrection(book, { ...head, changes: [] }))
  return { ...head, changes: changesOfCorrection(book, after) }
}

/** The entries of an institution with one more correction. */
export function withCorrection(
  { entries }: Pick<InstitutionBook, 'entries'>,
  draft: CorrectionDraft,
): readonly Entry[] {
  return [...entries, ...entriesAfter(entries.at(-1)?.position ?? 0, [draft])]
}

/** The sentence about a position that has another kind of entry. */
export function notASheet(of: number): string {
  return `The entry at position ${of} is not a rate sheet; see: ratebook events.`
}

/** The position of the entry that retracted a sheet. */
function retractionOf({ entries }: InstitutionBook, of: number): number | undefined {
  return correctionsIn(entries).find(
    ({ correction }) => correction.isRetraction && correction.of === of,
  )?.position
}
