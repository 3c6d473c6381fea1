import { after, dayLength, type Instant } from '../../../domain/instant.ts'
import type { InstitutionBook } from '../../../book/market/market.ts'
import { freshnessOf } from '../../../book/query/freshness.ts'
import { momentText, alertLimits, type Alert, type ExplainedSince } from './alert.ts'

/** Most of the time until the standing rates are stale has passed without a verification, and nothing else explains it. */
export function unverified(
  book: InstitutionBook,
  now: Instant,
  explained: ExplainedSince,
): readonly Alert[] {
  const { id, name, staleAfterDays } = book.institution
  const found = book.standing.size === 0 ? undefined : freshnessOf(book, now)
  if (found === undefined) return []
  const { verifiedAt } = found
  const time = staleAfterDays * dayLength
  const since = after(verifiedAt, Math.ceil((time * alertLimits.unverifiedPercent) / 100))
  if (now < since || since >= (explained.get(id) ?? Infinity)) return []
  return [
    {
      kind: 'unverified',
      institutionId: id,
      since,
      sentence: `The oldest offer of ${name} was last verified at ${momentText(verifiedAt)}, and is stale from ${momentText(after(verifiedAt, time))} on.`,
      whatToDo: `Read its page. If it shows the published rates: ratebook verify ${id}; otherwise publish a rate sheet.`,
    },
  ]
}
