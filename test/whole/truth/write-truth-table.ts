import { readFileSync, writeFileSync } from 'node:fs'
import { filledTables } from '../../support/fill-tables.ts'
import { pageAt, truthTable } from './truth-table.ts'

// Writes the table of `docs/reliability.md`.
const page = pageAt('reliability.md')
writeFileSync(page, filledTables(readFileSync(page, 'utf8'), { measured: truthTable() }))
