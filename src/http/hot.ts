import { isWithin, type Span } from '../query/span.ts'
import type { Instant } from '../domain/instant.ts'
import type { Answered, Uses } from './answers.ts'
import { bounded } from './bounded.ts'
import { steadySpan } from './content.ts'
import { copyOf, type Dated } from './dated.ts'
import { areSame, viewed, type Viewed } from './head-number.ts'
import type { Told } from './observation.ts'
import { ownText } from './own-text.ts'

/** A response and the head that asked for it; of its answer no more than how often it was asked for, for that may be large. */
type Hot = Dated & {
  readonly head: Viewed
  /** The time in which the response stays the same. */
  readonly span: Span
  readonly uses: Uses
  readonly told: Told
  readonly size: number
}

/** A response that was just sent. */
type Sent = {
  readonly bytes: Buffer
  readonly dateAt: number
  readonly told: Told
  readonly answer: Answered
}

/** Responses by the heads that asked for them, as long as one market is served. */
export type HotHeads = {
  /** What was said to the head that is this part of some bytes, and has this number. */
  readonly find: (number: number, view: DataView, start: number, end: number) => Hot | undefined
  /** Keeps a response to a head of this number, if it is asked for again and stays the same for a while. */
  readonly keep: (number: number, head: Buffer, sent: Sent, now: Instant) => void
}

/** None yet, of so many bytes at the most. */
export function createHotHeads(mostBytes: number): HotHeads {
  const hot = bounded<number, Hot>(mostBytes, ({ size }) => size)
  /**
   * The sizes of responses that were sent once, as if they were kept: what would have been dropped before it is asked for again is
   * not worth a copy. Of more large ones in turn than there is room for, each was copied each time (decision 011).
   */
  const sentOnce = bounded<number, number>(mostBytes, (size) => size)
  const isSentAgain = (number: number, size: number): boolean => {
    if (sentOnce.get(number) !== undefined) return true
    sentOnce.set(number, size)
    return false
  }
  return {
    find(number, view, start, end) {
      const known = hot.get(number)
      return known !== undefined && areSame(view, start, end, known.head) ? known : undefined
    },
    keep(number, head, { bytes, dateAt, told, answer }, now) {
      const span = steadySpan(answer.content)
      const size = 1_000 + head.length + 3 * told.target.length + bytes.length
      if (!isWithin(span, now) || !isSentAgain(number, size)) return
      const target = ownText(told.target)
      hot.set(number, {
        head: viewed(copyOf(head)),
        bytes: copyOf(bytes),
        dateAt,
        second: Math.floor(now / 1000),
        span,
        uses: answer.uses,
        told: { ...told, target },
        size,
      })
    },
  }
}
