import type { Attribution, Entry, Reviewer } from '../../domain/entry.ts'
import type { BookReader, Store } from '../../store/store.ts'
import { appendDecided } from '../append-decided.ts'
import { readReviewers, readBook } from '../context-from-store.ts'
import { entryInstant, type InstantSource } from '../entry-instant.ts'
import { notRegistered } from './decide-on-hold.ts'
import type { SourceRef } from '../../domain/origin.ts'

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

/** A reviewer accepts how a version of a source definition reads the pages of an institution. */
export type Acceptance = Pick<Attribution, 'note'> & {
  readonly institutionId: string
  readonly source: SourceRef
  /** The id of the reviewer. */
  readonly by: string
}

/** The result of accepting a source definition. A refusal is a sentence for the reviewer. */
export type AcceptanceResult = { readonly warning?: string } & (
  | { readonly kind: 'accepted' | 'unchanged'; readonly position: number }
  | { readonly kind: 'refused'; readonly problem: string }
)

/** Appends that a reviewer accepts a source definition. One that was accepted already is not accepted again. */
export async function acceptSource(
  store: Pick<Store, 'append'>,
  { institutionId, ...acceptance }: Acceptance,
  instant: InstantSource,
): Promise<AcceptanceResult> {
  const done = await appendDecided<AcceptanceResult>(store, async (reader) => {
    const refuse = (problem: string) => ({ early: { kind: 'refused', problem } }) as const
    const book = await readBook(reader, institutionId)
    if (book === undefined)
      return refuse(
        `The institution ${institutionId} is not registered; see: ratebook institutions.`,
      )
    const { by, source } = acceptance
    if (!(await readReviewers(reader)).has(by)) return refuse(notRegistered(by))
    const earlier = book.entries.find(
      (one) => one.kind === 'source-accepted' && one.source.digest === source.digest,
    )
    if (earlier !== undefined) return { early: { kind: 'unchanged', position: earlier.position } }
    const { at, problem, warning } = entryInstant(instant, await reader.head())
    if (problem !== undefined) return refuse(problem.message)
    return { drafts: [{ ...acceptance, institutionId, at, kind: 'source-accepted' }], warning }
  })
  if ('early' in done) return done.early
  const [entry] = done.entries
  if (entry === undefined) throw new Error('The store appended no acceptance.')
  return { kind: 'accepted', position: entry.position, ...done.warned }
}
