import { parseDay } from '../../domain/day.ts'
import { collectProblems } from '../../publish/problem.ts'
import { readTier } from '../../publish/read-tier.ts'
import type { SourceDefinition } from '../../read/source-schema.ts'
import { scheduleProblem } from '../due.ts'
import { expectsProblems } from './expects-problems.ts'
import { formProblems } from './form-problems.ts'
import { suggestion } from './nearest-word.ts'
import type { ValuePath, ValueProblem } from './source-problem.ts'
import { valueProblems } from './value-problems.ts'

/** The problems of a definition that has the right schema: values that do not exist, or that do not go together. */
export function definitionProblems(definition: SourceDefinition): readonly ValueProblem[] {
  return [
    ...placeProblems(definition),
    ...pageProblems(definition),
    ...formProblems(definition),
    ...valueProblems(definition),
    ...misprintProblems(definition),
    ...expectsProblems(definition),
  ]
}

/** The currency, the time zone and the schedule. */
function placeProblems({
  currency,
  timezone,
  schedule,
}: SourceDefinition): readonly ValueProblem[] {
  const currencies = Intl.supportedValuesOf('currency')
  const problems: ValueProblem[] = []
  if (!currencies.includes(currency))
    problems.push({
      path: ['currency'],
      message: `"${currency}" is not a currency of ISO 4217; ${suggestion(currency, currencies)}`,
    })
  if (!isTimeZone(timezone)) {
    const message = `"${timezone}" is not a time zone; ${suggestion(timezone, Intl.supportedValuesOf('timeZone'))}`
    return [...problems, { path: ['timezone'], message }]
  }
  const message = scheduleProblem({ schedule, timezone })
  return message === undefined ? problems : [...problems, { path: ['schedule'], message }]
}

function isTimeZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return /^[A-Z]/i.test(timeZone)
  } catch {
    return false
  }
}

/** Addresses, and names of pages that are given twice or do not exist. */
function pageProblems({
  pages,
  tables,
  compare = [],
  date,
}: SourceDefinition): readonly ValueProblem[] {
  const names = pages.map(({ name }) => name)
  const named: readonly (readonly [ValuePath, string | undefined])[] = [
    ...tables.map(({ page }, index) => [['tables', index, 'page'], page] as const),
    ...compare.flatMap((pair, index) =>
      pair.map((page, side) => [['compare', index, side], page] as const),
    ),
    [['date', 'page'], date?.page],
  ]
  return [
    ...pages.flatMap(({ name, url }, index): readonly ValueProblem[] => [
      ...(names.indexOf(name) === index
        ? []
        : [{ path: ['pages', index, 'name'], message: `Two pages have the name "${name}".` }]),
      ...(isAddress(url)
        ? []
        : [
            {
              path: ['pages', index, 'url'],
              message: `"${url}" is not an address such as https://bank.example/rates, without a user name.`,
            },
          ]),
    ]),
    ...named.flatMap(([path, name]) =>
      name === undefined || names.includes(name)
        ? []
        : [{ path, message: `No page has the name "${name}"; ${suggestion(name, names)}` }],
    ),
  ]
}

function isAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === ''
}

function misprintProblems({ misprints = [] }: SourceDefinition): readonly ValueProblem[] {
  return misprints.flatMap(({ terms, until }, index): readonly ValueProblem[] => {
    const { problems, refuse } = collectProblems()
    readTier(terms, '', refuse)
    const isDay = parseDay(until) !== undefined
    return [
      ...problems.map(({ message }) => ({ path: ['misprints', index, 'terms'], message })),
      ...(isDay
        ? []
        : [
            {
              path: ['misprints', index, 'until'],
              message: `${until} is not a day of the calendar.`,
            },
          ]),
    ]
  })
}
