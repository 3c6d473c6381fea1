import { dirname, isAbsolute, join } from 'node:path'
import type { Option } from 'commander'
import { collectProblems } from '../../book/publish/input/problem.ts'
import { insurance } from '../../book/publish/input/read-institutions.ts'
import { isPostgres, withoutPassword } from '../../book/store/postgres/address.ts'
import { currencyProblem, timeZoneProblem } from '../../collect/source/definition-problems.ts'
import { placedProblems, readYaml, readYamlFile } from '../../collect/source/read-yaml.ts'
import {
  schemaProblems,
  sourceProblemLine,
  type ValueProblem,
} from '../../collect/source/schema-problems.ts'
import { isContact, isHttps, type BookSettings } from '../../domain/book-settings.ts'
import { compareDecimals, parseDecimal, type Decimal } from '../../domain/decimal.ts'
import { readLimits } from '../../domain/gate-limits.ts'
import { institutionTypes, type InstitutionType, type Insurance } from '../../domain/institution.ts'
import { sectionNames } from './sections.ts'
import {
  isList,
  keyOf,
  optionsOf,
  settingsSchema,
  sharedOptions,
  type BookData,
} from './settings-schema.ts'

/** Option values by the names of the options in the code. */
type OptionValues = Readonly<Record<string, string | readonly string[]>>

/** The contents of a `ratebook.yaml`. */
export type SettingsFile = {
  readonly settings: BookSettings
  /** The values for every command. */
  readonly shared: OptionValues
  /** The values for the command of each section. */
  readonly sections: Readonly<Record<string, OptionValues>>
}

/** Reads a `ratebook.yaml`. Returns every problem as a line with its place, if there is one. */
export function readSettingsFile(
  file: string,
): SettingsFile | { readonly problems: readonly string[] } {
  const text = readYamlFile(file)
  if (typeof text !== 'string')
    return { problems: [`The settings file ${file} cannot be read: ${text.reason}.`] }
  const yaml = readYaml(text)
  if ('problems' in yaml)
    return { problems: yaml.problems.map((problem) => sourceProblemLine({ file, ...problem })) }
  const data = withoutEmpty(yaml.value) as BookData & Data
  const inSchema = schemaProblems(settingsSchema, data)
  const { settings, problems } =
    inSchema.length > 0 ? { settings: undefined, problems: inSchema } : bookFromData(data, file)
  const found: readonly ValueProblem[] = [...problems, ...passwordProblems(data)]
  if (settings === undefined || found.length > 0)
    return { problems: placedProblems(file, yaml, found).map(sourceProblemLine) }
  const ofSections = sectionNames.map((name) => {
    const values = valuesOf(optionsOf(name), (data[name] ?? {}) as Data, file)
    return [name, values] as const
  })
  const shared = valuesOf(sharedOptions, data, file)
  return { settings, shared, sections: Object.fromEntries(ofSections) }
}

/** A password in the file would be read by everybody who may read the settings. */
function passwordProblems({ database }: Data): readonly ValueProblem[] {
  if (typeof database !== 'string' || !isPostgres(database)) return []
  if (withoutPassword(database) === database) return []
  const message =
    'A password does not belong here: remove it from the address, and put it into ~/.pgpass or the variable PGPASSWORD.'
  return [{ path: ['database'], message }]
}

/** Leaves out a section in which every line is a comment; so may be the file. */
function withoutEmpty(value: unknown): unknown {
  if (value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null))
}

type Data = Readonly<Record<string, unknown>>

/** The values of options, as flags would give them. Paths are relative to the file. */
function valuesOf(options: readonly Option[], data: Data, file: string): OptionValues {
  const values: Record<string, string | readonly string[]> = {}
  for (const option of options) {
    const given = data[keyOf(option)]
    if (given === undefined) continue
    const texts = [given].flat().map(String)
    const paths = isPath(option) ? texts.map((text) => pathOf(text, file)) : texts
    values[option.attributeName()] = isList(option) ? paths : (paths[0] ?? '')
  }
  return values
}

function isPath({ flags }: Option): boolean {
  return /<(book|file|folder)>$/.test(flags)
}

function pathOf(text: string, file: string): string {
  return isPostgres(text) ? text : pathIn(file, text)
}

/** Adds a problem, unless its message is `undefined`. */
type Report = (path: readonly (string | number)[], message: string | undefined) => void

/** Makes the settings of a book from the content of `ratebook.yaml`, which fits the schema, and finds what is still wrong in it. */
export function bookFromData(
  data: BookData,
  file: string,
): { readonly settings: BookSettings; readonly problems: readonly ValueProblem[] } {
  const problems: ValueProblem[] = []
  const report: Report = (path, message) => {
    if (message !== undefined) problems.push({ path, message })
  }
  checkPlace(data, report)
  checkOperator(data, report)
  const { limits, problems: wrongLimits } = readLimits(data.gate ?? {})
  for (const { key, message } of wrongLimits) report(['gate', key], message)
  const { operator = {}, catalogues, withholding_tax: percent } = data
  // YAML reads 15 as a number, and "15.50" as a text.
  const tax = percent === undefined ? undefined : parseDecimal(String(percent))
  const isTax = tax !== undefined && compareDecimals(tax, '100' as Decimal) <= 0
  if (percent !== undefined && !isTax)
    report(['withholding_tax'], 'This must be a percentage from 0 to 100, such as 15.')
  const settings: BookSettings = {
    country: data.country,
    currency: data.currency,
    timeZone: data.time_zone,
    languages: data.languages ?? ['en'],
    catalogues: catalogues === undefined ? undefined : pathIn(file, catalogues),
    typeNames: data.type_names,
    operator: {
      ...operator,
      ...(operator.logo !== undefined && { logo: pathIn(file, operator.logo) }),
    },
    insurance: readInsurance(data, report),
    withholdingTax: tax,
    gate: limits,
  }
  return { settings, problems }
}

/** A path of a settings file: relative to the folder of the file. */
function pathIn(file: string, path: string): string {
  return isAbsolute(path) ? path : join(dirname(file), path)
}

function checkPlace(
  { country, currency, time_zone: zone, languages = [] }: BookData,
  report: Report,
): void {
  const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  if (country !== undefined && regions.of(country) === undefined)
    report(['country'], `"${country}" is not a country of ISO 3166-1, such as KE.`)
  if (currency !== undefined) report(['currency'], currencyProblem(currency))
  if (zone !== undefined) report(['time_zone'], timeZoneProblem(zone))
  for (const [index, language] of languages.entries())
    if (languages.indexOf(language) !== index) report(['languages', index], 'This is given twice.')
}

function checkOperator({ operator = {} }: BookData, report: Report): void {
  const { website, licence, contact, releases } = operator
  const https = 'This must be an https URL without a password, such as https://rates.example.'
  if (website !== undefined && !isHttps(website)) report(['operator', 'website'], https)
  if (releases !== undefined && !isHttps(releases)) report(['operator', 'releases'], https)
  if (licence !== undefined && !isHttps(licence.url)) report(['operator', 'licence', 'url'], https)
  if (contact !== undefined && !isContact(contact))
    report(
      ['operator', 'contact'],
      'This must be an https URL or an e-mail address, such as rates@example.org.',
    )
}

/** The insurance by type, read as in the record of an institution. Its currency is that of the book unless it has its own. */
function readInsurance(
  { insurance: given = {}, currency }: BookData,
  report: Report,
): BookSettings['insurance'] {
  const { problems, refuse } = collectProblems()
  const read: { [Type in InstitutionType]?: Insurance } = {}
  for (const type of institutionTypes) {
    const one = given[type]
    if (one === undefined) continue
    const { status, amount } = one
    const record = {
      ...(status === 'insured_up_to' && currency !== undefined && { currency }),
      ...one,
      ...(amount !== undefined && { amount: String(amount) }),
    }
    const found = insurance(record, `insurance.${type}`, refuse)
    if (found !== undefined) read[type] = found
  }
  for (const { location, message } of problems) report(location.split('.'), message)
  return read
}
