import type { Bench, BenchBook } from './servers.ts'

/** The middle number, or the mean of the middle two. */
export function median(numbers: readonly number[]): number {
  const rising = numbers.toSorted((a, b) => a - b)
  const middle = rising.slice((rising.length - 1) >> 1, (rising.length >> 1) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}

/** Three significant digits, or all those of a whole number; a dash where nothing was measured. */
export function figure(value: number): string {
  if (Number.isNaN(value)) return '–'
  return value >= 100 ? value.toFixed(0) : `${Number(value.toPrecision(3))}`
}

/** A number with its target, and whether it meets that. */
export function withTarget(value: number, relation: '≤' | '≥', target: number): string {
  if (Number.isNaN(value)) return '–'
  const isMet = relation === '≤' ? value <= target : value >= target
  return `${figure(value)} (${relation} ${target}: ${isMet ? 'yes' : 'no'})`
}

/** A Markdown table. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const dashes = columns.map((_, i) => (i === 0 ? '---' : '---:'))
  return [columns, dashes, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** A table with a column for each book, of rows with a label and a figure. Servers end after each book, and one that fails loses no other. */
export async function sideBySide(
  { books, cleanup }: Bench,
  rowsOf: (book: BenchBook) => Promise<readonly (readonly string[])[]>,
): Promise<string> {
  const cells = new Map<string, string[]>()
  for (const [column, book] of books.entries()) {
    const rows = await rowsOf(book).catch((error: unknown) => [['failed', messageOf(error)]])
    await cleanup.end()
    for (const [label = '', value = ''] of rows) {
      const row = cells.get(label) ?? Array<string>(books.length).fill('–')
      row[column] = value
      cells.set(label, row)
    }
  }
  const columns = ['changes in the book', ...books.map(({ changes }) => `${changes}`)]
  return table(
    columns,
    [...cells].map(([label, row]) => [label, ...row]),
  )
}

/** The message of an error in one line. */
export function messageOf(error: unknown): string {
  return String(error).replaceAll(/\s+/g, ' ').slice(0, 500)
}
