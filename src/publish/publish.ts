import type { Attribution, Override } from '../domain/attribution.ts'
import type { Entry, Head, SheetDraft } from '../domain/entry.ts'
import { instantOf, instantText, type Instant, type When } from '../domain/instant.ts'
import type { Store } from '../store/store.ts'
import { diff } from './diff.ts'
import { contextFromStore, type KnownBooks } from './context-from-store.ts'
import { collectProblems, type InputProblem } from './problem.ts'
import type { PublicationContext } from './publication-context.ts'
import type { ParsedSheet } from './read-sheet.ts'

/** What an entry says besides its sheet. */
export type EntryDetails = Attribution &
  Override & { readonly at: Instant; readonly sample: boolean }

/** The outcome of publishing a sheet. */
export type Verdict =
  | { readonly kind: 'published'; readonly draft: SheetDraft }
  | { readonly kind: 'unchanged'; readonly position: number }
  | { readonly kind: 'refused'; readonly problems: readonly InputProblem[] }

/** Validates a sheet against the book and computes the entry to append. Pure, so `fill` and `audit` share it. */
export function decide(
  context: PublicationContext,
  parsed: ParsedSheet,
  details: EntryDetails,
): Verdict {
  const { sheet } = parsed
  const { book, duplicateOf } = context
  if (duplicateOf !== undefined) return { kind: 'unchanged', position: duplicateOf }
  const problems = [...parsed.problems, ...problemsWithBook(context, parsed.head, details.at)]
  if (problems.length > 0 || sheet === undefined || book === undefined) {
    return { kind: 'refused', problems }
  }
  const { institutionId } = sheet
  const draft: SheetDraft = {
    ...details,
    institutionId,
    kind: 'sheet-published',
    ...diff(book, sheet),
  }
  return { kind: 'published', draft }
}

/** Publishes one sheet, all or nothing. */
export async function publish(
  store: Pick<Store, 'append'>,
  parsed: ParsedSheet,
  when: When,
  attribution: Attribution & Override = {},
  known?: KnownBooks,
): Promise<
  Exclude<Verdict, { kind: 'published' }> | { kind: 'published'; entry: Entry & SheetDraft }
> {
  let verdict: Verdict | undefined
  const [entry] = await store.append(async (reader) => {
    const context = await contextFromStore(reader, parsed.head.institutionId, parsed.sheet, known)
    verdict = decide(context, parsed, { ...attribution, at: instantOf(when), sample: false })
    return verdict.kind === 'published' ? [verdict.draft] : []
  })
  if (verdict === undefined) throw new Error('The store appended without a decision.')
  if (verdict.kind !== 'published') return verdict
  return { kind: 'published', entry: entry as Entry & SheetDraft }
}

function problemsWithBook(
  { head, currency, book }: PublicationContext,
  { institutionId, currency: sheetCurrency, scrapedAt }: ParsedSheet['head'],
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
  const last = book?.publication?.sheet.scrapedAt
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
  if (at < head.at) refuse('before-last-entry', '', beforeLastEntryMessage(at, head))
  return problems
}

/** The message for an entry that would be earlier than the book's last entry. */
export function beforeLastEntryMessage(at: Instant, head: Head): string {
  return `An entry at ${instantText(at)} would be earlier than the book's last entry, at ${instantText(head.at)}: give a later --at, or wait until this machine's clock has passed that time. To start a book earlier, register its institutions with an earlier --at.`
}
