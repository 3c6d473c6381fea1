import { lazily } from '../../../domain/lazily.ts'
import { wholeNumber } from './figure.ts'
import { comparableWord } from './folded-text.ts'
import { languages, languageTags } from './languages.ts'

/** The names of months or weekdays: the numbers that each can mean in each language. */
type Names = ReadonlyMap<string, ReadonlyMap<string, number>>

const months = lazily(() =>
  makeNames((tag) => [
    ...Array.from({ length: 12 }, (_, index) => index).flatMap((index) =>
      monthForms(tag, new Date(Date.UTC(2024, index, 15))).map(
        (form) => [form, index + 1] as const,
      ),
    ),
    ...Object.entries(languages[tag]?.months ?? {}).flatMap(([number, names]) =>
      names.map((form) => [form, wholeNumber(number)] as const),
    ),
  ]),
)

const weekdays = lazily(() =>
  makeNames((tag) =>
    Array.from({ length: 7 }, (_, index) => index).flatMap((index) =>
      weekdayForms(tag, new Date(Date.UTC(2024, 8, 1 + index))).map(
        (form) => [form, index] as const,
      ),
    ),
  ),
)

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
function monthForms(tag: string, date: Date): readonly string[] {
  return (['long', 'short'] as const).flatMap((month) =>
    [{ month }, { month, day: 'numeric' }, { month, day: 'numeric', year: 'numeric' }].map(
      (options) => partOf(tag, date, options as Intl.DateTimeFormatOptions, 'month'),
    ),
  )
}

function weekdayForms(tag: string, date: Date): readonly string[] {
  return (['long', 'short'] as const).map((weekday) => partOf(tag, date, { weekday }, 'weekday'))
}

function partOf(
  tag: string,
  date: Date,
  options: Intl.DateTimeFormatOptions,
  type: 'month' | 'weekday',
): string {
  const format = new Intl.DateTimeFormat(`${tag}-u-ca-gregory-nu-latn`, {
    ...options,
    timeZone: 'UTC',
  })
  return format.formatToParts(date).find((one) => one.type === type)?.value ?? ''
}
