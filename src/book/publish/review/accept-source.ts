import type { Attribution, Entry } from '../../../domain/entry.ts'
import type { SourceRef } from '../../../domain/origin.ts'
import { append, type AppendDecision, type Appender } from '../append.ts'
import { readBook, readReviewers } from '../context-from-store.ts'
import type { ClockWarning, EntryClock } from '../entry-instant.ts'
import { notRegistered } from './decide-on-hold.ts'

/** A reviewer accepts how a version of a source definition reads the pages of an institution. */
type Acceptance = Pick<Attribution, 'note'> & {
  readonly institutionId: string
  readonly source: SourceRef
  /** The id of the reviewer. */
  readonly by: string
}

/** The result of accepting a source definition. A refusal is a sentence for the reviewer. */
type AcceptanceResult = ClockWarning &
  (
    | { readonly kind: 'accepted' | 'unchanged'; readonly position: number }
    | { readonly kind: 'refused'; readonly problem: string }
  )

/** Appends that a reviewer accepts a source definition. One that was accepted already is not accepted again. */
export async function acceptSource(
  store: Appender,
  acceptance: Acceptance,
  clock: EntryClock,
): Promise<AcceptanceResult> {
  const done = await append(
    store,
    clock,
    async (reader) => ({
      book: await readBook(reader, acceptance.institutionId),
      reviewers: await readReviewers(reader),
    }),
    ({ book, reviewers }, { at, problem }): AppendDecision<AcceptanceResult> => {
      const { institutionId, by, source } = acceptance
      const refuse = (sentence: string) =>
        ({ report: { kind: 'refused', problem: sentence } }) as const
      if (book === undefined)
        return refuse(
          `The institution ${institutionId} is not registered; see: ratebook institutions.`,
        )
      if (!reviewers.has(by)) return refuse(notRegistered(by))
      const earlier = book.entries.find(
        (one) => one.kind === 'source-accepted' && one.source.digest === source.digest,
      )
      if (earlier !== undefined)
        return { report: { kind: 'unchanged', position: earlier.position } }
      if (problem !== undefined) return refuse(problem.message)
      return { drafts: [{ ...acceptance, at, kind: 'source-accepted' }] }
    },
  )
  if ('report' in done) return done.report
  return { kind: 'accepted', position: (done.entries[0] as Entry).position, ...done.warned }
}
