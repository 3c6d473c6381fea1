import type { Draft, Entry, Head } from '../domain/entry.ts'
import { instantOf, instantText, type Instant, type When } from '../domain/instant.ts'
import type { Store } from '../store/store.ts'
import { diff } from './diff.ts'
import { groundOf, type Ground } from './ground.ts'
import { collectProblems, type Problem } from './problem.ts'
import type { SheetReading } from './read-sheet.ts'

type Publishing = Extract<Draft, { kind: 'sheet-published' }>

/** What publishing a sheet comes to. */
export type Verdict =
  | { readonly kind: 'published'; readonly draft: Publishing }
  | { readonly kind: 'unchanged'; readonly position: number }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }

/** Decides what a sheet is to a book: pure, so that `--dry-run` decides the same. */
export function decide(
  ground: Ground,
  reading: SheetReading,
  at: Instant,
  sample: boolean,
): Verdict {
  const { sheet } = reading
  const { known, twin } = ground
  if (twin !== undefined) return { kind: 'unchanged', position: twin }
  const problems = [...reading.problems, ...againstBook(ground, reading.head, at)]
  if (problems.length > 0 || sheet === undefined || known === undefined) {
    return { kind: 'refused', problems }
  }
  return { kind: 'published', draft: diff(known, sheet, at, sample) }
}

/** Publishes one sheet, all or nothing, and says what came of it. Samples come in another way (`cli/fill.ts`). */
export async function publish(
  store: Pick<Store, 'append'>,
  reading: SheetReading,
  when: When,
): Promise<
  Exclude<Verdict, { kind: 'published' }> | { kind: 'published'; entry: Entry & Publishing }
> {
  let verdict: Verdict | undefined
  const [entry] = await store.append(async (reader) => {
    const ground = await groundOf(reader, reading.head.institutionId, reading.sheet)
    verdict = decide(ground, reading, instantOf(when), false)
    return verdict.kind === 'published' ? [verdict.draft] : []
  })
  if (verdict === undefined) throw new Error('The store appended without a decision.')
  if (verdict.kind !== 'published') return verdict
  return { kind: 'published', entry: entry as Entry & Publishing }
}

function againstBook(
  { head, currency, known }: Ground,
  { institutionId, currency: given, scrapedAt }: SheetReading['head'],
  at: Instant,
): readonly Problem[] {
  const { problems, refuse } = collectProblems()
  if (institutionId !== undefined && known === undefined) {
    refuse(
      'unregistered',
      'institution_id',
      `The institution ${institutionId} is not registered; register it first: ratebook register FILE.`,
    )
  }
  if (given !== undefined && currency !== undefined && given !== currency) {
    refuse(
      'other-currency',
      'currency',
      `The currency ${given} is not the book's, ${currency}; one book has one currency.`,
    )
  }
  const last = known?.publication?.sheet.scrapedAt
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
  if (at < head.at) refuse('before-last-entry', '', lateMessage(at, head))
  return problems
}

/** Why nothing can be entered at an instant before the book's last. */
export function lateMessage(at: Instant, head: Head): string {
  return `An entry at ${instantText(at)} would stand before the book's last entry, at ${instantText(head.at)}: give a later --at, or wait until this machine's clock has passed that. A book that is to begin earlier needs its institutions registered with an earlier --at.`
}
