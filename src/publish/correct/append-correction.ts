import type { CorrectedFigure } from '../../domain/correction.ts'
import type { Correcting, CorrectionDraft, Publishing } from '../../domain/entry.ts'
import type { Finding } from '../../domain/finding.ts'
import { compareTiers, tierKeyOf } from '../../domain/offer.ts'
import type { Sheet } from '../../domain/sheet.ts'
import { checkSheet } from '../../gate/gate.ts'
import type { InstitutionBook } from '../../market/market.ts'
import { stateBefore } from '../../market/published-state.ts'
import type { Store } from '../../store/store.ts'
import { appendDecided } from '../append-decided.ts'
import { readBook } from '../context-from-store.ts'
import { entryInstant, type InstantSource } from '../entry-instant.ts'
import { refused, type CorrectionResult } from './correction-result.ts'
import { decideCorrection, notASheet, type CorrectionRequest } from './decide-correction.ts'

/** The outcome of a correction, after the gate has checked it. */
export type CorrectionOutcome =
  | { readonly kind: 'corrected'; readonly entry: Correcting }
  | Exclude<CorrectionResult, { kind: 'corrected' }>
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
      const checked = passGate(book, decided.draft)
      return checked.kind === 'corrected'
        ? { drafts: [checked.draft], warning }
        : { early: checked }
    },
  )
  if ('early' in done) return done.early
  return { kind: 'corrected', entry: done.entries[0] as Correcting, ...done.warned }
}

/** Checks whether the right figure is plausible. A retraction states no new figure, so nothing is checked. */
function passGate(
  book: InstitutionBook,
  draft: CorrectionDraft,
):
  | { readonly kind: 'corrected'; readonly draft: CorrectionDraft }
  | { readonly kind: 'implausible'; readonly findings: readonly Finding[] } {
  const findings = draft.correction.isRetraction ? [] : findingsOf(book, draft)
  if (findings.length === 0) return { kind: 'corrected', draft }
  if (draft.reason === undefined) return { kind: 'implausible', findings }
  return { kind: 'corrected', draft: { ...draft, findings } }
}

/** The findings that the sheet has with the right figure and did not have as it was corrected until now. */
function findingsOf(
  book: InstitutionBook,
  { correction: { of, figures } }: CorrectionDraft,
): readonly Finding[] {
  const target = book.entries.find(({ position }) => position === of) as Publishing
  const earlier = book.entries.flatMap((entry) =>
    entry.kind === 'rate-corrected' && entry.correction.of === of ? entry.correction.figures : [],
  )
  const { standing } = stateBefore(book.entries, of)
  const findingsIn = (sheet: Sheet) => checkSheet({ sheet, book: { standing } })
  const published = earlier.reduce(withFigure, target.sheet)
  const known = new Set(findingsIn(published).map(({ message }) => message))
  const corrected = figures.reduce(withFigure, published)
  return findingsIn(corrected).filter(({ message }) => !known.has(message))
}

/** A sheet with a figure as it should have been. */
function withFigure(sheet: Sheet, figure: CorrectedFigure): Sheet {
  const { of: _of, was: _was, now, ...tier } = figure
  const isTier = (other: typeof tier): boolean => tierKeyOf(other) === tierKeyOf(tier)
  const offer = sheet.offers.find(isTier) ?? tier
  const others = sheet.offers.filter((one) => !isTier(one))
  const offers = now === undefined ? others : [...others, { ...offer, rate: now }]
  return { ...sheet, offers: offers.toSorted(compareTiers) }
}
