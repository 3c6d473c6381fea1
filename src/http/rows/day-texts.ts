import { dayNumbered, type Days } from '../../query/summary-timeline.ts'

/** The texts of some days in a row, directly behind one another: where each lies follows from its number. */
export type DayTexts = { days: Days; texts: DataView }

/** The bytes of each. */
export const dayBytes = '0000-00-00'.length

/** The texts of no days yet. */
export function noDays(): DayTexts {
  return { days: { from: Infinity, until: -Infinity }, texts: new DataView(new ArrayBuffer(0)) }
}

/** Sees to it that the days of some stretches, one or more, are among them. */
export function reachDays(known: DayTexts, stretches: readonly Days[]): void {
  const { days } = known
  const from = Math.min(days.from, stretches.at(0)?.from ?? days.from)
  const until = Math.max(days.until, stretches.at(-1)?.until ?? days.until)
  if (from === days.from && until === days.until) return
  const bytes = Buffer.alloc((until - from) * dayBytes)
  for (let day = from; day < until; day++) bytes.write(dayNumbered(day), (day - from) * dayBytes)
  known.days = { from, until }
  known.texts = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Writes some of them into rows: the first day at `start`, each of the others `step` bytes behind the one before. */
export function writeDays(
  { days, texts }: DayTexts,
  { from, until }: Days,
  out: DataView,
  start: number,
  step: number,
): void {
  let at = start
  const end = (until - days.from) * dayBytes
  for (let text = (from - days.from) * dayBytes; text < end; text += dayBytes) {
    // Eight bytes and two, as numbers: read and written in one order, they are the same text on every machine.
    out.setFloat64(at, texts.getFloat64(text, true), true)
    out.setUint16(at + 8, texts.getUint16(text + 8, true), true)
    at += step
  }
}
