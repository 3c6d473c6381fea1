import { parseDay } from '../../domain/day.ts'
import { compareDecimals, type Decimal } from '../../domain/decimal.ts'
import { limitNames, limitValue } from '../../domain/gate-limits.ts'
import { isTimeZone } from '../../domain/instant.ts'
import { collectProblems } from '../../book/publish/input/problem.ts'
import { readTier } from '../../book/publish/input/read-terms.ts'
import type { SourceDefinition } from '../read/source-schema.ts'
import { scheduleProblem } from './due.ts'
import { pageProblems } from './page-problems.ts'
import { formProblems } from './pattern-problems.ts'
import { payoutSuggestion, suggestion, type ValueProblem } from './source-problem.ts'
import { payouts, variants } from '../../domain/offer.ts'
import { coveredVariants, isRateRole } from '../read/source/source-terms.ts'
import type { Role } from '../read/source/table-schema.ts'
import { listedTenures } from './rules-of-source.ts'
import { statedTenure, tenureUnits } from '../read/words/tenure.ts'
import { quoted } from '../../domain/text.ts'

/** The problems of a definition that has the right schema: values that do not exist, or that do not go together. */
export function definitionProblems(definition: SourceDefinition): readonly ValueProblem[] {
  return [
    ...placeProblems(definition),
    ...pageProblems(definition),
    ...formProblems(definition),
    ...valueProblems(definition),
    ...tenureProblems(definition),
    ...misprintProblems(definition),
    ...limitProblems(definition),
    ...expectsProblems(definition),
  ]
}

/** The currency, the time zone and the schedule. */
function placeProblems({
  currency,
  timezone,
  schedule,
}: SourceDefinition): readonly ValueProblem[] {
  const [wrongCurrency, wrongZone] = [currencyProblem(currency), timeZoneProblem(timezone)]
  const wrongSchedule =
    wrongZone === undefined ? scheduleProblem({ schedule, timezone }) : undefined
  return [
    { path: ['currency'], message: wrongCurrency },
    { path: ['timezone'], message: wrongZone },
    { path: ['schedule'], message: wrongSchedule },
  ].flatMap(({ path, message }) => (message === undefined ? [] : [{ path, message }]))
}

/** Why a text is no currency, as a sentence; `undefined` if it is one. */
export function currencyProblem(code: string): string | undefined {
  const currencies = Intl.supportedValuesOf('currency')
  if (currencies.includes(code)) return undefined
  return `${quoted(code)} is not a currency of ISO 4217; ${suggestion(code, currencies)}`
}

/** Why a text is no time zone, as a sentence; `undefined` if it is one. */
export function timeZoneProblem(name: string): string | undefined {
  if (isTimeZone(name)) return undefined
  return `${quoted(name)} is not a time zone; ${suggestion(name, Intl.supportedValuesOf('timeZone'))}`
}

/** Limits of the gate outside their ranges, and limits that every rate would break. */
function limitProblems({ gate = {} }: SourceDefinition): readonly ValueProblem[] {
  const outside = limitNames.flatMap((name): readonly ValueProblem[] => {
    const value = name === 'aer_tolerance' ? undefined : gate[name]?.value
    const read = value === undefined ? '' : limitValue(name, value)
    return typeof read === 'string'
      ? []
      : [{ path: ['gate', name, 'value'], message: `The limit ${read.problem}` }]
  })
  const [lowest, highest] = [gate.lowest_rate?.value, gate.highest_rate?.value]
  if (lowest === undefined || highest === undefined) return outside
  if (compareDecimals(lowest as Decimal, highest as Decimal) <= 0) return outside
  const message = `lowest_rate ${lowest} is above highest_rate ${highest}; every rate would be a finding.`
  return [...outside, { path: ['gate', 'lowest_rate', 'value'], message }]
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

/** Tenures of `rows` and `expects` that are none. */
function tenureProblems({ tables, expects }: SourceDefinition): readonly ValueProblem[] {
  const ofRows = tables.flatMap(({ rows = {} }, index) =>
    Object.entries(rows).map(([label, role]) => ({
      tenure: 'tenure' in role ? withNumber(role.tenure, label) : undefined,
      path: ['tables', index, 'rows', label, 'tenure'],
    })),
  )
  const expected = listedTenures(expects).flatMap(({ tenures, path }) =>
    tenures.map((tenure, index) => ({ tenure, path: [...path, index] })),
  )
  return [...ofRows, ...expected].flatMap(({ tenure, path }) =>
    tenure === undefined || isTenure(tenure)
      ? []
      : [
          {
            path,
            message: `${quoted(String(tenure))} is not a tenure; write months, such as 12, or words: "100 days", "13 weeks", "12 months to under 24 months".`,
          },
        ],
  )
}

/** The tenure of a label with a number in place of `{n}`, if the label has it. */
function withNumber<T>(tenure: T, label: string): T | string {
  const hasNumber = typeof tenure === 'string' && label.includes('{n}')
  return hasNumber ? tenure.replaceAll('{n}', '12') : tenure
}

/** Whether a definition states a tenure; in a row, `{n}` stands for a number of its label. */
function isTenure(stated: number | string): boolean {
  return statedTenure(String(stated).replaceAll('{n}', '12')) !== undefined
}

/** Expected tenures that no table can give, and variants of the tables of which nothing is expected. */
function expectsProblems(definition: SourceDefinition): readonly ValueProblem[] {
  const { expects, tables } = definition
  const yields = yieldOnlyProblems(definition)
  if (yields.length > 0) return yields
  const words = wordsIn(tables)
  const readVariants = coveredVariants(definition)
  const isInWords = tables.some(({ columns }) => Object.values(columns).some(hasPayoutWords))
  const readPayouts = payouts.filter((payout) => isInWords || words.has(payout))
  const expected = listedTenures(expects)
  const missing = readVariants.filter((one) => !expected.some(({ variant }) => variant === one))
  return [
    ...expected.flatMap(({ variant, payout, path }): readonly ValueProblem[] => {
      if (!readVariants.includes(variant)) {
        const message = `No table has the variant ${variant}; ${suggestion(variant, readVariants)}`
        return [{ path: path.slice(0, -1), isAboutKey: true, message }]
      }
      if (readPayouts.includes(payout)) return []
      const message = `No table has the payout ${payout}; ${suggestion(payout, readPayouts)}`
      return [{ path, isAboutKey: true, message }]
    }),
    ...missing.map((variant) => ({
      path: ['expects'],
      isAboutKey: true,
      message: `The tables give rates of ${variant}, but no tenures of it are expected; list them under ${variant}, by payout.`,
    })),
  ]
}

/** Whether the words of a column are payouts, in any language. */
function hasPayoutWords(role: Role): boolean {
  return (
    typeof role === 'object' && 'is' in role && role.is === 'payout' && role.values === undefined
  )
}

/** Tables in which no column is a rate. */
function yieldOnlyProblems({ tables }: SourceDefinition): readonly ValueProblem[] {
  return tables.flatMap(({ columns }, index): readonly ValueProblem[] =>
    Object.values(columns).some(isRateRole)
      ? []
      : [
          {
            path: ['tables', index, 'columns'],
            isAboutKey: true,
            message:
              'No column of this table is a rate. A yield (AER, APY) is never turned into a rate: if the page prints no nominal rate, its rates must be entered by hand.',
          },
        ],
  )
}

/** All texts that stand as values in some data. */
function wordsIn(data: unknown): ReadonlySet<string> {
  if (typeof data === 'string') return new Set([data])
  if (typeof data !== 'object' || data === null) return new Set()
  return new Set(Object.values(data).flatMap((value: unknown) => [...wordsIn(value)]))
}

/** The words that a column of a kind can mean; the other kinds have no fixed words. */
const meanings: Readonly<Record<string, readonly string[]>> = {
  payout: payouts,
  variant: variants,
  tenure_unit: tenureUnits,
}

/** Words of the page that are said to mean a payout, a variant or a unit that does not exist. */
function valueProblems({ tables }: SourceDefinition): readonly ValueProblem[] {
  return tables.flatMap(({ columns }, index) =>
    Object.entries(columns).flatMap(([heading, role]) =>
      unknownMeanings(role).map(({ word, message }) => ({
        path: ['tables', index, 'columns', heading, 'values', word],
        message,
      })),
    ),
  )
}

function unknownMeanings(
  role: Role,
): readonly { readonly word: string; readonly message: string }[] {
  if (typeof role !== 'object' || !('is' in role) || role.values === undefined) return []
  const { is = 'rate', values } = role
  const known = Object.hasOwn(meanings, is) ? (meanings[is] ?? []) : undefined
  return Object.entries(values).flatMap(([word, meaning]) => {
    if (typeof meaning !== 'string' || known === undefined || known.includes(meaning)) return []
    const possible = is === 'payout' ? payoutSuggestion(meaning) : suggestion(meaning, known)
    return [{ word, message: `${quoted(meaning)} is not a ${is}; ${possible}` }]
  })
}
