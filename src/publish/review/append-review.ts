import type { Deciding, Entry, Publishing } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import type { BookReader, Store } from '../../store/store.ts'
import { appendDecided } from '../append-decided.ts'
import { contextFromStore, readReviewers } from '../context-from-store.ts'
import { entryInstant, type InstantSource } from '../entry-instant.ts'
import { notAHold, type ReviewContext, type ReviewVerdict } from './decide-on-hold.ts'

/** The outcome of a reviewer's decision. */
export type DecisionOutcome =
  /** `published` is absent if the sheet was rejected, or another reviewer must approve it, too. */
  | { readonly kind: 'decided'; readonly entry: Deciding; readonly published?: Publishing }
  /** The reviewer has decided the same at this position. */
  | { readonly kind: 'unchanged'; readonly position: number }
  | { readonly kind: 'refused'; readonly problem: string }

/**
 * Appends what a reviewer decides about a held sheet. All entries are one append, computed from what stands once the write lock is
 * held. The warning is about this machine's clock.
 */
export async function appendReview(
  store: Pick<Store, 'append'>,
  hold: number,
  source: InstantSource,
  decide: (context: ReviewContext, at: Instant) => ReviewVerdict,
): Promise<DecisionOutcome & { readonly warning?: string }> {
  const done = await appendDecided<Exclude<DecisionOutcome, { kind: 'decided' }>>(
    store,
    async (reader) => {
      const context = await reviewContext(reader, hold)
      if (context === undefined) return { early: { kind: 'refused', problem: notAHold(hold) } }
      const { at, problem, warning } = entryInstant(source, context.head)
      const verdict = decide(context, at)
      // An equal decision enters nothing, so the clock does not matter.
      if (verdict.kind === 'unchanged') return { early: verdict }
      if (problem !== undefined) return { early: { kind: 'refused', problem: problem.message } }
      return verdict.kind === 'decided' ? { drafts: verdict.drafts, warning } : { early: verdict }
    },
  )
  return 'early' in done ? done.early : { ...decidedBy(done.entries), ...done.warned }
}

/** The context of a held sheet; `undefined` if the position has none. */
async function reviewContext(reader: BookReader, hold: number): Promise<ReviewContext | undefined> {
  const held = await reader.entryAt(hold)
  if (held?.kind !== 'sheet-held') return undefined
  return {
    ...(await contextFromStore(reader, held.institutionId, held.sheet)),
    reviewers: await readReviewers(reader),
  }
}

/** The outcome of appended entries. */
function decidedBy(entries: readonly Entry[]): Extract<DecisionOutcome, { kind: 'decided' }> {
  const entry = entries.find(({ kind }) => kind === 'sheet-decided')
  const published = entries.find((one): one is Publishing => one.kind === 'sheet-published')
  if (entry?.kind !== 'sheet-decided') throw new Error('The store appended no decision.')
  return { kind: 'decided', entry, ...(published !== undefined && { published }) }
}
