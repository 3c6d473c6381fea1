import { closeSync, openSync, writeFileSync } from 'node:fs'
import { csvLine, csvText } from '../../serve/http/formats/format-text.ts'
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

/** Fewer, longer texts cost less to write and to compress. */
const chunkLength = 262_144

/** Joins short texts to longer ones, because all of them together may be longer than the longest text. */
export function* chunksOf(parts: Iterable<string>): Generator<string> {
  let chunk = ''
  for (const part of parts) {
    chunk += part
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
