import { isAhead, timeOf, type Entry } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import { believedByPosition } from './believed-sheets.ts'
import { newStanding, stand } from './fold.ts'
import type { InstitutionBook, StandingState } from './market.ts'
import { confirmationOfRate, withConfirmations, type StandingOffers } from './standing.ts'
import { confirmations } from './verifications.ts'

/**
 * The standing offers, without the confirmations and checks of entries from the future: a clock that was ahead made them.
 * A rate that only such an entry confirms keeps its time, which is in the future.
 */
export function standingNow(book: InstitutionBook, now: Instant): StandingState {
  const { entries, snapshots } = book
  const last = entries.at(-1)
  if (last === undefined || !isAhead(last.at, now)) return book
  const first = entries.find(({ at }) => isAhead(at, now)) ?? last
  const snapshot = snapshots.findLast(({ position }) => position < first.position)
  const state = { ...(snapshot ?? newStanding()) }
  const sheets = believedByPosition(entries)
  const confirms = confirmations(entries)
  for (const entry of entries) {
    if (entry.position <= (snapshot?.position ?? 0)) continue
    const { standing, checkedAt } = state
    const isFuture = isAhead(readAt(entry), now)
    if (isFuture && entry.kind !== 'sheet-published') continue
    stand(state, entry, sheets.get(entry.position), confirms)
    if (isFuture) {
      state.standing = withEarlierConfirmations(state.standing, standing)
      state.checkedAt = checkedAt ?? state.checkedAt
    } else if (entry.kind === 'sheet-published') {
      state.standing = withoutFuture(state.standing, entry.position, now)
    }
  }
  return state
}

/** When the page was read for an entry. A mirror lacks the bodies of held sheets, so only their instants count. */
export function readAt(entry: Entry): Instant {
  if (entry.kind === 'sheet-published') return entry.sheet.scrapedAt
  return entry.kind === 'sheet-held' ? entry.at : timeOf(entry)
}

/** The standing offers after a sheet. It confirms the offers that it lists, also those that only an entry from the future confirmed. */
function withoutFuture(after: StandingOffers, position: number, now: Instant): StandingOffers {
  return withConfirmations(after, (at, _, terms) =>
    terms.position === position && isAhead(at, now) ? terms.scrapedAt : at,
  )
}

/** What stands, with the earlier confirmations of the tiers that had the same rate. */
function withEarlierConfirmations(after: StandingOffers, before: StandingOffers): StandingOffers {
  return withConfirmations(
    after,
    (at, offer, _, key) => confirmationOfRate(before.get(key), offer) ?? at,
  )
}
