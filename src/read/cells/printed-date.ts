import { parseDay, startOf, type Day } from '../../domain/day.ts'
import type { FormParts } from '../words/form.ts'
import { monthNumber, weekdays } from '../words/months.ts'

/** A printed date, or why it is none, as the end of a sentence. */
export type PrintedDate = { readonly day: Day } | { readonly rule: string; readonly doubt: string }

/** The date in the parts that a form found. Several ways to read it must give one day. */
export function dateOfParts(ways: readonly FormParts[]): PrintedDate {
  const days = new Set(ways.flatMap((parts) => dayOfParts(parts) ?? []))
  const [day, other] = days
  if (day === undefined) return { rule: 'impossible-date', doubt: 'is not a day that exists' }
  if (other === undefined) return { day }
  return { rule: 'ambiguous-date', doubt: `may be ${[...days].join(' or ')}` }
}

/** The day that the parts name; `undefined` if there is no such day, or if it is another day of the week. */
function dayOfParts(parts: FormParts): Day | undefined {
  const name = parts['MMMM'] ?? parts['MMM']
  const number = parts['MM'] ?? parts['M']
  const month = name === undefined ? number : monthNumber(name)?.toString()
  const year = parts['YYYY'] ?? `20${parts['YY']}`
  const date = [year, month, parts['DD'] ?? parts['D']].map((part = '') => part.padStart(2, '0'))
  const day = parseDay(date.join('-'))
  const weekday = parts['dddd']?.toLowerCase()
  if (day === undefined || weekday === undefined) return day
  return weekdays[new Date(startOf(day)).getUTCDay()] === weekday ? day : undefined
}
