import type { Attribution, Override } from '../../domain/attribution.ts'
import type { Cause } from '../../domain/correction.ts'
import type { CorrectionDraft } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import type { InstitutionBook } from '../../market/market.ts'
import { correctFigure } from './correct-figure.ts'
import { refused, type CorrectionResult, type RightFigure } from './correction-result.ts'
import { retractSheet } from './retract-sheet.ts'

/** A request to correct one published figure, or to retract a whole sheet. */
export type CorrectionRequest = Attribution &
  Override & {
    /** The position of the sheet. */
    readonly of: number
    readonly cause: Cause
    /** Absent to retract the sheet. */
    readonly figure?: RightFigure
  }

/** The outcome of a correction. */
export type CorrectionVerdict =
  | { readonly kind: 'corrected'; readonly draft: CorrectionDraft }
  | Exclude<CorrectionResult, { kind: 'corrected' }>

/** Computes the entry of a correction. Pure, so `audit` shares it. */
export function decideCorrection(
  book: InstitutionBook,
  { of, cause, figure, ...details }: CorrectionRequest,
  at: Instant,
): CorrectionVerdict {
  const sheet = book.entries.find(({ position }) => position === of)
  if (sheet?.kind !== 'sheet-published') return refused(notASheet(of))
  const retraction = retractionOf(book, of)
  if (retraction !== undefined && figure === undefined)
    return { kind: 'unchanged', position: retraction }
  if (retraction !== undefined)
    return refused(`The sheet at position ${of} was already retracted, at position ${retraction}.`)
  const result =
    figure === undefined ? retractSheet(book, sheet) : correctFigure(book, sheet, figure)
  if (result.kind !== 'corrected') return result
  const { figures, changes } = result
  const { institutionId } = sheet
  const correction = { of, isRetraction: figure === undefined, cause, figures }
  const draft: CorrectionDraft = {
    ...details,
    at,
    institutionId,
    kind: 'rate-corrected',
    correction,
    changes,
  }
  return { kind: 'corrected', draft }
}

/** The sentence about a position that has another kind of entry. */
export function notASheet(of: number): string {
  return `The entry at position ${of} is not a rate sheet; see: ratebook events.`
}

/** The position of the entry that retracted a sheet. */
function retractionOf({ entries }: InstitutionBook, of: number): number | undefined {
  return entries.find(
    (entry) =>
      entry.kind === 'rate-corrected' &&
      entry.correction.isRetraction &&
      entry.correction.of === of,
  )?.position
}
