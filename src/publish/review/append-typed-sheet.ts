import type { Deciding, Draft, Entry, Holding, Publishing } from '../../domain/entry.ts'
import type { Store } from '../../store/store.ts'
import { contextFromStore, readReviewers } from '../context-from-store.ts'
import { entryInstant, type InstantSource } from '../entry-instant.ts'
import type { ReviewRules } from './decide-edit.ts'
import { decideTyped, type TypedSheet, type TypedVerdict } from './decide-typed.ts'

/** The outcome of a typed sheet. */
export type TypedOutcome =
  | { readonly kind: 'published'; readonly entry: Publishing }
  /** Another reviewer must approve it, too. */
  | { readonly kind: 'held'; readonly hold: Holding; readonly entry: Deciding }
  | Exclude<TypedVerdict, { kind: 'decided' }>

/**
 * Publishes a typed sheet. If its findings ask for two reviewers, it is held and approved by its typist, so that another reviewer
 * must approve it. The warning is about this machine's clock.
 */
export async function appendTypedSheet(
  store: Pick<Store, 'append'>,
  sheet: TypedSheet,
  source: InstantSource,
  rules: ReviewRules,
): Promise<TypedOutcome & { readonly warning?: string }> {
  const { head } = sheet.parsed
  let early: Exclude<TypedVerdict, { kind: 'decided' }> | undefined
  let warning: string | undefined
  const entries = await store.append(async (reader): Promise<readonly Draft[]> => {
    const context = {
      ...(await contextFromStore(reader, head.institutionId, sheet.parsed.sheet)),
      reviewers: await readReviewers(reader),
    }
    const { at, problem, ...instant } = entryInstant(source, context.head)
    const verdict = decideTyped(context, sheet, at, rules)
    if (verdict.kind !== 'decided') early = verdict
    else if (problem !== undefined) early = { kind: 'refused', problems: [problem] }
    if (early !== undefined || verdict.kind !== 'decided') return []
    warning = instant.warning
    return verdict.drafts
  })
  if (early !== undefined) return early
  return { ...outcomeOf(entries), ...(warning !== undefined && { warning }) }
}

function outcomeOf(entries: readonly Entry[]): TypedOutcome {
  const [first, second] = entries
  if (first?.kind === 'sheet-published') return { kind: 'published', entry: first }
  if (first?.kind === 'sheet-held' && second?.kind === 'sheet-decided')
    return { kind: 'held', hold: first, entry: second }
  throw new Error('The store appended no sheet.')
}
