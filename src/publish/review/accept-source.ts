import type { Attribution } from '../../domain/attribution.ts'
import type { SourceRef } from '../../domain/origin.ts'
import type { Store } from '../../store/store.ts'
import { appendDecided } from '../append-decided.ts'
import { readBook, readReviewers } from '../context-from-store.ts'
import { entryInstant, type InstantSource } from '../entry-instant.ts'
import { notRegistered } from './decide-on-hold.ts'

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
