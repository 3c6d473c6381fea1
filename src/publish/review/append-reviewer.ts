import type { Attribution } from '../../domain/attribution.ts'
import type { Entry } from '../../domain/entry.ts'
import type { Reviewer } from '../../domain/reviewer.ts'
import type { BookReader, Store } from '../../store/store.ts'
import { appendDecided } from '../append-decided.ts'
import { readReviewers } from '../context-from-store.ts'
import { entryInstant, type InstantSource } from '../entry-instant.ts'
import { notRegistered } from './decide-on-hold.ts'

/** A change of the list of reviewers. */
export type ReviewerChange = Attribution &
  (
    | { readonly kind: 'reviewer-registered'; readonly reviewer: Reviewer }
    | { readonly kind: 'reviewer-removed'; readonly reviewer: Pick<Reviewer, 'id'> }
  )

/** The outcome of a change of the list of reviewers. */
export type ReviewerOutcome =
  | { readonly kind: 'entered'; readonly entry: Entry }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly problem: string }

/**
 * Registers or removes a reviewer. A reviewer who is registered with that name already, or was removed already, makes no entry.
 * The warning is about this machine's clock.
 */
export async function appendReviewer(
  store: Pick<Store, 'append'>,
  change: ReviewerChange,
  source: InstantSource,
): Promise<ReviewerOutcome & { readonly warning?: string }> {
  const done = await appendDecided<Exclude<ReviewerOutcome, { kind: 'entered' }>>(
    store,
    async (reader) => {
      const early = await nothingToEnter(reader, change)
      if (early !== undefined) return { early }
      const { at, problem, warning } = entryInstant(source, await reader.head())
      if (problem !== undefined) return { early: { kind: 'refused', problem: problem.message } }
      return { drafts: [{ ...change, at, institutionId: '' }], warning }
    },
  )
  if ('early' in done) return done.early
  const [entry] = done.entries
  if (entry === undefined) throw new Error('The store appended no entry.')
  return { kind: 'entered', entry, ...done.warned }
}

async function nothingToEnter(
  reader: BookReader,
  { kind, reviewer }: ReviewerChange,
): Promise<Exclude<ReviewerOutcome, { kind: 'entered' }> | undefined> {
  const { id } = reviewer
  const registered = (await readReviewers(reader)).get(id)
  if (kind === 'reviewer-registered')
    return registered?.name === reviewer.name ? { kind: 'unchanged' } : undefined
  if (registered !== undefined) return undefined
  return (await wasRemoved(reader, id))
    ? { kind: 'unchanged' }
    : { kind: 'refused', problem: notRegistered(id) }
}

async function wasRemoved(reader: BookReader, id: string): Promise<boolean> {
  for await (const entries of reader.entriesOf('', 'reviewer-removed')) {
    const isSame = (entry: Entry) => entry.kind === 'reviewer-removed' && entry.reviewer.id === id
    if (entries.some(isSame)) return true
  }
  return false
}
