import type { Language } from '../app/language.ts'

/**
 * The months of each language: their full names, and short ones for tables and axes. Not those of `Intl`: some browsers have no
 * Sinhala names, and the first use of `Intl` delays the first view.
 */
const monthNames = {
  en: [
    ['January', 'Jan'],
    ['February', 'Feb'],
    ['March', 'Mar'],
    ['April', 'Apr'],
    ['May', 'May'],
    ['June', 'Jun'],
    ['July', 'Jul'],
    ['August', 'Aug'],
    ['September', 'Sept'],
    ['October', 'Oct'],
    ['November', 'Nov'],
    ['December', 'Dec'],
  ],
  si: [
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
  ],
  ta: [
    ['ஜனவரி', 'ஜன.'],
    ['பிப்ரவரி', 'பிப்.'],
    ['மார்ச்', 'மார்.'],
    ['ஏப்ரல்', 'ஏப்.'],
    ['மே', 'மே'],
    ['ஜூன்', 'ஜூன்'],
    ['ஜூலை', 'ஜூலை'],
    ['ஆகஸ்ட்', 'ஆக.'],
    ['செப்டம்பர்', 'செப்.'],
    ['அக்டோபர்', 'அக்.'],
    ['நவம்பர்', 'நவ.'],
    ['டிசம்பர்', 'டிச.'],
  ],
} as const

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
  const names = monthNames[language]
  const monthOf = (at: string | number, length: 'full' | 'short'): string =>
    names[new Date(at).getUTCMonth()]?.[length === 'full' ? 0 : 1] ?? ''
  const dayWith = (at: string | number, month: string): string => {
    const date = new Date(at)
    const [day, year] = [date.getUTCDate(), date.getUTCFullYear()]
    if (language === 'si') return `${year} ${month} ${day}`
    return language === 'en' ? `${day} ${month} ${year}` : `${day} ${month}, ${year}`
  }
  return {
    day: (at) => dayWith(at, monthOf(at, 'full')),
    shortDay: (at) => {
      const text = dayWith(at, monthOf(at, 'short'))
      return language === 'si' ? text.replaceAll(' ', '\u00A0') : text
    },
    month: (at) => monthOf(at, 'short'),
    dayOfMonth: (at) => {
      const [day, month] = [new Date(at).getUTCDate(), monthOf(at, 'short')]
      return language === 'en' ? `${day} ${month}` : `${month} ${day}`
    },
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

/** The place that the name of a time zone ends with: `Colombo`. */
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
