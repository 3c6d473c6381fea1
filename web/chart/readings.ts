import { isLongGap } from '../../src/domain/day.ts'
import type { PlotPoint, PlotSegment } from './plot-types.ts'

/** A record of a rate, with every time at which the page of the institution was read and showed it. */
type ReadRecord = {
  readonly new_rate_pa: string
  readonly seen_at?: readonly string[]
  readonly prev_withdrawn_at: string | null
}

/**
 * Every reading of one tier, oldest first, and with the last one before a withdrawal its time. A record that was corrected or
 * retracted has no readings: they count for the right rate.
 */
export function readingsOf(records: readonly ReadRecord[]): readonly PlotPoint[] {
  const readings = records
    .flatMap(({ new_rate_pa: rate, seen_at = [] }) =>
      seen_at.map((at) => ({ x: Date.parse(at), rate })),
    )
    .toSorted((a, b) => a.x - b.x)
  const withdrawals = records.flatMap(({ prev_withdrawn_at: at }) =>
    at === null ? [] : Date.parse(at),
  )
  return readings.map((reading, index) => {
    const next = readings[index + 1]?.x ?? -Infinity
    const withdrawnAt = withdrawals.find((at) => at >= reading.x && at <= next)
    return withdrawnAt === undefined ? reading : { ...reading, withdrawnAt }
  })
}

/** The part of a line in steps between two times: a segment that crosses one of them begins or ends there. */
export function clipSegments(
  segments: readonly PlotSegment[],
  from: number,
  until: number,
): readonly PlotSegment[] {
  return segments.flatMap((segment) => {
    const before = segment.points.findLast(({ x }) => x < from)
    const last = segment.points.findLast(({ x }) => x <= until)
    const goesOn = segment.points.some(({ x }) => x > until)
    const points = [
      ...(before === undefined ? [] : [{ ...before, x: from }]),
      ...segment.points.filter(({ x }) => x >= from && x <= until),
      ...(goesOn && last !== undefined ? [{ ...last, x: until }] : []),
    ]
    return points.length > 1 ? [{ ...segment, points }] : []
  })
}

/**
 * The line through some readings, oldest first: dashed between two readings that are far apart, interrupted while the offer
 * was withdrawn, and without an end after the last reading, as nobody knows how long the last rate stood.
 */
export function segmentsOf(readings: readonly PlotPoint[]): readonly PlotSegment[] {
  const segments: PlotSegment[] = []
  let run: PlotPoint[] = []
  const endRun = (): void => {
    if (run.length > 1) segments.push({ points: run })
  }
  for (const reading of readings) {
    const last = run.at(-1)
    if (last !== undefined) {
      const { withdrawnAt } = last
      const end = withdrawnAt === undefined ? reading : { x: withdrawnAt, rate: last.rate }
      const isLong = isLongGap(last.x, end.x)
      if (withdrawnAt !== undefined && !isLong) run.push(end)
      if (withdrawnAt !== undefined || isLong) {
        endRun()
        run = []
      }
      if (isLong) segments.push({ points: [last, end], isDashed: true })
    }
    run.push(reading)
  }
  endRun()
  return segments
}
