import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, reasonOf } from '../../domain/failure.ts'
import type { AmountWords, PageLanguage } from '../../domain/book-settings.ts'
import { checkCatalogue, type CheckedCatalogue, type Sentences } from './check-catalogue.ts'
import { firstProblems } from '../../domain/text.ts'

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
