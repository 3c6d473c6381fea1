import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { table } from '../../../bench/page.ts'

/** The path of a page of the documentation. */
export const pageAt = (name: string): string =>
  fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url))

type Row = readonly string[]

/** The rows of a measured table of a page, without its headings. */
function rowsOf(page: string, table: string): readonly Row[] {
  const text = readFileSync(pageAt(page), 'utf8')
  const [, found = ''] = text.split(`<!-- ${table} -->`)
  const lines = found.split('<!-- end -->')[0]?.trim().split('\n') ?? []
  const rows = lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  if (rows.length === 0) throw new Error(`docs/${page} has no table ${table}.`)
  return rows
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

/** The sum of the numbers before a letter in the cells of a row, such as `2 H, 1 F`. */
function counted(row: Row, letter: string): number {
  const places = new RegExp(String.raw`(\d+) ${letter}\b`, 'g')
  return sum(row.flatMap((cell) => [...cell.matchAll(places)].map(([, digits]) => Number(digits))))
}

const text = (count: number): string => count.toLocaleString('en')

/** The table of `docs/reliability.md`: what was measured, from the tables of other pages. */
export function truthTable(): string {
  const layouts = rowsOf('collecting.md', 'layouts')
  const held = sum(layouts.map((row) => counted(row, 'H')))
  const failed = sum(layouts.map((row) => counted(row, 'F')))
  const passed = layouts.map((row) => /^(\d+) of \d+, to (\d+) bp$/.exec(row.at(-1) ?? ''))
  const small = sum(passed.flatMap((match) => (match === null ? [] : [Number(match[1])])))
  const largest = Math.max(...passed.map((match) => Number(match?.[2] ?? 0)))
  const targets = rowsOf('gate.md', 'targets').map(([fault, found]) => [
    `${(fault ?? '').replace(/^./, (letter) => letter.toUpperCase())}, on a typed sheet with AER: does the gate stop it?`,
    found ?? '',
    '`npm run docs`, [gate](gate.md#what-it-finds)',
  ])
  const flips = rowsOf('reliability.md', 'flips').filter(([what]) =>
    what?.endsWith('an entry changes'),
  )
  const edits = rowsOf('reliability.md', 'edits').filter(([what]) => what === 'an entry changes')
  const column = (rows: readonly Row[], index: number): number =>
    sum(rows.map((row) => Number(row[index])))
  const layoutPage =
    '`npm run docs`, [collecting](collecting.md#which-layouts-are-read-and-which-faults-are-found)'
  const reliability = '`npm run docs -- reliability`, [below](#flipped-bits)'
  const rows: readonly Row[] = [
    [
      `A page of one of ${layouts.length} layouts has a fault: is it stopped?`,
      `${text(held + failed)} of ${text(held + failed)}: ${text(held)} held, ${text(failed)} failed`,
      layoutPage,
    ],
    [
      'A page has a fault that looks like a small change: how many pass?',
      `${text(small)}, by at most ${largest} basis points`,
      layoutPage,
    ],
    ...targets,
    [
      'A bit of the book is flipped, and an entry changes: does `audit` find it?',
      `${text(column(flips, 3))} of ${text(column(flips, 1))}`,
      reliability,
    ],
    [
      'An entry is changed with SQL: does `audit` find it?',
      `${text(column(edits, 4))} of ${text(column(edits, 2))}`,
      reliability,
    ],
    [
      'How many wrong answers did servers of flipped books give?',
      text(column(rowsOf('reliability.md', 'flips'), 6)),
      reliability,
    ],
  ]
  return table(['question', 'measured', 'command and page'], rows)
}
