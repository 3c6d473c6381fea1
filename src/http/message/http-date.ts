import { remembering } from './remembering.ts'

/** Writes instants as headers have them (RFC 9110, section 5.6.7), to the second. The last one is kept: most answers in a row have the same. */
export function createHttpDate(): (instant: number) => string {
  const textOf = remembering((second: number) => new Date(second * 1000).toUTCString())
  return (instant) => textOf(Math.floor(instant / 1000))
}
