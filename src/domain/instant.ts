declare const instant: unique symbol

/** A moment in UTC, in milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number & { readonly [instant]: true }

/** Before any rate that is tracked: an instant that is earlier is a misprint, which an append-only book could not undo. */
export const earliestInstant = Date.UTC(1900) as Instant

/** Milliseconds in a UTC day; there are no leap seconds in this count. */
export const dayLength = 86_400_000

const grammar = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/

/** Reads `2026-06-09T00:00:00Z`, with up to three digits of a second; `undefined` for anything else, a 31 February too. */
export function parseInstant(text: string): Instant | undefined {
  if (!grammar.test(text)) return undefined
  const milliseconds = Date.parse(text)
  if (Number.isNaN(milliseconds)) return undefined
  // The engine takes 2026-02-31 for 3 March and 24:00 for the next day: of those, only what prints back is real.
  const mayBeAnother = text.slice(8, 10) > '28' || text.slice(11, 13) === '24'
  if (mayBeAnother && new Date(milliseconds).toISOString().slice(0, 19) !== text.slice(0, 19)) {
    return undefined
  }
  return milliseconds as Instant
}

/** The instant in ISO 8601, whole seconds without a fraction: `2026-06-09T00:00:00Z`. */
export function instantText(at: Instant): string {
  return new Date(at).toISOString().replace('.000Z', 'Z')
}

/** An instant, or the clock that tells it once the book is held: whoever waited for the book is then not too late for it. */
export type When = Instant | (() => Instant)

/** The instant that it is. */
export function instantOf(when: When): Instant {
  return typeof when === 'function' ? when() : when
}

/** The instant `milliseconds` after `at`. */
export function after(at: Instant, milliseconds: number): Instant {
  return (at + milliseconds) as Instant
}
