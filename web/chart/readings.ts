import { dayLength } from '../../src/domain/instant.ts'
import { longestGapDays } from '../../src/domain/longest-gap.ts'
import type { PlotPoint, PlotSegment } from './plot-types.ts'

/** Whether so much time lies between two readings that nobody knows what happened in between. */
export function isLongGap(from: number, until: number): boolean {
  return until - from > longestGapDays * dayLength
}

/** Whole days; none if the second time is not the later one, as a page is read before its rates are published. */
export function daysBetween(from: number, until: number): number {
  return Math.max(0, Math.floor((until - from) / dayLength))
}

/** A record of a rate, with every time at which the page of the institution was read and showed it. */
type ReadRecord = {
  readonly new_rate_pa: string
  readonly changed_at: string
  readonly seen_at?: readonly string[]
}

/** Every reading of one tier, oldest first. A record without readings counts as one, at the time of its entry. */
export function readingsOf(records: readonly ReadRecord[]): readonly PlotPoint[] {
  return records
    .flatMap(({ new_rate_pa: rate, changed_at, seen_at = [] }) =>
      (seen_at.length === 0 ? [changed_at] : seen_at).map((at) => ({ x: Date.parse(at), rate })),
    )
    .toSorted((a, b) => a.x - b.x)
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
 * The line through some readings, oldest first: dashed between two readings that are far apart, and without an end after
 * the last one, as nobody knows how long the last rate stood.
 */
export function segmentsOf(readings: readonly PlotPoint[]): readonly PlotSegment[] {
  const segments: PlotSegment[] = []
  let run: PlotPoint[] = []
  const endRun = (): void => {
    if (run.length > 1) segments.push({ points: run })
  }
  for (const reading of readings) {
    const last = run.at(-1)
    if (last !== undefined && isLongGap(last.x, reading.x)) {
      endRun()
      segments.push({ points: [last, reading], isDashed: true })
      run = []
    }
    run.push(reading)
  }
  endRun()
  return segments
}
