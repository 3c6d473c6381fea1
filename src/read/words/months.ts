import { comparableText } from './folded-text.ts'

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
