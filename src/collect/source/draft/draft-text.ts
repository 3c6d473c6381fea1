import { counted } from '../../../domain/text.ts'
import type { Expected } from './expected.ts'
import {
  hasComma,
  hiddenCopies,
  nearest,
  pageLines,
  pageName,
  type DraftFacts,
  type DraftPage,
} from './draft-pages.ts'
import { headingPattern } from './patterns.ts'
import type { SurveyTable } from '../../read/survey-page.ts'
import type { ColumnGuess } from './columns.ts'
import type { PartGuess, TableGuess } from './tables.ts'
import { flow, line, plain } from './yaml-line.ts'

/** The text of a draft. Every guess has a comment for a person to confirm. */
export function draftText(
  facts: DraftFacts,
  parts: readonly PartGuess[],
  expected: Expected,
): string {
  const pages = parts.map((part, index) => ({
    ...part,
    name: pageName(index),
  }))
  const empty = [...new Set(pages.flatMap(({ read }) => read.flatMap(emptyTexts)))]
  return [
    '# A draft by `ratebook source draft`. Compare each line with a comment with the page; then run `ratebook source try`.',
    `institution: ${plain(facts.institution)} # confirm: its id in the book`,
    `currency: ${facts.currency.code} # ${facts.currency.remark}`,
    facts.language === undefined
      ? '# language: de # only where a word means two things in two languages'
      : `# language: ${facts.language} # by the markup; needed only where a word means two things in two languages`,
    `timezone: ${plain(facts.timeZone.name)} # ${facts.timeZone.remark}`,
    'schedule: "17 9,15 * * 1-5" # confirm: when a run is due',
    'verified_live: false',
    'pages:',
    ...pages.flatMap((page) => pageLines(page, facts)),
    '# date: { format: "Effective from {D} {MMMM} {YYYY}", means: effective } # if the page prints a date',
    `empty: ${flow(['', ...empty])} # guess: the texts of cells that mean "not offered"`,
    ...(pages.some(({ read }) => read.some(hasYield))
      ? [
          facts.periodsPerYear === undefined
            ? 'aer: { formula: compound, tolerance: "0.06" } # confirm'
            : `aer: { formula: compound, periods_per_year: ${facts.periodsPerYear}, tolerance: "0.06" } # guess: the printed yields are compounded so`,
        ]
      : []),
    'tables:',
    ...pages.flatMap((page) => page.read.flatMap((table) => tableLines(table, page, pages.length))),
    ...ignoreLines(pages),
    ...expectLines(expected),
    '',
  ].join('\n')
}

function hasYield({ columns }: TableGuess): boolean {
  return columns.some(({ role }) => typeof role === 'object' && 'is' in role && role.is === 'aer')
}

/** Short texts without digits in columns of rates. */
function emptyTexts({ columns }: TableGuess): readonly string[] {
  return columns.flatMap(({ role, column }) => {
    const isRead =
      typeof role === 'object' && 'is' in role && (role.is === 'rate' || role.is === 'aer')
    return isRead
      ? column.texts.filter((text) => text !== '' && text.length <= 12 && !/\d/.test(text))
      : []
  })
}

function tableLines(guess: TableGuess, { name, part, read }: DraftPage, pageCount: number) {
  const { table, layout, columns, rows, isFraction, payout, variant, mark } = guess
  const isAlone = part.tables.length === 1
  const payoutInColumns = columns.some(
    ({ role }) =>
      typeof role === 'object' &&
      'is' in role &&
      (role.is === 'payout' || ('payout' in role && role.payout !== undefined)),
  )
  const lines = [
    `# table ${guess.number} of the page`,
    ...(pageCount > 1 ? [`page: ${name}`] : []),
    ...(isAlone ? [] : underLines(table, part.tables)),
    ...(layout.headerRows === 1
      ? []
      : [`header_rows: ${layout.headerRows} # guess: the rows above the first figure`]),
    ...(layout.isTransposed ? ['transposed: true # guess: the tenures stand across'] : []),
    `variant: ${variant ?? 'general'} # ${variant === undefined ? 'guess: nothing says another' : 'guess: by the heading'}`,
    ...(payoutInColumns
      ? []
      : [
          `payout: ${payout ?? 'maturity'} # ${payout === undefined ? 'QUESTION: nothing on the page states when interest is paid; maturity, monthly, quarterly or annual?' : 'guess: by the heading'}`,
        ]),
    ...(mark === ',' && !hasComma(read)
      ? ['decimal: "," # guess: most figures of this table have a comma']
      : []),
    ...(isFraction ? ['factor: "100" # guess: the figures are fractions, 0.0485 is 4.85 %'] : []),
    'columns:',
    ...columnLines(columns),
    ...(rows.rows.length === 0 ? [] : ['rows:']),
    ...rows.rows.map(
      ({ label, role, remark }) => `  ${plain(label)}: ${flow(role)} # ${line(remark)}`,
    ),
    ...relabelLines(columns, payoutInColumns),
  ]
  return lines.map((one, index) => (index === 0 ? `  - ${one}` : `    ${one}`))
}

/** A line for each column. Many columns that are left out share the line `"*"`. */
function columnLines(columns: TableGuess['columns']): readonly string[] {
  const left = columns.filter(({ role }) => typeof role === 'object' && 'ignore' in role)
  const shared = left.length > mostIgnored ? left : []
  const lines = columns
    .filter((column) => !shared.includes(column))
    .map(
      ({ key, role, remark }) =>
        `  ${plain(key)}: ${flow(role)}${remark === '' ? '' : ` # ${line(remark)}`}`,
    )
  if (shared.length === 0) return lines
  const other = { ignore: `guess: the ${counted(shared.length, 'other column')}` }
  return [...lines, `  "*": ${flow(other)} # which of them are yours?`]
}

/** More columns than these are left out by one line. */
const mostIgnored = 12

/** A duration between payments that is as long as the term: interest is paid once. */
function relabelLines(columns: TableGuess['columns'], isPayout: boolean): readonly string[] {
  const tenure = columns.find(({ role }) => role === 'tenure')
  const frequency = columns.find(
    ({ role }) =>
      typeof role === 'object' &&
      'is' in role &&
      role.is === 'payout' &&
      Object.keys(role.values ?? {}).every((word) => /^P\d+[DWMY]$/.test(word)),
  )
  if (!isPayout || tenure === undefined || frequency === undefined) return []
  const values = frequency.role as { readonly values?: Readonly<Record<string, unknown>> }
  const words = Object.entries(values.values ?? {}).flatMap(([word, means]) =>
    means !== 'maturity' &&
    frequency.column.texts.some((text, row) => text === word && tenure.column.texts[row] === word)
      ? [word]
      : [],
  )
  if (words.length === 0) return []
  const read = Object.fromEntries(columns.flatMap(wordsRead))
  return [
    'relabel:',
    ...words.map(
      (word) =>
        `  - ${flow({ where: { ...read, [tenure.key]: word, [frequency.key]: word }, payout: 'maturity', because: 'guess: one payment, at the end of the term' })} # confirm`,
    ),
  ]
}

/** The words of a column of variants that are read: `relabel` goes before the words that leave a row out. */
function wordsRead({ key, role }: ColumnGuess): readonly (readonly [string, readonly string[]])[] {
  if (typeof role !== 'object' || !('is' in role) || role.is !== 'variant') return []
  const words = Object.entries(role.values ?? {})
  return [[key, words.flatMap(([word, means]) => (typeof means === 'string' ? [word] : []))]]
}

/** The nearest heading; with the next one if another table of the page has the same. */
function underLines(table: SurveyTable, all: readonly SurveyTable[]): readonly string[] {
  const [first, second] = table.headings.map(({ text }) => headingPattern(text))
  if (first === undefined) return ['# under: the page prints no heading above this table']
  const isShared = all.some((other) => other !== table && nearest(other) === nearest(table))
  return [
    `under: ${isShared && second !== undefined ? flow([first, second]) : plain(first)} # guess: the heading of this table`,
  ]
}

function ignoreLines(pages: readonly DraftPage[]): readonly string[] {
  const seen = new Set<string>()
  const lines = pages.flatMap((page) => {
    if (page.part.tables.length === 1) return []
    const taken = new Set(page.read.flatMap(({ table }) => table.headings.map(({ text }) => text)))
    const hidden = new Set(hiddenCopies(page))
    return page.leftOut.flatMap(({ table, number, because }) => {
      if (table.selectors.some((one) => hidden.has(one))) return []
      const heading = table.headings.find(({ text }) => !taken.has(text))?.text
      const isNumbered = heading === undefined
      const named = isNumbered ? number : headingPattern(heading)
      const key = `${named}`
      if (seen.has(key)) return []
      seen.add(key)
      const ofPage = isNumbered && page.name !== 'rates' ? { page: page.name } : {}
      return [`  - ${flow({ table: named, ...ofPage, because: `guess: ${because}` })} # confirm`]
    })
  })
  return lines.length === 0 ? [] : ['ignore:', ...lines]
}

function expectLines(expected: Expected): readonly string[] {
  const variants = [...expected].map(
    ([variant, payouts]) => `  ${variant}: ${flow(Object.fromEntries(payouts))}`,
  )
  return [
    'expects: # guess: the tenures of this capture; a tenure that is gone holds the sheet',
    ...variants,
  ]
}
