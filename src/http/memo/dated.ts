import type { Payload } from '../message/body.ts'
import { createHttpDate } from '../message/http-date.ts'
import type { WireText } from './wire.ts'

/** The bytes of a whole response, with the date of a second in them. */
export type Dated = {
  /** Where the date stands. */
  readonly dateAt: number
  bytes: Buffer
  second: number
}

/** The text of the `Date` header at an instant. */
export const dateOf = createHttpDate()

/** A response whose date is yet to be written. */
export function undated([beforeDate, afterDate]: WireText, body: Payload): Dated {
  const head = beforeDate + dateOf(0) + afterDate
  const bytes = Buffer.allocUnsafeSlow(head.length + body.length)
  bytes.write(head, 0, 'latin1')
  body.writeTo(bytes, head.length)
  return { dateAt: beforeDate.length, bytes, second: 0 }
}

/** The bytes with the date of an instant. */
export function bytesAt(dated: Dated, at: number): Buffer {
  const second = Math.floor(at / 1000)
  if (dated.second !== second) {
    // A new buffer: the old one may still be on its way to a slow reader.
    dated.bytes = copyOf(dated.bytes)
    dated.bytes.write(dateOf(at), dated.dateAt, 'latin1')
    dated.second = second
  }
  return dated.bytes
}

/** The same bytes in memory of their own. */
export function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}
