import { dayNumber } from '../domain/day.ts'
import type { InstitutionType } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import { longestGapDays } from '../domain/longest-gap.ts'
import type { Terms } from '../domain/offer.ts'
import type { InstitutionBook, Market } from '../market/market.ts'
import { retractedIn, retractedVerifications } from '../market/published-state.ts'
import { seriesOf } from './rate-history.ts'

/** Days on which nobody knows whether a rate stood, from `from` up to, but not including, `until`. They count from 1970-01-01. */
export type UnreadDays = { readonly from: number; readonly until: number }

/**
 * The days that lie in more than 31 days without a reading of any institution that has offered some terms: of one type, as
 * registered now. A reading is a rate sheet, when it was read, or a verification.
 */
export function unreadDays(
  { institutions, at }: Market,
  terms: Terms,
  type: InstitutionType,
  now: Instant,
): readonly UnreadDays[] {
  const ofGroup = [...institutions.values()].filter(
    (book) => book.institution.type === type && seriesOf(book, terms).length > 0,
  )
  const days = [...new Set(ofGroup.flatMap(readingDays))].toSorted((a, b) => a - b)
  const tomorrow = dayNumber(now > at ? now : at) + 1
  return days.flatMap((day, index) => {
    const next = days[index + 1] ?? tomorrow
    return next - day > longestGapDays ? [{ from: day + 1, until: next }] : []
  })
}

/** The days on which the page of an institution was read; retracted sheets and their verifications do not count. */
function readingDays({ entries }: InstitutionBook): readonly number[] {
  const retracted = retractedIn(entries)
  const ignored = retractedVerifications(entries, retracted)
  return entries.flatMap((entry) => {
    if (ignored.has(entry.position)) return []
    if (entry.kind === 'rates-verified') return [dayNumber(entry.at)]
    if (entry.kind !== 'sheet-published' || retracted.has(entry.position)) return []
    return [dayNumber(entry.sheet.scrapedAt)]
  })
}
