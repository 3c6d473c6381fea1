import type { Draft, Entry, Head } from '../domain/entry.ts'
import { instantOf, instantText, type Instant, type When } from '../domain/instant.ts'
import type { Store } from '../store/store.ts'
import { diff } from './diff.ts'
import { contextFromStore } from './context-from-store.ts'
import { collectProblems, type InputProblem } from './problem.ts'
import type { PublicationContext } from './publication-context.ts'
import type { ParsedSheet } from './read-sheet.ts'

type SheetDraft = Extract<Draft, { kind: 'sheet-published' }>

/** The outcome of publishing a sheet. */
export type Verdict =
  | { readonly kind: 'published'; readonly draft: SheetDraft }
  | { readonly kind: 'unchanged'; readonly position: number }
  | { readonly kind: 'refused'; readonly problems: readonly InputProblem[] }

/** Validates a sheet against the book and computes the entry to append. Pure, so `fill` and `audit` share it. */
export function decide(
  context: PublicationContext,
  parsed: ParsedSheet,
  at: Instant,
  sample: boolean,
): Verdict {
  const { sheet } = parsed
  const { institution, duplicateOf } = context
  if (duplicateOf !== undefined) return { kind: 'unchanged', position: duplicateOf }
  const problems = [...parsed.problems, ...problemsWithBook(context, parsed.head, at)]
  if (problems.length > 0 || sheet === undefined || institution === undefined) {
    return { kind: 'refused', problems }
  }
  return { kind: 'published', draft: diff(institution, sheet, at, sample) }
}

/** Publishes one sheet, all or nothing. */
export async function publish(
  store: Pick<Store, 'append'>,
  parsed: ParsedSheet,
  when: When,
): Promise<
  Exclude<Verdict, { kind: 'published' }> | { kind: 'published'; entry: Entry & SheetDraft }
> {
  let verdict: Verdict | undefined
  const [entry] = await store.append(async (reader) => {
    const context = await contextFromStore(reader, parsed.head.institutionId, parsed.sheet)
    verdict = decide(context, parsed, instantOf(when), false)
    return verdict.kind === 'published' ? [verdict.draft] : []
  })
  if (verdict === undefined) throw new Error('The store appended without a decision.')
  if (verdict.kind !== 'published') return verdict
  return { kind: 'published', entry: entry as Entry & SheetDraft }
}

function problemsWithBook(
  { head, currency, institution }: PublicationContext,
  { institutionId, currency: sheetCurrency, scrapedAt }: ParsedSheet['head'],
  at: Instant,
): readonly InputProblem[] {
  const { problems, refuse } = collectProblems()
  if (institutionId !== undefined && institution === undefined) {
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
  const last = institution?.publication?.sheet.scrapedAt
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
