import type { Store } from '../../store/store.ts'
import type { InstantSource } from '../entry-instant.ts'
import { appendReview, type DecisionOutcome } from './append-review.ts'
import { decideEdit, type EditRequest, type ReviewRules } from './decide-edit.ts'

/**
 * Appends a reviewer's edit of a held sheet. The edited sheet, the approval and, if no other reviewer has to approve it, the
 * published sheet are one append. An equal edit is not appended again. The caller has proven the cells (`collect/prove-edits.ts`).
 * The warning is about this machine's clock.
 */
export async function appendEdit(
  store: Pick<Store, 'append'>,
  request: EditRequest,
  source: InstantSource,
  rules: ReviewRules,
): Promise<DecisionOutcome & { readonly warning?: string }> {
  return appendReview(store, request.hold, source, (context, at) =>
    decideEdit(context, request, at, rules),
  )
}
