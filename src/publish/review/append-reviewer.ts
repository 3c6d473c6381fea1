import type { Attribution } from '../../domain/attribution.ts'
import type { Draft, Entry } from '../../domain/entry.ts'
import type { Reviewer } from '../../domain/reviewer.ts'
import type { BookReader, Store } from '../../store/store.ts'
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
  let outcome: Exclude<ReviewerOutcome, { kind: 'entered' }> | undefined
  let warning: string | undefined
  const [entry] = await store.append(async (reader): Promise<readonly Draft[]> => {
    outcome = await nothingToEnter(reader, change)
    if (outcome !== undefined) return []
    const { at, problem, ...instant } = entryInstant(source, await reader.head())
    if (problem !== undefined) {
      outcome = { kind: 'refused', problem: problem.message }
      return []
    }
    warning = instant.warning
    return [{ ...change, at, institutionId: '' }]
  })
  if (outcome !== undefined) return outcome
  if (entry === undefined) throw new Error('The store appended no entry.')
  return { kind: 'entered', entry, ...(warning !== undefined && { warning }) }
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
