import { isWithin, type Span } from '../query/span.ts'
import type { Instant } from '../domain/instant.ts'
import type { Answered, Uses } from './answers.ts'
import { bounded } from './bounded.ts'
import { steadySpan } from './content.ts'
import { copyOf, type Dated } from './dated.ts'
import { areSame, viewed } from './head-number.ts'
import type { Told } from './observation.ts'
import { ownText } from './own-text.ts'

/** A response and the head that asked for it; of its answer no more than how often it was asked for, for that may be large. */
type Hot = Dated & {
  readonly head: DataView
  /** The time in which the response stays the same. */
  readonly span: Span
  readonly uses: Uses
  readonly told: Told
  readonly size: number
}

/** A response that was just sent, and whether its answer was kept before. */
type Sent = {
  readonly bytes: Buffer
  readonly dateAt: number
  readonly told: Told
  readonly answer: Answered
  readonly wasKept: boolean
}

/** Responses by the heads that asked for them, as long as one market is served. */
export type HotHeads = {
  /** What was said to the head that is this part of some bytes, and has this number. */
  readonly find: (number: number, view: DataView, start: number, end: number) => Hot | undefined
  /** Keeps a response to a head of this number, if it is asked for again and stays the same for a while. */
  readonly keep: (number: number, head: Buffer, sent: Sent, now: Instant) => void
}

/** How many heads are remembered that were answered once: of what nobody asks for again nothing else is kept. */
const rememberedOnce = 2_000

/** None yet, of so many bytes at the most. */
export function createHotHeads(mostBytes: number): HotHeads {
  const hot = bounded<number, Hot>(mostBytes, ({ size }) => size)
  const askedOnce = new Set<number>()
  const isAskedAgain = (number: number): boolean => {
    if (askedOnce.delete(number)) return true
    if (askedOnce.size >= rememberedOnce) askedOnce.clear()
    askedOnce.add(number)
    return false
  }
  return {
    find(number, view, start, end) {
      const known = hot.get(number)
      return known !== undefined && areSame(view, start, end, known.head) ? known : undefined
    },
    keep(number, head, { bytes, dateAt, told, answer, wasKept }, now) {
      const span = steadySpan(answer.content)
      if (mostBytes === 0 || !isWithin(span, now) || !(wasKept || isAskedAgain(number))) return
      const target = ownText(told.target)
      hot.set(number, {
        head: viewed(copyOf(head)).view,
        bytes: copyOf(bytes),
        dateAt,
        second: Math.floor(now / 1000),
        span,
        uses: answer.uses,
        told: { ...told, target },
        size: 1_000 + head.length + 3 * target.length + bytes.length,
      })
    },
  }
}
