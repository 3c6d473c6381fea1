import { closeSync, openSync, writeFileSync } from 'node:fs'
import { csvLine, csvText } from '../../serve/http/formats/format-text.ts'
import { chunksOf } from './chunks.ts'
import type { Table } from './tables.ts'

/** Writes a table as the API writes CSV. */
export function writeCsv(path: string, { columns, rows }: Table): void {
  const names = columns.map(({ name }) => name)
  const lines = Iterator.from(rows()).map((row) => csvLine(names, row))
  const file = openSync(path, 'w')
  try {
    writeFileSync(file, csvText(names, []))
    for (const chunk of chunksOf(lines)) writeFileSync(file, chunk)
  } finally {
    closeSync(file)
  }
}
