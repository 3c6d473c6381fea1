import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { layouts } from '../practice/layouts.ts'
import { filledTables } from '../../support/fill-tables.ts'
import { layoutTables } from './layout-table.ts'
import { measureLayout, type LayoutResults } from './measure-layouts.ts'

// Prints the tables of `docs/collecting.md`, and writes them into it.
const page = fileURLToPath(new URL('../../../docs/collecting.md', import.meta.url))
const results: LayoutResults[] = []
for (const layout of layouts) results.push(await measureLayout(layout))
const tables = layoutTables(results)
process.stdout.write(`${Object.values(tables).join('\n\n')}\n`)
writeFileSync(page, filledTables(readFileSync(page, 'utf8'), tables))
