import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { AmountWords, PageLanguage } from '../../domain/book-settings.ts'
import { reasonOf, Failure } from '../../domain/failure.ts'
import { firstProblems, shortened, visible } from '../../domain/text.ts'

/** A language of the page, with its catalogue as JSON. */
export type ServedLanguage = PageLanguage & {
  readonly json: string
  readonly amountWords: readonly AmountWords[]
}

export type Catalogues = {
  readonly languages: readonly ServedLanguage[]
  /** The English catalogue as JSON, for translators. */
  readonly english: string
  /** A sentence about each catalogue that is faulty or not finished. */
  readonly warnings: readonly string[]
}

/**
 * Reads the catalogues of the languages of a book: `sw.json` from the folder of the operator, or else from those of the page.
 * Throws one `Failure` that names every language without a readable catalogue.
 */
export function readCatalogues(
  bundled: string,
  tags: readonly string[],
  folder: string | undefined,
): Catalogues {
  const english = readJson(join(bundled, 'en.json')) as Sentences
  const refused: string[] = []
  const warnings: string[] = []
  const languages = tags.flatMap((tag): readonly ServedLanguage[] => {
    if (tag === 'en') return [languageOf('en', english, [], 0)]
    const paths = [folder, bundled].flatMap((one) =>
      one === undefined ? [] : [join(one, `${tag}.json`)],
    )
    const path = paths.find((one) => existsSync(one))
    if (path === undefined) {
      const where =
        folder === undefined
          ? `${tag}.json into a folder that catalogues names`
          : join(folder, `${tag}.json`)
      refused.push(
        `There is no catalogue of the language "${tag}": write ${where}, or take "${tag}" out of languages. docs/languages.md says how.`,
      )
      return []
    }
    try {
      const checked = checkCatalogue(english, readJson(path), tag)
      warnings.push(...warningsOf(path, checked))
      const { sentences, calendar, amountWords, missing } = checked
      return [languageOf(tag, { ...sentences, calendar }, amountWords, missing)]
    } catch (error) {
      refused.push(`${path} is not a catalogue: ${reasonOf(error)}`)
      return []
    }
  })
  if (refused.length > 0) throw new Failure('configuration', refused.join('\n'))
  return { languages, english: JSON.stringify(english, undefined, 2), warnings }
}

/** The most bytes of a catalogue: several times as many as all sentences have in any language. */
const longestCatalogue = 1_048_576

function readJson(path: string): Readonly<Record<string, unknown>> {
  const { size } = statSync(path)
  if (size > longestCatalogue)
    throw new Error(`it has ${size} bytes, and at most ${longestCatalogue} are read.`)
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('it must be a JSON object of sentences.')
  return value as Readonly<Record<string, unknown>>
}

function warningsOf(path: string, { problems, all, missing }: CheckedCatalogue): readonly string[] {
  return [
    ...(problems.length > 0
      ? [`${path}: ${firstProblems(problems, (rest) => rest).join('; ')}.`]
      : []),
    ...(missing > 0
      ? [`${path} lacks ${missing} of ${all} sentences; the page shows them in English.`]
      : []),
  ]
}

function languageOf(
  tag: string,
  catalogue: object,
  amountWords: readonly AmountWords[],
  missing: number,
): ServedLanguage {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  const json = JSON.stringify(catalogue)
  const direction = new Intl.Locale(tag).getTextInfo?.().direction ?? 'ltr'
  return { tag, name, direction, missing, json, amountWords }
}

/** Sentences, in groups by view. A sentence that counts has a form for each plural category. */
export type Sentences = { readonly [key: string]: string | Sentences }

/** The catalogue of a language as the page gets it. */
export type CheckedCatalogue = {
  /** The sentences that the page can use; it shows the others in English. */
  readonly sentences: Sentences
  readonly calendar: unknown
  readonly amountWords: readonly AmountWords[]
  /** The problems of the others, each with its key. */
  readonly problems: readonly string[]
  /** How many sentences the page has in English, and how many of these the catalogue lacks. */
  readonly all: number
  readonly missing: number
}

/** Compares a catalogue with the English one: keys, placeholders, tags and plural forms. */
export function checkCatalogue(
  english: Sentences,
  catalogue: Readonly<Record<string, unknown>>,
  language: string,
): CheckedCatalogue {
  const { calendar, amountWords = [], ...texts } = catalogue
  const isCalendar = Check(calendarSchema, calendar)
  const areWords = Check(amountWordsSchema, amountWords)
  const problems: string[] = []
  if (calendar !== undefined && !isCalendar)
    problems.push(
      'calendar must have 12 months, 12 shortMonths, and patterns for day and dayOfMonth',
    )
  if (!areWords)
    problems.push(
      'amountWords must be a list of objects with countries, units (powers of ten) and currencies',
    )
  const forms = pluralForms(language)
  const own = checkGroup(english, texts, '', forms, problems)
  const [all, translated] = [countSentences(english), countSentences(own)]
  return {
    sentences: own,
    calendar: isCalendar ? calendar : undefined,
    amountWords: areWords ? amountWords : [],
    problems,
    all,
    missing: all - translated,
  }
}

/** The sentences of a group that the page can use. Adds what is wrong with the others to the problems. */
function checkGroup(
  english: Sentences,
  texts: Readonly<Record<string, unknown>>,
  path: string,
  forms: readonly string[],
  problems: string[],
): Sentences {
  const checked: Record<string, string | Sentences> = {}
  for (const [key, own] of Object.entries(texts)) {
    const [name, model] = [path + key, english[key]]
    if (model === undefined)
      problems.push(`${shortened(visible(name), 80)} is not a key of the English catalogue`)
    else if (typeof model === 'object' && !isPlural(model)) {
      if (isObject(own)) checked[key] = checkGroup(model, own, `${name}.`, forms, problems)
      else problems.push(`${name} must be an object, as in the English catalogue`)
    } else {
      const problem = sentenceProblem(model, own)
      if (problem === undefined) checked[key] = own as string | Sentences
      const wrong = problem ?? missingForms(own, forms)
      if (wrong !== undefined) problems.push(`${name} ${wrong}`)
    }
  }
  return checked
}

/** What a sentence lacks that can be used without it. */
function missingForms(own: unknown, forms: readonly string[]): string | undefined {
  const missing = isObject(own) ? forms.filter((form) => own[form] === undefined) : []
  if (missing.length === 0) return undefined
  return `lacks the plural form ${missing.join(', ')}; "other" stands in`
}

/** Why a sentence cannot be used; `undefined` if it can. */
function sentenceProblem(english: string | Sentences, own: unknown): string | undefined {
  const texts = typeof own === 'string' ? [own] : isObject(own) ? Object.values(own) : []
  if (texts.length === 0 || !texts.every((text) => typeof text === 'string'))
    return 'must be a text, or an object of plural forms'
  if (isObject(own) && own['other'] === undefined) return 'lacks the plural form other'
  const known = namesIn(JSON.stringify(english))
  if (isObject(own) && !isPlural(english) && !known.has('{count}'))
    return 'must be one text: its sentence does not count'
  const names = namesIn(texts.join(' '))
  const unknown = [...names].filter((name) => !known.has(name))
  if (unknown.length > 0) return `has ${unknown.join(', ')}, which the English text does not have`
  const tags = [...known].filter((name) => name.startsWith('<') && !names.has(name))
  return tags.length > 0 ? `lacks ${tags.join(', ')} of the English text` : undefined
}

/** The placeholders and tags of a text: `{name}`, `<link>`. */
function namesIn(text: string): ReadonlySet<string> {
  const found = text.matchAll(/\{(\w+)(?::\w+)?\}|<(\w+)>/g)
  return new Set(
    Array.from(found, ([, name, tag]) => (tag === undefined ? `{${name}}` : `<${tag}>`)),
  )
}

function countSentences(texts: Sentences): number {
  return Object.values(texts)
    .map((text) => (typeof text === 'string' || isPlural(text) ? 1 : countSentences(text)))
    .reduce((sum, count) => sum + count, 0)
}

function isPlural(text: string | Sentences): text is Sentences {
  return typeof text === 'object' && 'other' in text
}

/** The plural categories of a language that whole numbers have. */
function pluralForms(language: string): readonly string[] {
  const rules = new Intl.PluralRules(language)
  return [...new Set(Array.from({ length: 200 }, (_, number) => rules.select(number)))]
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const calendarSchema = Type.Object({
  months: Type.Array(Type.String(), { minItems: 12, maxItems: 12 }),
  shortMonths: Type.Array(Type.String(), { minItems: 12, maxItems: 12 }),
  day: Type.String(),
  dayOfMonth: Type.String(),
})

const amountWordsSchema = Type.Array(
  Type.Object({
    countries: Type.Optional(Type.Array(Type.String())),
    units: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 1, maximum: 12 }))),
    currencies: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  }),
)
