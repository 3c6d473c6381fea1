import { canonicalJson } from '../../domain/canonical-json.ts'
import { capturesBody, originBody } from '../../domain/body-parts.ts'
import { bodyOf } from '../../domain/entry-body.ts'
import type { Publishing } from '../../domain/entry.ts'
import type { Hold } from '../../market/collection.ts'
import { problemLine } from '../problem.ts'
import { decide } from '../publish.ts'
import { readSheet } from '../read-sheet.ts'
import { holdAt } from '../review/decide-on-hold.ts'
import { serializeSheet } from '../serialize.ts'
import type { AuditContext } from './audit-context.ts'
import { detailsOf } from './details.ts'
import { differenceInOrigin, differenceInTypedFrom } from './origin.ts'

/** Publishes the sheet again on the book before it; the result must equal the entry. */
export function differenceInSheet(
  context: AuditContext,
  entry: Publishing,
  body: string,
): string | undefined {
  const { at, sample, origin, typedFrom, hold: position } = entry
  const hold = position === undefined ? undefined : holdAt(context, position)
  const problem =
    position === undefined
      ? ((origin && differenceInOrigin(context, entry, entry.sheet.offers)) ??
        differenceInTypedFrom(entry))
      : differenceInApproval(context, entry, hold)
  if (problem !== undefined) return problem
  const details = {
    ...detailsOf(entry),
    at,
    sample,
    ...(origin !== undefined && { origin }),
    ...(typedFrom !== undefined && { typedFrom }),
    ...(position !== undefined && { hold: position }),
  }
  // An approved sheet is the held one: publishing may only keep earlier printings.
  const sheet = hold?.entry.sheet ?? entry.sheet
  const verdict = decide(context, readSheet(serializeSheet(sheet)), details)
  if (verdict.kind === 'refused') return verdict.problems.map(problemLine).join(' ')
  if (verdict.kind === 'published' && bodyOf(verdict.draft) === body) return undefined
  if (hold !== undefined) return `It is not the sheet that was held at position ${position}.`
  return verdict.kind === 'published' &&
    canonicalJson(verdict.draft.changes) !== canonicalJson(entry.changes)
    ? 'Its changes are not the differences between the sheet and the offers that stood before it.'
    : 'Publishing the sheet would enter it differently: a value has another printing, or a field was added.'
}

/** Checks that the entry before a sheet approved it, and that its figures come from where those of the held one do. */
function differenceInApproval(
  { approved }: AuditContext,
  entry: Publishing,
  hold: Hold | undefined,
): string | undefined {
  const { hold: position } = entry
  if (hold === undefined || position !== approved)
    return `The entry before it does not approve a sheet that was held at position ${position}.`
  return pagesText(entry) === pagesText(hold.entry)
    ? undefined
    : `Its origin is not that of the sheet held at position ${position}.`
}

function pagesText({ origin, typedFrom }: Pick<Publishing, 'origin' | 'typedFrom'>): string {
  return canonicalJson({
    origin: origin && originBody(origin),
    typedFrom: typedFrom && capturesBody(typedFrom),
  })
}
