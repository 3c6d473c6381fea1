import { dayLength, parseInstant, type Instant } from './instant.ts'

declare const day: unique symbol

/** A calendar day in UTC, `2026-06-09`; days sort as texts. */
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

/** The day that follows. */
export function dayAfter(day: Day): Day {
  return dayOf((startOf(day) + dayLength) as Instant)
}
