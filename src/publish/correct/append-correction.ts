import type { Correcting, CorrectionDraft, Entry } from '../../domain/entry.ts'
import type { Finding } from '../../domain/finding.ts'
import { tierKeyOf } from '../../domain/offer.ts'
import type { Sheet } from '../../domain/sheet.ts'
import { checkSheet } from '../../gate/gate.ts'
import type { InstitutionBook } from '../../market/market.ts'
import { believedSheets, type BelievedSheet } from '../../market/believed-sheets.ts'
import { foldEntries } from '../../market/fold.ts'
import type { Store } from '../../store/store.ts'
import { appendDecided } from '../append-decided.ts'
import { readBook } from '../context-from-store.ts'
import { entryInstant, type InstantSource } from '../entry-instant.ts'
import { refused } from './wrong-figures.ts'
import {
  decideCorrection,
  notASheet,
  type CorrectionRequest,
  withCorrection,
  type CorrectionVerdict,
} from './decide-correction.ts'

/** The outcome of a correction, after the gate has checked it. */
export type CorrectionOutcome =
  | { readonly kind: 'corrected'; readonly entry: Correcting }
  | Exclude<CorrectionVerdict, { kind: 'corrected' }>
  | { readonly kind: 'implausible'; readonly findings: readonly Finding[] }

/** Appends a correction or retraction. An equal one that is already in the book is not appended again. */
export async function appendCorrection(
  store: Pick<Store, 'append'>,
  request: CorrectionRequest,
  source: InstantSource,
): Promise<CorrectionOutcome & { readonly warning?: string }> {
  const done = await appendDecided<Exclude<CorrectionOutcome, { kind: 'corrected' }>>(
    store,
    async (reader) => {
      const target = await reader.entryAt(request.of)
      if (target === undefined) {
        const sentence = `The book has no entry at position ${request.of}; see: ratebook events.`
        return { early: refused(sentence) }
      }
      // An entry about a reviewer has no institution.
      const book =
        target.institutionId === '' ? undefined : await readBook(reader, target.institutionId)
      if (book === undefined) return { early: refused(notASheet(request.of)) }
      const { at, problem, warning } = entryInstant(source, await reader.head())
      const decided = decideCorrection(book, request, at)
      if (decided.kind !== 'corrected') return { early: decided }
      if (problem !== undefined) return { early: { kind: 'refused', problems: [problem] } }
      const { draft } = decided
      // A retraction states no new figure, so the gate has nothing to check.
      const findings = draft.correction.isRetraction ? [] : findingsOf(book, draft)
      if (findings.length === 0) return { drafts: [draft], warning }
      if (draft.reason === undefined) return { early: { kind: 'implausible', findings } }
      return { drafts: [{ ...draft, findings }], warning }
    },
  )
  if ('early' in done) return done.early
  return { kind: 'corrected', entry: done.entries[0] as Correcting, ...done.warned }
}

/** The findings that the first and the last named sheet have with the right figure and did not have as they were believed until now. */
function findingsOf(book: InstitutionBook, draft: CorrectionDraft): readonly Finding[] {
  const { figures } = draft.correction
  const corrected = withCorrection(book, draft)
  const named = new Set([figures[0], figures.at(-1)].flatMap((figure) => figure?.of ?? []))
  const findings = [...named].flatMap((of) => {
    const isBefore = ({ kind, position }: Entry): boolean =>
      position < of || kind === 'rate-corrected'
    const findingsIn = (all: readonly Entry[]): readonly Finding[] => {
      const { standing } = foldEntries(all.filter(isBefore))
      const believed = believedSheets(all).find(({ entry }) => entry.position === of)
      return checkSheet({ sheet: withPrintedYields(believed as BelievedSheet), book: { standing } })
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
