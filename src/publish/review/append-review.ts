import type { Deciding, Draft, Entry, Publishing } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import type { BookReader, Store } from '../../store/store.ts'
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
  let early: Exclude<DecisionOutcome, { kind: 'decided' }> | undefined
  let warning: string | undefined
  const entries = await store.append(async (reader): Promise<readonly Draft[]> => {
    const context = await reviewContext(reader, hold)
    if (context === undefined) {
      early = { kind: 'refused', problem: notAHold(hold) }
      return []
    }
    const { at, problem, ...instant } = entryInstant(source, context.head)
    const verdict = decide(context, at)
    if (verdict.kind !== 'unchanged' && problem !== undefined)
      early = { kind: 'refused', problem: problem.message }
    else if (verdict.kind !== 'decided') early = verdict
    if (early !== undefined || verdict.kind !== 'decided') return []
    warning = instant.warning
    return verdict.drafts
  })
  if (early !== undefined) return early
  return { ...decidedBy(entries), ...(warning !== undefined && { warning }) }
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
