import type { Instant } from '../../domain/instant.ts'
import { isWithin, type Span } from '../../query/span.ts'
import type { Answered, Uses } from '../answers.ts'
import { bounded } from '../message/bounded.ts'
import { steadySpan } from '../message/content.ts'
import type { Told } from '../message/observation.ts'
import { copyOf, type Dated } from './dated.ts'
import { areSame, viewed, type Viewed } from './head-number.ts'
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
  /** Keeps a response to the head of this number between two places, if it is asked for again and stays the same for a while. */
  readonly keep: (
    number: number,
    arrived: Viewed,
    start: number,
    end: number,
    sent: Sent,
    now: Instant,
  ) => void
}

/** None yet, of so many bytes at the most. */
export function createHotHeads(mostBytes: number): HotHeads {
  const hot = bounded<number, Hot>(mostBytes, ({ size }) => size)
  const isSentAgain = createSentBefore(mostBytes / 2)
  return {
    find(number, view, start, end) {
      const known = hot.get(number)
      return known !== undefined && areSame(view, start, end, known.head) ? known : undefined
    },
    keep(number, arrived, start, end, { bytes, dateAt, told, answer }, now) {
      const size = 1_000 + end - start + 3 * told.target.length + bytes.length
      if (!isSentAgain(number, size)) return
      const span = steadySpan(answer.content)
      if (!isWithin(span, now)) return
      const target = ownText(told.target)
      hot.set(number, {
        head: viewed(copyOf(arrived.bytes.subarray(start, end))),
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

/** A power of two; of numbers that share a place the last one is known. */
const places = 65_536

/**
 * Whether a response to the head of a number was sent before, and no more than so many bytes with this one since: what would have been
 * dropped before it is asked for again is not worth a copy. Of more large ones in turn than there is room for, each was copied each
 * time (decision 011). Numbers in places that are there already, three quarters of a megabyte: most pages are asked for once,
 * and a map of them cost each a part of its time.
 */
function createSentBefore(most: number): (number: number, size: number) => boolean {
  const numbers = new Int32Array(places)
  const ends = new Float64Array(places).fill(-Infinity)
  let sent = 0
  return (number, size) => {
    const place = (number ^ (number >>> 16)) & (places - 1)
    sent += size
    const isBefore = numbers[place] === number && sent - (ends[place] as number) <= most
    numbers[place] = number
    ends[place] = sent
    return isBefore
  }
}
