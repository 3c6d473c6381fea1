import { lazily } from '../../src/domain/text.ts'
import type { Calendar } from './catalogue.ts'

/** How a language writes UTC days. */
type Dates = {
  /** `9 June 2026`. */
  readonly day: (at: string | number) => string
  /** The same for tables: `9 Jun 2026`. */
  readonly shortDay: (at: string | number) => string
  /** The short name of a month, for the axis of a chart. */
  readonly month: (at: number) => string
  /** A day on such an axis: `9 Jun`. */
  readonly dayOfMonth: (at: number) => string
}

/** Days as CLDR writes them in a locale, or as the calendar of a catalogue says. */
export function createDates(locale: string, calendar?: Calendar): Dates {
  const format = (
    options: Intl.DateTimeFormatOptions,
    pattern = '',
    months: readonly string[] = [],
  ) => {
    const intl = lazily(() => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }))
    return (at: string | number): string => {
      const date = new Date(at)
      if (pattern === '') return intl().format(date)
      return pattern
        .replace('{year}', String(date.getUTCFullYear()))
        .replace('{month}', months[date.getUTCMonth()] ?? '')
        .replace('{day}', String(date.getUTCDate()))
    }
  }
  const { day: pattern, dayOfMonth, months, shortMonths } = calendar ?? {}
  const [day, year] = ['numeric', 'numeric'] as const
  return {
    day: format({ day, month: 'long', year }, pattern, months),
    shortDay: format({ day, month: 'short', year }, pattern, shortMonths),
    month: format({ month: 'short' }, calendar && '{month}', shortMonths),
    dayOfMonth: format({ day, month: 'short' }, dayOfMonth, shortMonths),
  }
}

/** A time as the clocks of a time zone show it: the day, the hour and minute, and the name of the place. */
export function localTime(at: string, timeZone: string) {
  const place = placeOf(timeZone)
  if (timeZone === 'UTC') {
    const [day = '', clock = ''] = new Date(at).toISOString().split('T')
    return { day, clock: clock.slice(0, 5), place }
  }
  const [date = '', clock = ''] = clockOf(timeZone).format(new Date(at)).split(', ')
  return { day: date.split('/').toReversed().join('-'), clock, place }
}

/** The place that the name of a time zone ends with: `Nairobi`. */
export function placeOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? '').replaceAll('_', ' ')
}

/** The format of each time zone that was needed. A view shows many times, and each new format takes long. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const style = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', style)
  clocks.set(timeZone, clock)
  return clock
}
