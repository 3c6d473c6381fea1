import type { RuleName } from '../../../book/gate/gate.ts'
import { parseDay, startOf, type Day } from '../../../domain/day.ts'
import { monthsNamed, weekdaysNamed } from './month-names.ts'

/** The parts of a date as printed, such as `{ D: '9', MMMM: 'June' }`. */
type DateParts = Readonly<Record<string, string>>

/** A printed date, or why it is none, as the end of a sentence. */
export type PrintedDate =
  | { readonly day: Day }
  | { readonly rule: RuleName; readonly doubt: string }

/** The date in the parts that a pattern found. Several ways to read it must give one day. */
export function dateOfParts(ways: readonly DateParts[], language?: string): PrintedDate {
  const days = new Set(ways.flatMap((parts) => daysOfParts(parts, language)))
  const [day, other] = days
  if (day === undefined) return { rule: 'impossible-date', doubt: 'is not a day that exists' }
  if (other === undefined) return { day }
  return { rule: 'ambiguous-date', doubt: `may be ${[...days].join(' or ')}` }
}

/** The days that the parts name: several if the month has two meanings; none if there is no such day, or on another weekday. */
function daysOfParts(parts: DateParts, language: string | undefined): readonly Day[] {
  const name = parts['MMMM'] ?? parts['MMM']
  const number = parts['MM'] ?? parts['M']
  const months = name === undefined ? [number ?? ''] : monthsNamed(name, language).map(String)
  const year = parts['YYYY'] ?? `20${parts['YY']}`
  return months.flatMap((month) => {
    const date = [year, month, parts['DD'] ?? parts['D']].map((part = '') => part.padStart(2, '0'))
    const day = parseDay(date.join('-'))
    if (day === undefined) return []
    const weekday = new Date(startOf(day)).getUTCDay()
    const isOther =
      parts['dddd'] !== undefined && !weekdaysNamed(parts['dddd'], language).includes(weekday)
    return isOther ? [] : [day]
  })
}
