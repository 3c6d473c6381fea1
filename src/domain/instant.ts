declare const instant: unique symbol

/** A time in UTC, in milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number & { readonly [instant]: true }

/** An earlier instant is refused as a misprint, because nobody could remove it from an append-only book. */
export const earliestInstant = Date.UTC(1900) as Instant

/** Milliseconds in a UTC day; leap seconds are not counted. */
export const dayLength = 86_400_000

/** The pattern of an instant. Not every text that matches is a day that exists. */
export const instantPattern = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:[0-5]\d(?:\.\d{1,3})?Z$`

const grammar = new RegExp(instantPattern)

/** Reads `2026-06-09T00:00:00Z`, with or without milliseconds; `undefined` for other formats and for days that do not exist. */
export function parseInstant(text: string): Instant | undefined {
  if (!grammar.test(text)) return undefined
  const milliseconds = Date.parse(text)
  if (Number.isNaN(milliseconds)) return undefined
  // `Date.parse` accepts 2026-02-31 as 3 March and 24:00 as the next day. A valid instant prints unchanged.
  const mayHaveMoved = text.slice(8, 10) > '28' || text.slice(11, 13) === '24'
  if (mayHaveMoved && new Date(milliseconds).toISOString().slice(0, 19) !== text.slice(0, 19)) {
    return undefined
  }
  return milliseconds as Instant
}

/** Like `parseInstant`, and also reads a time with an offset that clocks have, such as `2026-06-09T03:00:00+03:00`. */
export function parseInstantWithOffset(text: string): Instant | undefined {
  const match = /^(.+)([+-])(\d{2}:\d{2})$/.exec(text)
  if (match === null) return parseInstant(text)
  const [, local = '', sign, difference = ''] = match
  const at = parseInstant(`${local}Z`)
  const offset = parseInstant(`1970-01-01T${difference}:00Z`)
  const hours = sign === '+' ? 14 : 12
  if (at === undefined || offset === undefined || offset > hours * 3_600_000) return undefined
  return (sign === '+' ? at - offset : at + offset) as Instant
}

/** The instant in ISO 8601, whole seconds without a fraction: `2026-06-09T00:00:00Z`. */
export function instantText(at: Instant): string {
  const text = new Date(at).toISOString()
  return at % 1000 === 0 ? `${text.slice(0, -5)}Z` : text
}

/** The instant `milliseconds` after `at`. */
export function after(at: Instant, milliseconds: number): Instant {
  return (at + milliseconds) as Instant
}

/** Whether a text names a time zone of the IANA database. Offsets such as +03:00 are not names. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions()
    return true
  } catch {
    return false
  }
}
