import type { PracticeTable } from './practice-page.ts'

/** The rows of a table as objects: the label and the figures under the heads of their columns. */
export function rowObjects({
  labelHeads,
  columns,
  rows,
}: PracticeTable): readonly Readonly<Record<string, string>>[] {
  return rows.map(({ label, figures }) => {
    const object: Record<string, string> = { [labelHeads.join(' ')]: label }
    for (const [index, { heads }] of columns.entries())
      object[heads.join(' ')] = figures[index] ?? ''
    return object
  })
}
