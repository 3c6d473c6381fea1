import type { Attribution, Override, Entry, SheetDraft } from '../domain/entry.ts'
import type { Finding } from '../domain/finding.ts'
import { instantText, type Instant } from '../domain/instant.ts'
import { checkSheet } from '../gate/gate.ts'
import type { Store } from '../store/store.ts'
import { enteredSheet } from './entered-sheet.ts'
import { contextFromStore, type KnownBooks, type PublicationContext } from './context-from-store.ts'
import { entryInstant, type EntryInstant, type InstantSource } from './entry-instant.ts'
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
  | { readonly kind: 'unchanged'; readonly position: number }
  | { readonly kind: 'refused'; readonly problems: readonly InputProblem[] }
  /** Nobody gave a reason to enter the sheet in spite of the findings of the gate. */
  | { readonly kind: 'implausible'; readonly findings: readonly Finding[] }

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
    ...enteredSheet(book, sheet),
  }
  return { kind: 'published', draft }
}

/** Checks whether a sheet is plausible. A reason overrides every finding, and the entry keeps both. */
export function passGate({ book }: PublicationContext, verdict: Verdict): Verdict {
  if (verdict.kind !== 'published') return verdict
  const { draft } = verdict
  const findings = checkSheet({ sheet: draft.sheet, book })
  if (findings.length === 0) return verdict
  if (draft.reason === undefined) return { kind: 'implausible', findings }
  return { kind: 'published', draft: { ...draft, findings } }
}

/** Publishes one sheet, all or nothing. The warning is about this machine's clock. */
export async function publish(
  store: Pick<Store, 'append'>,
  parsed: ParsedSheet,
  source: InstantSource,
  details: Attribution & Pick<Override, 'reason'> = {},
  known?: KnownBooks,
): Promise<
  (
    | Exclude<Verdict, { kind: 'published' }>
    | { readonly kind: 'published'; readonly entry: Entry & SheetDraft }
  ) & { readonly warning?: string }
> {
  let verdict: DatedVerdict | undefined
  const [entry] = await store.append(async (reader) => {
    const context = await contextFromStore(reader, parsed.head.institutionId, parsed.sheet, known)
    const instant = entryInstant(source, context.head)
    const decided = decide(context, parsed, { ...details, at: instant.at, sample: false })
    verdict = withInstant(passGate(context, decided), instant)
    return verdict.kind === 'published' ? [verdict.draft] : []
  })
  if (verdict === undefined) throw new Error('The store appended without a decision.')
  if (verdict.kind !== 'published') return verdict
  const { draft: _, ...outcome } = verdict
  return { ...outcome, entry: entry as Entry & SheetDraft }
}

type DatedVerdict = Verdict & { readonly warning?: string }

/** Adds the problem or the warning of the instant. A duplicate enters nothing, so the clock does not matter. */
function withInstant(verdict: Verdict, { problem, warning }: EntryInstant): DatedVerdict {
  if (verdict.kind === 'unchanged') return verdict
  if (problem === undefined) return warning === undefined ? verdict : { ...verdict, warning }
  const problems = verdict.kind === 'refused' ? verdict.problems : []
  return { kind: 'refused', problems: [...problems, problem] }
}

/** Compares the head of a sheet with the book that it would be published in. */
export function problemsWithBook(
  { currency, book }: Pick<PublicationContext, 'currency' | 'book'>,
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
  return problems
}
