import { foldedText } from '../words/folded-text.ts'
import type { TableCell } from '../table.ts'

/** A column as its headings name it. */
export type NamedColumn = {
  readonly index: number
  /** The headings from top to bottom, joined by ` / `; the second column of that name has ` #2` at the end. */
  readonly name: string
  /** The lowest heading that is not empty; absent if the column has none. */
  readonly cell?: TableCell
}

/** The names of the columns under some header rows. Without header rows they are `1`, `2`, `3`. */
export function nameColumns(
  header: readonly (readonly TableCell[])[],
  width: number,
): readonly NamedColumn[] {
  const counts = new Map<string, number>()
  return Array.from({ length: width }, (_, index) => {
    const cells = header
      .flatMap((row) => row[index] ?? [])
      .filter(
        ({ name, text }, place, all) =>
          (name ?? text) !== '' && all[place - 1]?.address !== all[place]?.address,
      )
    const texts = cells.map(({ name, text }) => foldedText(name ?? text)).join(' / ')
    const plain = texts === '' ? placeholder(index, header.length) : texts
    const count = (counts.get(plain.toLowerCase()) ?? 0) + 1
    counts.set(plain.toLowerCase(), count)
    const cell = cells.at(-1)
    return {
      index,
      name: count === 1 ? plain : `${plain} #${count}`,
      ...(cell !== undefined && { cell }),
    }
  })
}

function placeholder(index: number, headerRows: number): string {
  return headerRows === 0 ? String(index + 1) : `(column ${index + 1})`
}
