import type { Deciding, Entry, Holding, Publishing } from '../../domain/entry.ts'
import type { Store } from '../../store/store.ts'
import { appendDecided } from '../append-decided.ts'
import { contextFromStore, readReviewers } from '../context-from-store.ts'
import { entryInstant, type InstantSource } from '../entry-instant.ts'
import type { ReviewRules } from './decide-edit.ts'
import { decideTyped, type TypedSheet, type TypedVerdict } from './decide-typed.ts'

/** The outcome of a typed sheet. */
export type TypedOutcome =
  | { readonly kind: 'published'; readonly entry: Publishing }
  /** Another reviewer must approve it, too. */
  | { readonly kind: 'held'; readonly hold: Holding; readonly entry: Deciding }
  | Exclude<TypedVerdict, { kind: 'decided' }>

/**
 * Publishes a typed sheet. If its findings ask for two reviewers, it is held and approved by its typist, so that another reviewer
 * must approve it. The warning is about this machine's clock.
 */
export async function appendTypedSheet(
  store: Pick<Store, 'append'>,
  sheet: TypedSheet,
  source: InstantSource,
  rules: ReviewRules,
): Promise<TypedOutcome & { readonly warning?: string }> {
  const { head } = sheet.parsed
  const done = await appendDecided<Exclude<TypedVerdict, { kind: 'decided' }>>(
    store,
    async (reader) => {
      const context = {
        ...(await contextFromStore(reader, head.institutionId, sheet.parsed.sheet)),
        reviewers: await readReviewers(reader),
      }
      const { at, problem, warning } = entryInstant(source, context.head)
      const verdict = decideTyped(context, sheet, at, rules)
      if (verdict.kind !== 'decided') return { early: verdict }
      if (problem !== undefined) return { early: { kind: 'refused', problems: [problem] } }
      return { drafts: verdict.drafts, warning }
    },
  )
  return 'early' in done ? done.early : { ...outcomeOf(done.entries), ...done.warned }
}

function outcomeOf(entries: readonly Entry[]): TypedOutcome {
  const [first, second] = entries
  if (first?.kind === 'sheet-published') return { kind: 'published', entry: first }
  if (first?.kind === 'sheet-held' && second?.kind === 'sheet-decided')
    return { kind: 'held', hold: first, entry: second }
  throw new Error('The store appended no sheet.')
}
