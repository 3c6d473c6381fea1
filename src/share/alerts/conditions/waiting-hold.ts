import { timeOf, isAhead } from '../../../domain/entry.ts'
import { after, type Instant } from '../../../domain/instant.ts'
import { runOf } from '../../../book/market/runs.ts'
import { holdsOf, type Hold } from '../../../book/market/holds.ts'
import type { InstitutionBook } from '../../../book/market/market.ts'
import { momentText, alertLimits, type Alert } from './alert.ts'

/** A held sheet waits for longer than a day, or nobody knows for how long, because it is dated in the future. */
export function waitingHold(book: InstitutionBook, now: Instant): readonly Alert[] {
  const held = heldSince(book)
  if (held === undefined) return []
  const since = after(held.since, alertLimits.holdAge)
  if (now < since && !isAhead(held.since, now)) return []
  const { id, name } = book.institution
  return [
    {
      kind: 'hold-waits',
      institutionId: id,
      since,
      sentence: `Rates of ${name} wait for a reviewer since ${momentText(held.since)}.`,
      whatToDo: `Decide about them: ratebook review show ${held.hold.entry.position}`,
    },
  ]
}

/**
 * The open hold, and since when rates of the institution have been held without a break. A page that changes every day replaces
 * its hold every day, but a person has waited for none of them.
 */
function heldSince(
  book: InstitutionBook,
): { readonly hold: Hold; readonly since: Instant } | undefined {
  const holds = holdsOf(book)
  const hold = holds.at(-1)
  if (hold?.state !== 'open') return undefined
  const listedAgain = book.entries.findLast(
    (entry) => entry.kind === 'rates-verified' && runOf(entry) !== undefined,
  )
  const breaks = holds.findLastIndex(
    ({ state, entry }, index) =>
      index < holds.length - 1 &&
      (state !== 'replaced' || entry.position < (listedAgain?.position ?? 0)),
  )
  return { hold, since: timeOf((holds[breaks + 1] ?? hold).entry) }
}
