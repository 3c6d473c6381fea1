import type { Correcting, CorrectionDraft, Entry } from '../../domain/entry.ts'
import type { Finding, GateLimits } from '../../domain/gate-limits.ts'
import { tierKeyOf, type Sheet } from '../../domain/offer.ts'
import { checkSheet } from '../gate/gate.ts'
import { believedSheets, type BelievedSheet } from '../market/believed-sheets.ts'
import { foldEntries } from '../market/fold.ts'
import type { InstitutionBook } from '../market/market.ts'
import type { BookReader } from '../store/store.ts'
import { append, type AppendDecision, type Appender } from './append.ts'
import { readBook } from './context-from-store.ts'
import {
  decideCorrection,
  notASheet,
  refused,
  withCorrection,
  type CorrectionRequest,
  type CorrectionVerdict,
} from './decide-correction.ts'
import type { ClockWarning, EntryClock, EntryInstant } from './entry-instant.ts'

/** The outcome of a correction, after the gate has checked it. */
type CorrectionOutcome =
  | { readonly kind: 'corrected'; readonly entry: Correcting }
  | Exclude<CorrectionVerdict, { kind: 'corrected' }>
  | { readonly kind: 'implausible'; readonly findings: readonly Finding[] }

/**
 * Appends a correction or retraction. An equal one that is already in the book is not appended again. `pageFindings` are about the
 * captured page, which the gate does not read.
 */
export async function appendCorrection(
  store: Appender,
  request: CorrectionRequest,
  clock: EntryClock,
  limits: GateLimits,
  pageFindings: readonly Finding[] = [],
): Promise<CorrectionOutcome & ClockWarning> {
  const done = await append(
    store,
    clock,
    (reader) => readTarget(reader, request.of),
    (target, instant) => decideChecked(target, request, { ...instant, limits, pageFindings }),
  )
  if ('report' in done) return done.report
  return { kind: 'corrected', entry: done.entries[0] as Correcting, ...done.warned }
}

/** The book of the institution that a sheet is of; without one, why there is none, as a sentence. */
type Target = { readonly book?: InstitutionBook; readonly problem?: string }

async function readTarget(reader: BookReader, of: number): Promise<Target> {
  const target = await reader.entryAt(of)
  if (target === undefined)
    return { problem: `The book has no entry at position ${of}; see: ratebook events.` }
  // An entry about a reviewer has no institution.
  const { institutionId } = target
  const book = institutionId === '' ? undefined : await readBook(reader, institutionId)
  return book === undefined ? { problem: notASheet(of) } : { book }
}

type Checks = { readonly limits: GateLimits; readonly pageFindings: readonly Finding[] }

/** The correction, after the gate has checked it. */
function decideChecked(
  { book, problem: noBook = '' }: Target,
  request: CorrectionRequest,
  { at, problem, limits, pageFindings }: EntryInstant & Checks,
): AppendDecision<Exclude<CorrectionOutcome, { kind: 'corrected' }>> {
  if (book === undefined) return { report: refused(noBook) }
  const decided = decideCorrection(book, request, at)
  if (decided.kind !== 'corrected') return { report: decided }
  if (problem !== undefined) return { report: { kind: 'refused', problems: [problem] } }
  const { draft } = decided
  // A retraction states no new figure, so the gate has nothing to check.
  const findings = draft.correction.isRetraction
    ? []
    : [...pageFindings, ...findingsOf(book, draft, limits)]
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
