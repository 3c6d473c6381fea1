import type { RuleName } from '../../../book/gate/gate.ts'
import { parseDay, startOf, type Day } from '../../../domain/day.ts'
import type { Cell } from '../../../domain/origin.ts'
import { quoted } from '../../../domain/text.ts'
import { refuse } from '../refusal.ts'
import type { SourceDefinition } from '../source-schema.ts'
import type { PageContent, Table } from '../table.ts'
import { monthsNamed, weekdaysNamed } from '../words/month-names.ts'
import { compilePattern, type Pattern } from '../words/pattern.ts'
import type { ReadingNotes } from './reading-notes.ts'

type DateLine = NonNullable<SourceDefinition['date']>

/** The date that a page prints, and its cell. */
export type DateCell = { readonly day: Day; readonly cell: Cell }

/**
 * Finds the date that the source names: the first text with its pattern, from the text `under` to the heading of another table. A date
 * in doubt, or two that differ, hold the sheet; without a date the read ends.
 */
export function findDate(
  line: DateLine,
  content: PageContent,
  notes: ReadingNotes,
): DateCell | undefined {
  const under = [line.under ?? []].flat().map(compilePattern)
  const pattern = compilePattern(line.format)
  const found = textsUnder(under, content).flatMap((cell) => {
    const ways = pattern.find(cell.text)
    return ways.length === 0 ? [] : [{ cell, date: dateOfParts(ways, notes.source.language) }]
  })
  const [first] = found
  if (first === undefined) {
    const place =
      under.length === 0 ? '' : ` under ${under.map(({ source }) => quoted(source)).join(', ')}`
    return refuse(`The page has no date of the form ${quoted(line.format)}${place}.`)
  }
  for (const { cell, date } of found)
    if ('doubt' in date) {
      const message = `The printed date in ${quoted(cell.text)} ${date.doubt}.`
      notes.findings.push({ rule: date.rule, message })
    }
  const days = new Set(found.flatMap(({ date }) => ('day' in date ? [date.day] : [])))
  if (days.size > 1) {
    const message = `The page prints several dates: ${[...days].join(', ')}.`
    notes.findings.push({ rule: 'dates-disagree', message })
  }
  return 'day' in first.date ? { day: first.date.day, cell: first.cell } : undefined
}

/** The texts in which the date is looked for. Each pattern of `under` narrows the range of the one before. */
function textsUnder(under: readonly Pattern[], { texts, tables }: PageContent): readonly Cell[] {
  let range = texts
  for (const pattern of under) {
    const start = range.findIndex(({ text }) => pattern.match(text).length > 0)
    const first = range[start]
    if (first === undefined) return []
    const member = jsonScope(first)
    range =
      member === undefined
        ? upToOtherTable(range.slice(start), tables)
        : range.filter(({ address }) => isInside(address.replace('#key=', '#'), member))
  }
  return range
}

function isInside(address: string, member: string): boolean {
  return address === member || address.startsWith(`${member}/`)
}

/** For a key of JSON the address of its value, for a value that of its object; `undefined` for other texts. */
function jsonScope({ address }: Cell): string | undefined {
  const [, document = '', isKey, pointer = ''] = /^(.*)#(key=)?(\/[^#]*)$/s.exec(address) ?? []
  if (pointer === '') return undefined
  if (isKey !== undefined) return `${document}#${pointer}`
  return `${document}#${pointer.slice(0, pointer.lastIndexOf('/'))}`
}

/** The texts up to the heading of a table that is not under the first of them. */
function upToOtherTable(texts: readonly Cell[], tables: readonly Table[]): readonly Cell[] {
  const [first] = texts
  const isOwn = ({ headings }: Table) => headings.some(({ address }) => address === first?.address)
  const headingsOf = (some: readonly Table[]) =>
    new Set(some.flatMap(({ headings }) => headings.map(({ address }) => address)))
  const own = headingsOf(tables.filter(isOwn))
  const foreign = headingsOf(tables.filter((table) => !isOwn(table)))
  const end = texts.findIndex(
    ({ address }, index) => index > 0 && foreign.has(address) && !own.has(address),
  )
  return end === -1 ? texts : texts.slice(0, end)
}

/** The parts of a date as printed, such as `{ D: '9', MMMM: 'June' }`. */
type DateParts = Readonly<Record<string, string>>

/** A printed date, or why it is none, as the end of a sentence. */
export type PrintedDate =
  | { readonly day: Day }
  | { readonly rule: RuleName; readonly doubt: string }

/** The date in the parts that a pattern found. Several ways to read it must give one day. */
export function dateOfParts(ways: readonly DateParts[], language?: string): PrintedDate {
  const days = new Set(ways.flatMap((parts) => daysOfParts(parts, language)))
  const [day, other] = days
  if (day === undefined) return { rule: 'impossible-date', doubt: 'is not a day that exists' }
  if (other === undefined) return { day }
  return { rule: 'ambiguous-date', doubt: `may be ${[...days].join(' or ')}` }
}

/** The days that the parts name: several if the month has two meanings; none if there is no such day, or on another weekday. */
function daysOfParts(parts: DateParts, language: string | undefined): readonly Day[] {
  const name = parts['MMMM'] ?? parts['MMM']
  const number = parts['MM'] ?? parts['M']
  const months = name === undefined ? [number ?? ''] : monthsNamed(name, language).map(String)
  const year = parts['YYYY'] ?? `20${parts['YY']}`
  return months.flatMap((month) => {
    const date = [year, month, parts['DD'] ?? parts['D']].map((part = '') => part.padStart(2, '0'))
    const day = parseDay(date.join('-'))
    if (day === undefined) return []
    const weekday = new Date(startOf(day)).getUTCDay()
    const isOther =
      parts['dddd'] !== undefined && !weekdaysNamed(parts['dddd'], language).includes(weekday)
    return isOther ? [] : [day]
  })
}
