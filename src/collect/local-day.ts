import type { Day } from '../domain/day.ts'
import type { Instant } from '../domain/instant.ts'

/** The calendar day of an instant in a time zone of the IANA database. */
export function localDay(timezone: string, at: Instant): Day {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    calendar: 'iso8601',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at)
  const part = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}` as Day
}
