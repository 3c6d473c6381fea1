import { type Attribution, type Override, type SheetDraft, isAhead } from '../../domain/entry.ts'
import type { Finding, GateLimits } from '../../domain/gate-limits.ts'
import { instantText, type Instant } from '../../domain/instant.ts'
import { checkSheet } from '../gate/gate.ts'
import type { InstitutionBook } from '../market/market.ts'
import { hasRanges } from '../market/standing.ts'
import type { PublicationContext } from './context-from-store.ts'
import { enteredSheet, type Duplicate } from './entered-sheet.ts'
import { collectProblems, type InputProblem } from './input/problem.ts'
import type { ParsedSheet } from './input/read-sheet.ts'

/** The parts of an entry that do not come from its sheet. */
export type EntryDetails = Attribution &
  Override &
  Pick<SheetDraft, 'origin' | 'typedFrom' | 'hold'> & {
    readonly at: Instant
    readonly sample: boolean
  }

/** The outcome of publishing a sheet. */
export type Verdict =
  | { readonly kind: 'published'; readonly draft: SheetDraft }
  | (Duplicate & { readonly kind: 'unchanged' })
  | { readonly kind: 'refused'; readonly problems: readonly InputProblem[] }
  /** Nobody gave a reason to enter the sheet in spite of the findings of the gate. */
  | { readonly kind: 'implausible'; readonly findings: readonly Finding[] }

/** Validates a sheet against the book and computes the entry to append. Pure, so `fill` and `audit` share it. */
export function decideSheet(
  context: PublicationContext,
  parsed: ParsedSheet,
  details: EntryDetails,
): Verdict {
  const { sheet } = parsed
  const { book, duplicateOf } = context
  if (duplicateOf !== undefined) return { kind: 'unchanged', ...duplicateOf }
  const problems = [...parsed.problems, ...problemsWithBook(context, parsed.head, details.at)]
  if (problems.length > 0 || sheet === undefined || book === undefined) {
    return { kind: 'refused', problems }
  }
  const { institutionId } = sheet
  const draft: SheetDraft = {
    ...details,
    institutionId,
    kind: 'sheet-published',
    ...enteredSheet(book, sheet),
  }
  return { kind: 'published', draft }
}

/** Checks whether a sheet is plausible. A reason overrides every finding, also those about a captured page, and the entry keeps both. */
export function passGate(
  { book }: PublicationContext,
  verdict: Verdict,
  limits: GateLimits,
  pageFindings: readonly Finding[] = [],
): Verdict {
  if (verdict.kind !== 'published') return verdict
  const { draft } = verdict
  const findings = [...pageFindings, ...checkSheet({ sheet: draft.sheet, book, limits })]
  if (findings.length === 0) return verdict
  if (draft.reason === undefined) return { kind: 'implausible', findings }
  return { kind: 'published', draft: { ...draft, findings } }
}

/** Compares the head of a sheet with the book that it would be published in. */
export function problemsWithBook(
  { currency, book, clock }: Pick<PublicationContext, 'currency' | 'book' | 'clock'>,
  { institutionId, currency: sheetCurrency, scrapedAt, lacksUpperBounds }: ParsedSheet['head'],
  at: Instant,
): readonly InputProblem[] {
  const { problems, refuse } = collectProblems()
  if (institutionId !== undefined && book === undefined) {
    refuse(
      'unregistered',
      'institution_id',
      `The institution ${institutionId} is not registered; register it first: ratebook register FILE.`,
    )
  }
  if (sheetCurrency !== undefined && currency !== undefined && sheetCurrency !== currency) {
    refuse(
      'other-currency',
      'currency',
      `The currency ${sheetCurrency} is not the book's, ${currency}; one book has one currency.`,
    )
  }
  if (lacksUpperBounds && book !== undefined && hasRanges(book.standing)) {
    refuse(
      'no-upper-bounds',
      'tenure_to_months',
      `${institutionId} has offers for ranges of tenures, and the CSV has no column for their upper bounds; add tenure_to_months or tenure_to_days, with empty cells for single tenures.`,
    )
  }
  const last = book && lastScrapedAt(book, clock)
  if (scrapedAt !== undefined && last !== undefined && scrapedAt < last) {
    refuse(
      'older-than-last',
      'scraped_at',
      `The sheet was read at ${instantText(scrapedAt)}, before the institution's last sheet in the book, ${instantText(last)}.`,
    )
  }
  if (scrapedAt !== undefined && scrapedAt > at) {
    refuse(
      'in-the-future',
      'scraped_at',
      `The sheet was read at ${instantText(scrapedAt)}, after the instant of its publication, ${instantText(at)}.`,
    )
  }
  return problems
}

/** When the institution's last sheet was read. If the book is ahead of the clock, sheets that were read in the future do not count. */
function lastScrapedAt(
  { publication, entries }: InstitutionBook,
  now: Instant | undefined,
): Instant | undefined {
  if (now === undefined || publication === undefined || !isAhead(publication.sheet.scrapedAt, now))
    return publication?.sheet.scrapedAt
  const sheets = entries.filter((entry) => entry.kind === 'sheet-published')
  return sheets.findLast(({ sheet }) => !isAhead(sheet.scrapedAt, now))?.sheet.scrapedAt
}
