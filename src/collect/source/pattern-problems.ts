import type { SourceDefinition } from '../read/source-schema.ts'
import { suggestion, type ValuePath, type ValueProblem } from './source-problem.ts'

const yearParts = ['YYYY', 'YY']
const monthParts = ['MMMM', 'MMM', 'MM', 'M']
const dayParts = ['DD', 'D']
const dateParts = [...dayParts, 'th', ...monthParts, ...yearParts, 'dddd', 'date']
const cellParts = ['rate', 'aer']
const labelParts = ['n', ...dateParts]

/** The problems of the parts in braces of dates, headings, cells and other texts of the page. */
export function formProblems({ date, tables, ignore }: SourceDefinition): readonly ValueProblem[] {
  return [
    ...textsIn({ date, tables, ignore }, []).flatMap(partProblems),
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

function partProblems({ text, path, ...place }: FormText): readonly ValueProblem[] {
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
