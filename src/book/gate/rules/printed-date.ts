import type { Day } from '../../../domain/day.ts'
import type { Finding } from '../../../domain/gate-limits.ts'
import { changesFigures, type SheetComparison } from '../comparison.ts'

/** The date that a page prints, and the days that it is compared with. */
export type PrintedDates = {
  readonly printed: Day | undefined
  /** The day of the capture at the place of the institution. */
  readonly today: Day
  /** The date that was printed on the last sheet that was published or verified. */
  readonly last: Day | undefined
}

/** Finds a printed date that does not go with the figures under it. An impossible date is a finding of the reading. */
export function printedDate(
  comparison: SheetComparison,
  { printed, today, last }: PrintedDates,
): readonly Finding[] {
  if (printed === undefined) return []
  if (printed > today) {
    const message = `The page prints the date ${printed}, after the day of its capture, ${today}; its rates may not be in force yet.`
    return [{ rule: 'printed-date-in-future', message }]
  }
  if (last === undefined) return []
  if (printed < last) {
    const message = `The page prints the date ${printed}, but it printed ${last} before; it may be an old page.`
    return [{ rule: 'printed-date-older', message }]
  }
  if (printed === last && changesFigures(comparison)) {
    const message = `The page still prints the date ${printed}, but its figures differ from those that stand.`
    return [{ rule: 'printed-date-unchanged', message }]
  }
  return []
}
