import { lazily } from '../../../domain/text.ts'
import { wholeNumber } from './figure.ts'
import { comparableWord } from './folded-text.ts'
import { languageTags, languages } from './languages.ts'

/** The names of months or weekdays: the numbers that each can mean in each language. */
type Names = ReadonlyMap<string, ReadonlyMap<string, number>>

const months = lazily(() => {
  const dates = Array.from({ length: 12 }, (_, index) => Date.UTC(2024, index, 15))
  return makeNames((tag) => [
    ...dates.flatMap((date, index) => numbered(monthForms(tag, date), index + 1)),
    ...Object.entries(languages[tag]?.months ?? {}).flatMap(([number, names]) =>
      numbered(names, wholeNumber(number)),
    ),
  ])
})

const weekdays = lazily(() => {
  const dates = Array.from({ length: 7 }, (_, index) => Date.UTC(2024, 8, 1 + index))
  return makeNames((tag) =>
    dates.flatMap((date, index) => numbered(weekdayForms(tag, date), index)),
  )
})

function numbered(forms: readonly string[], number: number) {
  return forms.map((form) => [form, number] as const)
}

/** The numbers of a month, 1 to 12, by its name: several if languages differ, none for other words. */
export function monthsNamed(name: string, language?: string): readonly number[] {
  return named(months(), name, language)
}

/** The numbers of a weekday by its name, 0 for Sunday. */
export function weekdaysNamed(name: string, language?: string): readonly number[] {
  return named(weekdays(), name, language)
}

/** All names of months and of weekdays, the longest first, so that an expression takes `June` and not `Jun`. */
export function monthNames(): readonly string[] {
  return longestFirst(months())
}

export function weekdayNames(): readonly string[] {
  return longestFirst(weekdays())
}

function longestFirst(names: Names): readonly string[] {
  return [...names.keys()].toSorted((a, b) => b.length - a.length)
}

/** The months or weekdays of a name in the given language; if it has no such name, in all others. */
function named(names: Names, name: string, language?: string): readonly number[] {
  const meanings = names.get(plainName(name))
  const own = language === undefined ? undefined : meanings?.get(language)
  return own === undefined ? [...new Set(meanings?.values())] : [own]
}

function plainName(name: string): string {
  return comparableWord(name).replace(/\.$/, '')
}

function makeNames(formsOf: (tag: string) => readonly (readonly [string, number])[]): Names {
  const names = new Map<string, Map<string, number>>()
  for (const tag of languageTags)
    for (const [form, number] of formsOf(tag)) {
      const name = plainName(form)
      // A name that begins with digits, as in Chinese and Korean, is a number for patterns.
      if (!/^\p{L}/u.test(name)) continue
      names.set(name, (names.get(name) ?? new Map<string, number>()).set(tag, number))
    }
  return names
}

/** The forms of a month by CLDR: by itself and in a date, where many languages inflect it. */
function monthForms(tag: string, date: number): readonly string[] {
  const around = [{}, { day: 'numeric' }, { day: 'numeric', year: 'numeric' }] as const
  return (['long', 'short'] as const).flatMap((month) =>
    around.map((others) => partOf(tag, date, { month, ...others }, 'month')),
  )
}

function weekdayForms(tag: string, date: number): readonly string[] {
  return (['long', 'short'] as const).map((weekday) => partOf(tag, date, { weekday }, 'weekday'))
}

function partOf(
  tag: string,
  date: number,
  options: Intl.DateTimeFormatOptions,
  type: 'month' | 'weekday',
): string {
  const locale = `${tag}-u-ca-gregory-nu-latn`
  const parts = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).formatToParts(date)
  return parts.find((one) => one.type === type)?.value ?? ''
}
