import { dayLength, parseInstant, type Instant } from './instant.ts'

declare const day: unique symbol

/** A calendar day in UTC, `2026-06-09`. Days sort like strings. */
export type Day = string & { readonly [day]: true }

/** Reads a real calendar day; `undefined` for anything else. */
export function parseDay(text: string): Day | undefined {
  return parseInstant(`${text}T00:00:00Z`) === undefined ? undefined : (text as Day)
}

/** The UTC day in which an instant falls. */
export function dayOf(at: Instant): Day {
  return new Date(at).toISOString().slice(0, 10) as Day
}

/** The first instant of a day, 00:00:00Z. */
export function startOf(day: Day): Instant {
  return Date.parse(day) as Instant
}

/** The next day. */
export function dayAfter(day: Day): Day {
  return dayOf((startOf(day) + dayLength) as Instant)
}

/** The number of the UTC day in which an instant falls, counted from 1970-01-01. */
export function dayNumber(at: Instant): number {
  return Math.floor(at / dayLength)
}

/** The UTC day with a number that `dayNumber` returned. */
export function dayNumbered(number: number): Day {
  return dayOf((number * dayLength) as Instant)
}

/** The most days between two readings of a page that leave no doubt about the rates in between. */
export const longestGapDays = 31

/** Whether so much time lies between two readings that nobody knows what happened in between. */
export function isLongGap(from: number, until: number): boolean {
  return until - from > longestGapDays * dayLength
}

/** Whole days; none if the second time is not the later one, as a page is read before its rates are published. */
export function daysBetween(from: number, until: number): number {
  return Math.max(0, Math.floor((until - from) / dayLength))
}

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
