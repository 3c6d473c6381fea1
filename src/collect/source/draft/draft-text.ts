import { stringify } from 'yaml'
import type { Offer, Payout, Variant } from '../../../domain/offer.ts'
import type { PageFormat } from '../../../domain/origin.ts'
import { counted } from '../../../domain/text.ts'
import type { SurveyTable } from '../../read/survey-page.ts'
import { meaningOf, type ColumnGuess } from './columns.ts'
import type { PartGuess, TableGuess } from './tables.ts'
import { figureIn, headingPattern, statedAs } from './words.ts'

/** The values of a draft outside its tables. */
export type DraftFacts = {
  readonly institution: string
  readonly currency: { readonly code: string; readonly remark: string }
  readonly timeZone: { readonly name: string; readonly remark: string }
  readonly url: string
  readonly format: PageFormat
  readonly mustContain: string | undefined
  readonly language: string | undefined
  /** How often a year interest is compounded, if not with each payment. */
  readonly periodsPerYear?: number
}

/** A page of a draft, with its name. */
export type DraftPage = PartGuess & { readonly name: string }

/** Tenures by variant and payout, as `expects` lists them. */
export type Expected = ReadonlyMap<Variant, ReadonlyMap<Payout, readonly (number | string)[]>>

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
  return columns.some((guess) => meaningOf(guess)?.is === 'aer')
}

/** Short texts without digits in columns of rates. */
function emptyTexts({ columns }: TableGuess): readonly string[] {
  return columns.flatMap((guess) => {
    const { is } = meaningOf(guess) ?? {}
    return is === 'rate' || is === 'aer'
      ? guess.column.texts.filter((text) => text !== '' && text.length <= 12 && !/\d/.test(text))
      : []
  })
}

function tableLines(guess: TableGuess, { name, part, read }: DraftPage, pageCount: number) {
  const { table, layout, columns, rows, isFraction, payout, variant, mark } = guess
  const isAlone = part.tables.length === 1
  const payoutInColumns = columns.some((column) => {
    const { is, payout: stated } = meaningOf(column) ?? {}
    return is === 'payout' || stated !== undefined
  })
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
  const frequency = columns.find((guess) => {
    const { is, values = {} } = meaningOf(guess) ?? {}
    return is === 'payout' && Object.keys(values).every((word) => /^P\d+[DWMY]$/.test(word))
  })
  if (!isPayout || tenure === undefined || frequency === undefined) return []
  const words = Object.entries(meaningOf(frequency)?.values ?? {}).flatMap(([word, means]) =>
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
function wordsRead(guess: ColumnGuess): readonly (readonly [string, readonly string[]])[] {
  const { is, values = {} } = meaningOf(guess) ?? {}
  if (is !== 'variant') return []
  const words = Object.entries(values)
  return [[guess.key, words.flatMap(([word, means]) => (typeof means === 'string' ? [word] : []))]]
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

/** The name of a page of a draft. */
export function pageName(index: number): string {
  return index === 0 ? 'rates' : `rates-${index + 1}`
}

/** The lines of a page. */
function pageLines(
  { name, part, read, leftOut }: DraftPage,
  { url, format, mustContain }: DraftFacts,
) {
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
    ...(hasComma(read) ? ['    decimal: "," # guess: most figures have a comma'] : []),
    ...(hidden.length === 0
      ? []
      : [`    hide: ${flow(hidden)} # guess: copies of the tables for other screens`]),
  ]
}

/** Whether all tables that are read have decimal commas. */
function hasComma(read: readonly TableGuess[]): boolean {
  return read.every(({ mark }) => mark === ',')
}

/** Classes that only copies have: tables that are left out, under the heading and with the figures of a table that is read. */
function hiddenCopies({ read, leftOut }: Pick<PartGuess, 'read' | 'leftOut'>): readonly string[] {
  const kept = new Set(read.flatMap(({ table }) => table.selectors))
  const copies = leftOut.filter(({ table }) =>
    read.some((one) => nearest(one.table) === nearest(table) && hasFiguresOf(one.table, table)),
  )
  return [
    ...new Set(copies.flatMap(({ table }) => table.selectors.find((one) => !kept.has(one)) ?? [])),
  ]
}

/** Whether every figure of a table stands in another one. */
function hasFiguresOf(table: SurveyTable, copy: SurveyTable): boolean {
  const figures = ({ rows }: SurveyTable) =>
    rows.flatMap((row) => row.flatMap(({ text }) => (/^\d+[.,]\d+ ?%?$/.test(text) ? [text] : [])))
  const known = new Set(figures(table))
  const copied = figures(copy)
  return copied.length > 0 && copied.every((figure) => known.has(figure))
}

/** The nearest heading of a table. */
function nearest({ headings }: SurveyTable): string | undefined {
  return headings[0]?.text
}

/** The tenures of the offers that a draft gives, and without any those of its tables. */
export function expectedOf(offers: readonly Offer[], parts: readonly PartGuess[]): Expected {
  const listed =
    offers.length > 0
      ? offers.map(listedOffer)
      : parts.flatMap(({ read }) => read.flatMap(listedTenures))
  const byVariant = Map.groupBy(listed, ({ variant }) => variant)
  return new Map(
    [...byVariant].map(([variant, own]) => {
      const byPayout = Map.groupBy(own, ({ payout }) => payout)
      return [
        variant,
        new Map(
          [...byPayout].map(([payout, some]) => [
            payout,
            [...new Set(some.map(({ tenure }) => tenure))],
          ]),
        ),
      ]
    }),
  )
}

type Listed = {
  readonly variant: Variant
  readonly payout: Payout
  readonly tenure: number | string
}

function listedOffer({ variant, payout, tenure, tenureDays, tenureTo }: Offer): Listed {
  const days = tenureDays !== undefined && { days: tenureDays }
  const to = tenureTo !== undefined && { to: { months: tenureTo } }
  return { variant, payout, tenure: statedAs({ months: tenure, ...days, ...to }) }
}

/** The tenures of a table under each of its rates. */
function listedTenures({
  rows,
  columns,
  payout = 'maturity',
  variant = 'general',
  mark,
}: TableGuess): readonly Listed[] {
  return columns.flatMap((guess) => {
    const role = meaningOf(guess)
    if (role?.is !== 'rate') return []
    const own = {
      variant: role.variant ?? variant,
      payout: [role.payout ?? payout].flat()[0] ?? payout,
    }
    return rows.tenures
      .filter(({ row }) => figureIn(guess.column.texts[row] ?? '', mark) !== undefined)
      .map(({ tenure }) => ({ ...own, tenure: statedAs(tenure) }))
  })
}

/** A value on one line of YAML. */
function flow(value: unknown): string {
  return stringify(value, {
    collectionStyle: 'flow',
    lineWidth: 0,
    flowCollectionPadding: true,
  }).trim()
}

/** A text as a key or a value on one line of YAML. */
function plain(text: string): string {
  return /^[\p{L}][\p{L}\p{N} ./-]*$/u.test(text) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text)
}

/** A text without line breaks, for a comment. */
function line(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
}
