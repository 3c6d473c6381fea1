import type { Attribution, Override } from '../../domain/attribution.ts'
import { text } from '../fields.ts'
import { collectProblems, problemLine } from '../problem.ts'

/** Why the remark or the reason of a reviewer cannot be kept, as a sentence; `undefined` if both can. */
export function textRefusal({
  note,
  reason,
}: Pick<Attribution & Override, 'note' | 'reason'>): string | undefined {
  const { problems, refuse } = collectProblems()
  if (reason !== undefined) text(reason, 'reason', refuse)
  if (note !== undefined) text(note, 'note', refuse)
  return problems[0] && problemLine(problems[0])
}
