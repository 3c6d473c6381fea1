import { collectProblems, textProblem } from '../../book/publish/input/problem.ts'
import { readTier } from '../../book/publish/input/read-offers.ts'
import { parseDay } from '../../domain/day.ts'
import { compareDecimals, type Decimal } from '../../domain/decimal.ts'
import { limitNames, limitValue } from '../../domain/gate-limits.ts'
import { isTimeZone } from '../../domain/instant.ts'
import { payouts, variants } from '../../domain/offer.ts'
import { quoted } from '../../domain/text.ts'
import type { SourceDefinition } from '../read/source-schema.ts'
import { namesProblem, patternOf, type PagePattern } from '../read/source/page-pattern.ts'
import type { SourcePage } from '../read/source/page-schema.ts'
import { coveredVariants, isRateRole } from '../read/source/source-terms.ts'
import type { Role } from '../read/source/table-schema.ts'
import { statedTenure, tenureUnits } from '../read/words/tenure.ts'
import { scheduleProblem } from './due.ts'
import { listedTenures } from './rules-of-source.ts'
import {
  payoutSuggestion,
  suggestion,
  type ValuePath,
  type ValueProblem,
} from './schema-problems.ts'

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
function placeProblems({ currency, timezone, schedule }: SourceDefinition) {
  const wrongZone = timeZoneProblem(timezone)
  return [
    { path: ['currency'], message: currencyProblem(currency) },
    { path: ['timezone'], message: wrongZone },
    {
      path: ['schedule'],
      message: wrongZone ? undefined : scheduleProblem({ schedule, timezone }),
    },
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
  return misprints.flatMap(({ terms, until }, index) => {
    const { problems, refuse } = collectProblems()
    readTier(terms, '', refuse)
    const isDay = parseDay(until) !== undefined
    return [
      ...problems.map(({ message }) => ({ path: ['misprints', index, 'terms'], message })),
      ...problemIf(!isDay, ['misprints', index, 'until'], `${until} is not a day of the calendar.`),
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
    problemIf(
      tenure !== undefined && !isTenure(tenure),
      path,
      `${quoted(String(tenure))} is not a tenure; write months, such as 12, or words: "100 days", "13 weeks", "12 months to under 24 months".`,
    ),
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
  const message =
    'No column of this table is a rate. A yield (AER, APY) is never turned into a rate: if the page prints no nominal rate, its rates must be entered by hand.'
  return tables.flatMap(({ columns }, index) =>
    Object.values(columns).some(isRateRole)
      ? []
      : [{ path: ['tables', index, 'columns'], isAboutKey: true, message }],
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

/** Addresses, patterns of addresses, and names of pages that are given twice or do not exist. */
function pageProblems(definition: SourceDefinition): readonly ValueProblem[] {
  const { pages, tables, compare = [], date } = definition
  const patterns = pages.filter((page) => patternOf(page) !== undefined).map(({ name }) => name)
  const names = pages.map(({ name }) => name)
  const compared = compare.flatMap((pair, index) =>
    pair.map((name, side) => [['compare', index, side], name] as const),
  )
  const named: readonly (readonly [ValuePath, string | undefined])[] = [
    ...tables.map(({ page }, index) => [['tables', index, 'page'], page] as const),
    ...compared,
    [['date', 'page'], date?.page],
  ]
  return [
    ...pages.flatMap((page, index) =>
      [...nameProblems(page), ...partProblems(page, pages)].map(({ path, ...problem }) => ({
        ...problem,
        path: ['pages', index, ...path],
      })),
    ),
    ...compared.flatMap(([path, name]) =>
      problemIf(
        patterns.includes(name),
        path,
        `"${name}" stands for many pages; only single pages can be compared.`,
      ),
    ),
    ...pages.flatMap(({ name, url }, index) => [
      ...problemIf(
        names.indexOf(name) !== index,
        ['pages', index, 'name'],
        `Two pages have the name "${name}".`,
      ),
      ...problemIf(
        !isAddress(url),
        ['pages', index, 'url'],
        `${quoted(url)} is not an address such as https://bank.example/rates, without a user name.`,
      ),
    ]),
    ...named.flatMap(([path, name]) =>
      name === undefined || names.includes(name) ? [] : [{ path, message: noPage(name, names) }],
    ),
  ]
}

function problemIf(isWrong: boolean, path: ValuePath, message: string): readonly ValueProblem[] {
  return isWrong ? [{ path, message }] : []
}

function noPage(name: string, names: readonly string[]): string {
  return `No page has the name "${name}"; ${suggestion(name, names)}`
}

function isAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === ''
}

/** The longest name of a page, in UTF-16 code units: entries name a page of a pattern with one of its names, too. */
const longestPageName = 90

/** The problems of the name of a page. */
function nameProblems({ name }: SourcePage): readonly ValueProblem[] {
  const unkept = textProblem(name, longestPageName)
  const problem = /[/\\=]|^\.+$/.test(name)
    ? `"${name}" cannot name a page: it has a slash or =, or only dots.`
    : unkept && `The name of the page cannot be kept: ${unkept}`
  return problem === undefined ? [] : [{ path: ['name'], message: problem }]
}

/** A part of an address in braces, such as `{product}`. */
const partOfAddress = /\{([a-z_]+)\}/g

/** The problems of a pattern of addresses, and of parts in braces that no pattern fills. */
function partProblems(page: SourcePage, pages: readonly SourcePage[]): readonly ValueProblem[] {
  const { url } = page
  const pattern = patternOf(page)
  const inUrl = Array.from(url.matchAll(partOfAddress), ([, one = '']) => one)
  const other = inUrl.find((one) => one !== pattern?.part)
  const unknown = problemIf(
    other !== undefined,
    ['url'],
    `"for" does not say what stands for {${other}}.`,
  )
  if (pattern === undefined) return unknown
  const { part } = pattern
  const path = ['for', part]
  if (!inUrl.includes(part))
    return [
      ...unknown,
      { path, isAboutKey: true, message: `"url" has no {${part}} for these names.` },
    ]
  const message = `{${part}} must stand in the path or the query of the address.`
  if (!isInPath(url, part)) return [...unknown, { path: ['url'], message }]
  return [...unknown, ...namesProblems(pattern, pages)]
}

/** The problems of the names of a pattern, or of the page that lists them. */
function namesProblems(
  { part, names }: PagePattern,
  pages: readonly SourcePage[],
): readonly ValueProblem[] {
  const path = ['for', part]
  if (!('path' in names)) {
    const message = namesProblem(names)
    return message === undefined ? [] : [{ path, message }]
  }
  const list = pages.find(({ name }) => name === names.page)
  const message =
    list === undefined
      ? noPage(
          names.page,
          pages.map(({ name }) => name),
        )
      : `"${names.page}" cannot list the names: give a single page of JSON.`
  const isRight = list?.format === 'json' && patternOf(list) === undefined
  return problemIf(!isRight, [...path, 'page'], message)
}

/** Whether a name changes only the path and the query of an address, so that every page is on the same host. */
function isInPath(url: string, part: string): boolean {
  const [x, y] = ['x', 'y'].map((name) => URL.parse(url.replaceAll(`{${part}}`, name)))
  return x?.origin === y?.origin && `${x?.pathname}${x?.search}` !== `${y?.pathname}${y?.search}`
}

const yearParts = ['YYYY', 'YY']
const monthParts = ['MMMM', 'MMM', 'MM', 'M']
const dayParts = ['DD', 'D']
const dateParts = [...dayParts, 'th', ...monthParts, ...yearParts, 'dddd', 'date']
const cellParts = ['rate', 'aer']
const labelParts = ['n', ...dateParts]

/** The problems of the parts in braces of dates, headings, cells and other texts of the page. */
function formProblems({ date, tables, ignore }: SourceDefinition): readonly ValueProblem[] {
  return [
    ...textsIn({ date, tables, ignore }, []).flatMap(formTextProblems),
    ...(date === undefined ? [] : incompleteDate(date.format, ['date', 'format'])),
  ]
}

/** A text of the definition: a value, or the key that its path ends with. */
type FormText = Pick<ValueProblem, 'path' | 'isAboutKey'> & { readonly text: string }

/** The keys and values of some data that may be forms; reasons are for people. */
function textsIn(data: unknown, path: ValuePath): readonly FormText[] {
  if (typeof data === 'string') return [{ text: data, path }]
  if (typeof data !== 'object' || data === null) return []
  if (Array.isArray(data)) return data.flatMap((item, index) => textsIn(item, [...path, index]))
  return Object.entries(data).flatMap(([key, value]: [string, unknown]) =>
    key === 'because' || (key === 'ignore' && path.length > 0)
      ? []
      : [{ text: key, path: [...path, key], isAboutKey: true }, ...textsIn(value, [...path, key])],
  )
}

function formTextProblems({ text, path, ...place }: FormText): readonly ValueProblem[] {
  const known = knownParts(path)
  const parts = partsOf(text)
  const unknown = parts.filter((part) => !known.includes(part))
  const repeated = parts.filter((part, index) => part !== 'th' && parts.indexOf(part) !== index)
  return [
    ...unknown.map((part) => `{${part}} is not a part of a form; ${suggestion(part, known)}`),
    ...repeated.map((part) => `{${part}} is in the form twice.`),
  ].map((message) => ({ path, ...place, message }))
}

/** The parts that a text of the definition may have, by its place. */
function knownParts(path: ValuePath): readonly string[] {
  if (path.at(-1) === 'cell') return cellParts
  return path[0] === 'date' ? dateParts : labelParts
}

function partsOf(form: string): readonly string[] {
  return Array.from(form.matchAll(/\{([A-Za-z]+)\}/g), ([, part = '']) => part)
}

/** A date needs a day, a month and a year, or one part that stands for all of them. */
function incompleteDate(format: string, path: ValuePath): readonly ValueProblem[] {
  const parts = partsOf(format)
  if (parts.includes('date')) return []
  const missing = Object.entries({ day: dayParts, month: monthParts, year: yearParts })
    .filter(([, some]) => !some.some((part) => parts.includes(part)))
    .map(([name]) => name)
  if (missing.length === 0) return []
  const message = `The date has no ${missing.join(' and no ')}; write {D}, {MMMM} and {YYYY}, or {date} for all of them.`
  return [{ path, message }]
}
