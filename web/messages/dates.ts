import type { Language } from '../app/language.ts'

/** Some browsers have no Sinhala names of months: the full ones, and short ones for tables and axes. */
const sinhalaMonths = [
  ['ජනවාරි', 'ජන'],
  ['පෙබරවාරි', 'පෙබ'],
  ['මාර්තු', 'මාර්'],
  ['අප්‍රේල්', 'අප්‍රේ'],
  ['මැයි', 'මැයි'],
  ['ජූනි', 'ජූනි'],
  ['ජූලි', 'ජූලි'],
  ['අගෝස්තු', 'අගෝ'],
  ['සැප්තැම්බර්', 'සැප්'],
  ['ඔක්තෝබර්', 'ඔක්'],
  ['නොවැම්බර්', 'නොවැ'],
  ['දෙසැම්බර්', 'දෙසැ'],
] as const

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

export function createDates(language: Language): Dates {
  if (language === 'si') return sinhalaDates
  const locale = language === 'en' ? 'en-GB' : 'ta-LK'
  const format = (options: Intl.DateTimeFormatOptions): Dates['day'] => {
    const dates = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
    return (at) => dates.format(new Date(at))
  }
  return {
    day: format({ day: 'numeric', month: 'long', year: 'numeric' }),
    shortDay: format({ day: 'numeric', month: 'short', year: 'numeric' }),
    month: format({ month: 'short' }),
    dayOfMonth: format({ day: 'numeric', month: 'short' }),
  }
}

const sinhalaDates: Dates = {
  day: (at) => sinhalaDay(at, 0),
  shortDay: (at) => sinhalaDay(at, 1).replaceAll(' ', '\u00A0'),
  month: (at) => sinhalaMonth(at, 1),
  dayOfMonth: (at) => `${sinhalaMonth(at, 1)} ${new Date(at).getUTCDate()}`,
}

function sinhalaDay(at: string | number, length: 0 | 1): string {
  const date = new Date(at)
  return `${date.getUTCFullYear()} ${sinhalaMonth(at, length)} ${date.getUTCDate()}`
}

function sinhalaMonth(at: string | number, length: 0 | 1): string {
  return sinhalaMonths[new Date(at).getUTCMonth()]?.[length] ?? ''
}

/** A time as the clocks of a time zone show it: the day, the hour and minute, and the name of the place. */
export function localTime(at: string, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const [date = '', clock = ''] = format.format(new Date(at)).split(', ')
  const day = date.split('/').toReversed().join('-')
  return { day, clock, place: (timeZone.split('/').at(-1) ?? '').replaceAll('_', ' ') }
}
