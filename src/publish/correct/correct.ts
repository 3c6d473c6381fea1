import {
  entriesAfter,
  type Attribution,
  type Override,
  type CorrectionDraft,
  type Entry,
  type Correcting,
} from '../../domain/entry.ts'
import type { Cause, Correction } from '../../domain/correction.ts'
import type { Instant } from '../../domain/instant.ts'
import { correctionsIn, believedSheets, type BelievedSheet } from '../../market/believed-sheets.ts'
import { foldEntries } from '../../market/fold.ts'
import type { InstitutionBook } from '../../market/market.ts'
import { changesOfCorrection } from '../../market/stored-changes.ts'
import {
  refused,
  retractedFigures,
  wrongFigures,
  type CorrectionResult,
  type RightFigure,
} from './wrong-figures.ts'
import type { Finding } from '../../domain/finding.ts'
import type { GateLimits } from '../../domain/gate-limits.ts'
import { tierKeyOf } from '../../domain/offer.ts'
import type { Sheet } from '../../domain/sheet.ts'
import { checkSheet } from '../../gate/gate.ts'
import type { BookReader } from '../../store/store.ts'
import { append, type Appender, type AppendDecision } from '../append.ts'
import { readBook } from '../context-from-store.ts'
import type { EntryInstant, EntryClock } from '../entry-instant.ts'

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
function withCorrection(
  { entries }: Pick<InstitutionBook, 'entries'>,
  draft: CorrectionDraft,
): readonly Entry[] {
  return [...entries, ...entriesAfter(entries.at(-1)?.position ?? 0, [draft])]
}

/** The sentence about a position that has another kind of entry. */
function notASheet(of: number): string {
  return `The entry at position ${of} is not a rate sheet; see: ratebook events.`
}

/** The position of the entry that retracted a sheet. */
function retractionOf({ entries }: InstitutionBook, of: number): number | undefined {
  return correctionsIn(entries).find(
    ({ correction }) => correction.isRetraction && correction.of === of,
  )?.position
}

/** The outcome of a correction, after the gate has checked it. */
export type CorrectionOutcome =
  | { readonly kind: 'corrected'; readonly entry: Correcting }
  | Exclude<CorrectionVerdict, { kind: 'corrected' }>
  | { readonly kind: 'implausible'; readonly findings: readonly Finding[] }

/** Appends a correction or retraction. An equal one that is already in the book is not appended again. */
export async function appendCorrection(
  store: Appender,
  request: CorrectionRequest,
  clock: EntryClock,
  limits: GateLimits,
): Promise<CorrectionOutcome & { readonly warning?: string }> {
  const done = await append(
    store,
    clock,
    (reader) => readTarget(reader, request.of),
    (target, instant) => decideChecked(target, request, { ...instant, limits }),
  )
  if ('report' in done) return done.report
  return { kind: 'corrected', entry: done.entries[0] as Correcting, ...done.warned }
}

/** The book of the institution that a sheet is of; or why there is none, as a sentence. */
async function readTarget(reader: BookReader, of: number): Promise<InstitutionBook | string> {
  const target = await reader.entryAt(of)
  if (target === undefined) return `The book has no entry at position ${of}; see: ratebook events.`
  // An entry about a reviewer has no institution.
  const { institutionId } = target
  const book = institutionId === '' ? undefined : await readBook(reader, institutionId)
  return book ?? notASheet(of)
}

/** The correction, after the gate has checked it. */
function decideChecked(
  book: InstitutionBook | string,
  request: CorrectionRequest,
  { at, problem, limits }: EntryInstant & { readonly limits: GateLimits },
): AppendDecision<Exclude<CorrectionOutcome, { kind: 'corrected' }>> {
  if (typeof book === 'string') return { report: refused(book) }
  const decided = decideCorrection(book, request, at)
  if (decided.kind !== 'corrected') return { report: decided }
  if (problem !== undefined) return { report: { kind: 'refused', problems: [problem] } }
  const { draft } = decided
  // A retraction states no new figure, so the gate has nothing to check.
  const findings = draft.correction.isRetraction ? [] : findingsOf(book, draft, limits)
  if (findings.length === 0) return { drafts: [draft] }
  if (draft.reason === undefined) return { report: { kind: 'implausible', findings } }
  return { drafts: [{ ...draft, findings }] }
}

/** The findings that the first and the last named sheet have with the right figure and did not have as they were believed until now. */
function findingsOf(
  book: InstitutionBook,
  draft: CorrectionDraft,
  limits: GateLimits,
): readonly Finding[] {
  const { figures } = draft.correction
  const corrected = withCorrection(book, draft)
  const named = new Set([figures[0], figures.at(-1)].flatMap((figure) => figure?.of ?? []))
  const findings = [...named].flatMap((of) => {
    const isBefore = ({ kind, position }: Entry): boolean =>
      position < of || kind === 'rate-corrected'
    const findingsIn = (all: readonly Entry[]): readonly Finding[] => {
      const { standing } = foldEntries(all.filter(isBefore))
      const believed = believedSheets(all).find(({ entry }) => entry.position === of)
      const sheet = withPrintedYields(believed as BelievedSheet)
      return checkSheet({ sheet, book: { standing }, limits })
    }
    const known = new Set(findingsIn(book.entries).map(({ message }) => message))
    return findingsIn(corrected).filter(({ message }) => !known.has(message))
  })
  return [...new Map(findings.map((finding) => [finding.message, finding])).values()]
}

/** A believed sheet with the AERs that it prints, also those of wrong rates: a right rate should fit its AER. */
function withPrintedYields({ entry, sheet }: BelievedSheet): Sheet {
  const printed = new Map(entry.sheet.offers.map((offer) => [tierKeyOf(offer), offer]))
  const offers = sheet.offers.map((offer) => ({
    ...printed.get(tierKeyOf(offer)),
    ...offer,
  }))
  return { ...sheet, offers }
}
