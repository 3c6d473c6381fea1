import type { Deciding, Entry, Publishing } from '../../domain/entry.ts'
import type { Store } from '../../store/store.ts'
import { contextFromStore, readReviewers } from '../context-from-store.ts'
import { entryInstant, type InstantSource } from '../entry-instant.ts'
import {
  decideOnHold,
  holdAt,
  notAHold,
  type ReviewRequest,
  type ReviewVerdict,
} from './decide-on-hold.ts'

/** The outcome of a reviewer's decision. */
export type DecisionOutcome =
  /** `published` is absent if the sheet was rejected, or another reviewer must approve it, too. */
  | { readonly kind: 'decided'; readonly entry: Deciding; readonly published?: Publishing }
  /** The reviewer has decided the same at this position. */
  | { readonly kind: 'unchanged'; readonly position: number }
  | { readonly kind: 'refused'; readonly problem: string }

/**
 * Appends a reviewer's decision about a held sheet. The last approval and the sheet are one append, compared with what stands once
 * the write lock is held. An equal decision is not appended again. The warning is about this machine's clock.
 */
export async function appendDecision(
  store: Pick<Store, 'append'>,
  request: ReviewRequest,
  source: InstantSource,
): Promise<DecisionOutcome & { readonly warning?: string }> {
  let outcome: Exclude<DecisionOutcome, { kind: 'decided' }> | undefined
  let warning: string | undefined
  const [entry, published] = await store.append(async (reader) => {
    const held = await reader.entryAt(request.hold)
    if (held?.kind !== 'sheet-held') {
      outcome = { kind: 'refused', problem: notAHold(request.hold) }
      return []
    }
    const context = {
      ...(await contextFromStore(reader, held.institutionId, held.sheet)),
      reviewers: await readReviewers(reader),
    }
    const earlier = holdAt(context, request.hold)?.decisions.find(
      ({ by, decision }) => by === request.by && decision === request.decision,
    )
    if (earlier !== undefined) {
      outcome = { kind: 'unchanged', position: earlier.position }
      return []
    }
    const { at, problem, ...instant } = entryInstant(source, context.head)
    const verdict: ReviewVerdict =
      problem === undefined
        ? decideOnHold(context, request, at)
        : { kind: 'refused', problem: problem.message }
    if (verdict.kind === 'refused') {
      outcome = verdict
      return []
    }
    warning = instant.warning
    return verdict.drafts.filter((draft) => draft !== undefined)
  })
  const warned = warning === undefined ? {} : { warning }
  if (outcome !== undefined) return outcome
  return { kind: 'decided', entry: entry as Deciding, ...publishedAs(published), ...warned }
}

function publishedAs(entry: Entry | undefined): { published?: Publishing } {
  return entry?.kind === 'sheet-published' ? { published: entry } : {}
}
