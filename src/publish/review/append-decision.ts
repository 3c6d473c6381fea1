import type { Store } from '../../store/store.ts'
import type { InstantSource } from '../entry-instant.ts'
import { appendReview, type DecisionOutcome } from './append-review.ts'
import { decideOnHold, type ReviewRequest } from './decide-on-hold.ts'

/**
 * Appends a reviewer's approval or rejection of a held sheet. The last approval and the sheet are one append. An equal decision is
 * not appended again. The warning is about this machine's clock.
 */
export async function appendDecision(
  store: Pick<Store, 'append'>,
  request: ReviewRequest,
  source: InstantSource,
): Promise<DecisionOutcome & { readonly warning?: string }> {
  return appendReview(store, request.hold, source, (context, at) =>
    decideOnHold(context, request, at),
  )
}
