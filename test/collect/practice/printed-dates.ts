import { dayNumber, startOf, type Day } from '../../../src/domain/day.ts'

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** The parts of a day as pages print them; empty texts without a day. */
export function dayParts(day: Day | undefined): {
  readonly year: string
  /** Two digits. */
  readonly month: string
  readonly monthName: string
  /** Two digits. */
  readonly date: string
  /** Without a leading zero. */
  readonly shortDate: string
  /** Such as `2nd`. */
  readonly ordinal: string
} {
  const [year = '', month = '', date = ''] = (day ?? '').split('-')
  const shortDate = date.replace(/^0/, '')
  const ending = /^(?:1|21|31)$/.test(shortDate)
    ? 'st'
    : /^2?2$/.test(shortDate)
      ? 'nd'
      : /^2?3$/.test(shortDate)
        ? 'rd'
        : 'th'
  const monthName =
    monthNames.find((_, index) => String(index + 1).padStart(2, '0') === month) ?? ''
  return { year, month, monthName, date, shortDate, ordinal: `${shortDate}${ending}` }
}

/** Such as `2nd November 2026`. */
export function longDate(day: Day): string {
  const { ordinal, monthName, year } = dayParts(day)
  return `${ordinal} ${monthName} ${year}`
}

const weekdays = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday']

/** Such as `Monday, November 2 2026`. */
export function weekdayDate(day: Day): string {
  const { monthName, shortDate, year } = dayParts(day)
  return `${weekdays[dayNumber(startOf(day)) % 7]}, ${monthName} ${shortDate} ${year}`
}

/** The same day of the year before. No practice page is dated 29 February. */
export function yearBefore(day: Day): Day {
  return `${BigInt(day.slice(0, 4)) - 1n}${day.slice(4)}` as Day
}
