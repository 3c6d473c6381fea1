import { dirname, isAbsolute, join } from 'node:path'
import { isTimeZone } from '../../collect/source/definition-problems.ts'
import { suggestion, type ValueProblem } from '../../collect/source/source-problem.ts'
import type { BookSettings } from '../../domain/book-settings.ts'
import { isContact, isHttps } from '../../domain/contact.ts'
import { parseDay } from '../../domain/day.ts'
import { compareDecimals, parseDecimal, type Decimal } from '../../domain/decimal.ts'
import { readLimits } from '../../domain/gate-limits.ts'
import { institutionTypes } from '../../domain/institution.ts'
import type { Insurance } from '../../domain/insurance.ts'
import type { BookData } from './settings-schema.ts'

type Check = (
  isRight: boolean | undefined,
  path: readonly (string | number)[],
  message: string,
) => void

/** Makes the settings of a book from the content of `ratebook.yaml`, which fits the schema, and finds what is still wrong in it. */
export function bookFromData(
  data: BookData,
  file: string,
): { readonly settings: BookSettings; readonly problems: readonly ValueProblem[] } {
  const problems: ValueProblem[] = []
  const check: Check = (isRight, path, message) => {
    if (isRight === false) problems.push({ path, message })
  }
  checkPlace(data, check)
  checkOperator(data, check)
  const { limits, problems: wrongLimits } = readLimits(data.gate ?? {})
  for (const { key, message } of wrongLimits) problems.push({ path: ['gate', key], message })
  const tax = data.withholding_tax === undefined ? undefined : decimalOf(data.withholding_tax)
  check(
    data.withholding_tax === undefined ||
      (tax !== undefined && compareDecimals(tax, '100' as Decimal) <= 0),
    ['withholding_tax'],
    'This must be a percentage from 0 to 100, such as 15.',
  )
  const insurance: Partial<Record<(typeof institutionTypes)[number], Insurance>> = {}
  for (const type of institutionTypes) {
    const given = data.insurance?.[type]
    if (given !== undefined) insurance[type] = readInsurance(given, type, data.currency, check)
  }
  const { operator = {}, catalogues } = data
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
    insurance,
    withholdingTax: tax,
    gate: limits,
  }
  return { settings, problems }
}

/** A path of a settings file: relative to the folder of the file. */
export function pathIn(file: string, path: string): string {
  return isAbsolute(path) ? path : join(dirname(file), path)
}

function checkPlace(
  { country, currency, time_zone: zone, languages = [] }: BookData,
  check: Check,
) {
  const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  check(
    country === undefined || regions.of(country) !== undefined,
    ['country'],
    `"${country}" is not a country of ISO 3166-1, such as KE.`,
  )
  checkCurrency(currency, ['currency'], check)
  if (zone !== undefined)
    check(
      isTimeZone(zone),
      ['time_zone'],
      `"${zone}" is not a time zone; ${suggestion(zone, Intl.supportedValuesOf('timeZone'))}`,
    )
  for (const [index, language] of languages.entries())
    check(languages.indexOf(language) === index, ['languages', index], 'This is given twice.')
}

function checkCurrency(
  currency: string | undefined,
  path: readonly (string | number)[],
  check: Check,
): void {
  const currencies = Intl.supportedValuesOf('currency')
  if (currency !== undefined)
    check(
      currencies.includes(currency),
      path,
      `"${currency}" is not a currency of ISO 4217; ${suggestion(currency, currencies)}`,
    )
}

function checkOperator({ operator = {} }: BookData, check: Check): void {
  const { website, licence, contact } = operator
  const https = 'This must be an https URL without a password, such as https://rates.example.'
  check(website === undefined || isHttps(website), ['operator', 'website'], https)
  check(licence === undefined || isHttps(licence.url), ['operator', 'licence', 'url'], https)
  check(
    contact === undefined || isContact(contact),
    ['operator', 'contact'],
    'This must be an https URL or an e-mail address, such as rates@example.org.',
  )
}

type InsuranceData = NonNullable<NonNullable<BookData['insurance']>['bank']>

function readInsurance(
  data: InsuranceData,
  type: string,
  bookCurrency: string | undefined,
  check: Check,
): Insurance {
  const path = ['insurance', type]
  const { status, scheme, address } = data
  const isLimited = status === 'insured_up_to'
  const amount = data.amount === undefined ? undefined : decimalOf(data.amount)
  const currency = data.currency ?? bookCurrency
  const since = data.since === undefined ? undefined : parseDay(data.since)
  check(
    isLimited === (data.amount !== undefined),
    path,
    isLimited
      ? 'The key "amount" is missing: the limit for one depositor, such as 500000.'
      : `The key "amount" goes only with the status insured_up_to.`,
  )
  check(
    data.amount === undefined || amount !== undefined,
    [...path, 'amount'],
    'This must be a plain decimal, such as 500000.',
  )
  check(
    !isLimited || currency !== undefined,
    path,
    'The currency of the amount is missing: give "currency" here or at the top of the file.',
  )
  checkCurrency(data.currency, [...path, 'currency'], check)
  check(
    address === undefined || isHttps(address),
    [...path, 'address'],
    'This must be an https URL.',
  )
  check(
    data.since === undefined || since !== undefined,
    [...path, 'since'],
    `${data.since} is not a day of the calendar.`,
  )
  return {
    status,
    ...(amount !== undefined && { amount }),
    ...(isLimited && currency !== undefined && { currency }),
    ...(scheme !== undefined && { scheme }),
    ...(address !== undefined && { address }),
    ...(since !== undefined && { since }),
  }
}

/** YAML reads 500000 as a number, and "500000.50" as a text. */
function decimalOf(value: string | number): Decimal | undefined {
  return parseDecimal(String(value))
}
