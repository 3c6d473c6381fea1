import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { filledTables } from '../../support/fill-tables.ts'
import { gateTables } from './gate-tables.ts'
import { injectFaults, sampleSheets } from './measure.ts'

// Writes the tables of `docs/gate.md`.
const page = fileURLToPath(new URL('../../../docs/gate.md', import.meta.url))
const sheets = sampleSheets()
const tables = gateTables(sheets, sheets.flatMap(injectFaults))
writeFileSync(page, filledTables(readFileSync(page, 'utf8'), tables))
