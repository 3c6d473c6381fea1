import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { filledTables } from '../../support/fill-tables.ts'
import { yearTable } from './year-table.ts'

// Prints the table of `docs/alerts.md`, and writes it into it.
const page = fileURLToPath(new URL('../../../docs/alerts.md', import.meta.url))
const table = yearTable()
process.stdout.write(`${table}\n`)
writeFileSync(page, filledTables(readFileSync(page, 'utf8'), { 'frozen years': table }))
