import type { PageFormat } from '../../../domain/origin.ts'
import type { Expected } from './expected.ts'
import { headingPattern } from './patterns.ts'
import type { LeftOut, PartGuess, TableGuess } from './tables.ts'
import { flow, line, plain } from './yaml-line.ts'

/** What a draft says besides its tables. */
export type DraftFacts = {
  readonly institution: string
  readonly currency: { readonly code: string; readonly remark: string }
  readonly timeZone: { readonly name: string; readonly remark: string }
  readonly url: string
  readonly format: PageFormat
  readonly mustContain: string | undefined
  readonly language: string | undefined
}

/** A page of a draft, with its name. */
type DraftPage = PartGuess & { readonly name: string }

/** The text of a draft. Every guess has a comment for a person to confirm. */
export function draftText(
  facts: DraftFacts,
  parts: readonly PartGuess[],
  expected: Expected,
): string {
  const pages = parts.map((part, index) => ({
    ...part,
    name: index === 0 ? 'rates' : `rates-${index + 1}`,
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
          'aer: { formula: compound, tolerance: "0.06" } # confirm; with `periods_per_year: 4` if interest is compounded quarterly',
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

function pageLines(
  { name, part, read, leftOut }: DraftPage,
  { url, format, mustContain }: DraftFacts,
) {
  const marks = new Set(read.map(({ mark }) => mark))
  const hidden = hiddenCopies({ read, leftOut })
  return [
    `  - name: ${name}`,
    `    url: ${plain(url)} # confirm`,
    `    format: ${format}`,
    mustContain === undefined
      ? '    # must_contain: [Name of the institution] # a visible text without which it is not the page'
      : `    must_contain: [${plain(mustContain)}] # guess: a text without which it is not the page`,
    ...(part.path === undefined
      ? []
      : [`    path: ${flow(part.path)} # guess: the list with tenures and rates`]),
    ...(part.embedded === undefined ? [] : [`    embedded: ${flow(part.embedded)} # guess`]),
    ...(part.members === undefined
      ? []
      : [
          '    members:',
          ...Object.entries(part.members).map(
            ([key, path]) => `      ${plain(key)}: ${flow(path)}`,
          ),
        ]),
    ...(marks.has(',') && marks.size === 1
      ? ['    decimal: "," # guess: most figures have a comma']
      : []),
    ...(hidden.length === 0
      ? []
      : [`    hide: ${flow(hidden)} # guess: copies of the tables for other screens`]),
  ]
}

/** Classes that only tables which are left out have, one of which stands under the heading of a table that is read. */
function hiddenCopies({ read, leftOut }: Pick<PartGuess, 'read' | 'leftOut'>): readonly string[] {
  const names = new Set(read.map(({ table }) => nearest(table)))
  const kept = new Set(read.flatMap(({ table }) => table.selectors))
  const copies = leftOut.filter(({ table }) => names.has(nearest(table)))
  return [
    ...new Set(copies.flatMap(({ table }) => table.selectors.find((one) => !kept.has(one)) ?? [])),
  ]
}

function nearest({ headings }: LeftOut['table']): string | undefined {
  return headings[0]?.text
}

function tableLines(guess: TableGuess, { name, part, read }: DraftPage, pageCount: number) {
  const { table, layout, columns, rows, isFraction, payout, variant } = guess
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
    ...(isAlone ? [] : underLines(table, read)),
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
    ...(isFraction ? ['factor: "100" # guess: the figures are fractions, 0.0485 is 4.85 %'] : []),
    'columns:',
    ...columns.map(
      ({ key, role, remark }) =>
        `  ${plain(key)}: ${flow(role)}${remark === '' ? '' : ` # ${line(remark)}`}`,
    ),
    ...(rows.rows.length === 0 ? [] : ['rows:']),
    ...rows.rows.map(
      ({ label, role, remark }) => `  ${plain(label)}: ${flow(role)} # ${line(remark)}`,
    ),
    ...relabelLines(columns, payoutInColumns),
  ]
  return lines.map((one, index) => (index === 0 ? `  - ${one}` : `    ${one}`))
}

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
  return [
    'relabel:',
    ...words.map(
      (word) =>
        `  - ${flow({ where: { [tenure.key]: word, [frequency.key]: word }, payout: 'maturity', because: 'guess: one payment, at the end of the term' })} # confirm`,
    ),
  ]
}

/** The nearest heading; with the next one if another table that is read has the same. */
function underLines(table: LeftOut['table'], read: readonly TableGuess[]): readonly string[] {
  const [first, second] = table.headings.map(({ text }) => headingPattern(text))
  if (first === undefined) return ['# under: the page prints no heading above this table']
  const isShared = read.some(
    (other) => other.table !== table && nearest(other.table) === nearest(table),
  )
  return [
    `under: ${isShared && second !== undefined ? flow([first, second]) : plain(first)} # guess: the heading of this table`,
  ]
}

function ignoreLines(pages: readonly DraftPage[]): readonly string[] {
  const seen = new Set<string>()
  const lines = pages.flatMap((page) => {
    if (page.part.tables.length === 1) return []
    const taken = new Set(page.read.map(({ table }) => nearest(table)))
    const hidden = new Set(hiddenCopies(page))
    return page.leftOut.flatMap(({ table, number, because }) => {
      if (table.selectors.some((one) => hidden.has(one))) return []
      const heading = nearest(table)
      const isNumbered = heading === undefined || taken.has(heading)
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
