import { parseDay, startOf, type Day } from '../../domain/day.ts'
import { comparableText } from './folded-text.ts'

/** The parts of a date as printed, such as `{ D: '9', MMMM: 'June' }`. */
type DateParts = Readonly<Record<string, string>>

/** A printed date, or why it is none, as the end of a sentence. */
export type PrintedDate = { readonly day: Day } | { readonly rule: string; readonly doubt: string }

/** The date in the parts that a pattern found. Several ways to read it must give one day. */
export function dateOfParts(ways: readonly DateParts[]): PrintedDate {
  const days = new Set(ways.flatMap((parts) => dayOfParts(parts) ?? []))
  const [day, other] = days
  if (day === undefined) return { rule: 'impossible-date', doubt: 'is not a day that exists' }
  if (other === undefined) return { day }
  return { rule: 'ambiguous-date', doubt: `may be ${[...days].join(' or ')}` }
}

/** The day that the parts name; `undefined` if there is no such day, or if it is another day of the week. */
function dayOfParts(parts: DateParts): Day | undefined {
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

/** The names of the months, January first: English, Sinhala and Tamil, in the spellings that pages use. */
const names: readonly (readonly string[])[] = [
  ['january', 'jan', 'ජනවාරි', 'ஜனவரி'],
  ['february', 'feb', 'පෙබරවාරි', 'பிப்ரவரி', 'பெப்ரவரி'],
  ['march', 'mar', 'මාර්තු', 'மார்ச்'],
  ['april', 'apr', 'අප්‍රේල්', 'අප්රියෙල්', 'ஏப்ரல்'],
  ['may', 'මැයි', 'மே'],
  ['june', 'jun', 'ජූනි', 'ජුනි', 'ஜூன்'],
  ['july', 'jul', 'ජූලි', 'ජුලි', 'ஜூலை'],
  ['august', 'aug', 'අගෝස්තු', 'ஆகஸ்ட்', 'ஆகஸ்டு'],
  ['september', 'sept', 'sep', 'සැප්තැම්බර්', 'செப்டம்பர்', 'செப்டெம்பர்'],
  ['october', 'oct', 'ඔක්තෝබර්', 'அக்டோபர்', 'ஒக்டோபர்'],
  ['november', 'nov', 'නොවැම්බර්', 'நவம்பர்'],
  ['december', 'dec', 'දෙසැම්බර්', 'டிசம்பர்', 'டிசெம்பர்'],
]

const numbers: ReadonlyMap<string, number> = new Map(
  names.flatMap((spellings, index) =>
    spellings.map((name): [string, number] => [comparableText(name), index + 1]),
  ),
)

/** All names, the longest first, so that a regular expression takes `June` and not `Jun`. */
export const monthNames: readonly string[] = [...numbers.keys()].sort((a, b) => b.length - a.length)

/** The number of a month, 1 to 12, by its name; `undefined` for other words. */
export function monthNumber(name: string): number | undefined {
  return numbers.get(comparableText(name).toLowerCase())
}

/** The days of the week, Sunday first. */
export const weekdays: readonly string[] = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
]
