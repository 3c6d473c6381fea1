import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gateTables } from '../book/gate/gate-tables.ts'
import { injectFaults, sampleSheets } from '../book/gate/measure.ts'
import { layoutTables } from '../collect/layouts/layout-table.ts'
import { measureLayout, type LayoutResults } from '../collect/layouts/measure-layouts.ts'
import { layouts } from '../collect/practice/layouts.ts'
import { yearTable } from '../share/alerts/measure-year.ts'
import { truthTable } from '../whole/truth/truth-table.ts'
import { endpointPages } from './endpoint-pages.ts'
import { filledTables } from './fill-tables.ts'
import { sourceSchemaFile, sourceSchemaText } from './source-schema-text.ts'

// `npm run docs` writes what documents take from the code; `npm run docs -- NAME` writes one of the parts below.
const docs = fileURLToPath(new URL('../../docs/', import.meta.url))

/** The parts that need only the code and a few minutes. The numbers of the others come first into `truth`. */
const parts: Readonly<Record<string, () => void | Promise<void>>> = {
  endpoints: async () => {
    mkdirSync(`${docs}endpoints`, { recursive: true })
    for (const [name, text] of await endpointPages())
      writeFileSync(`${docs}endpoints/${name}`, text)
  },
  sources: () => writeFileSync(sourceSchemaFile, sourceSchemaText()),
  layouts: async () => {
    const results: LayoutResults[] = []
    for (const layout of layouts) results.push(await measureLayout(layout))
    fill('collecting.md', layoutTables(results))
  },
  gate: () => {
    const sheets = sampleSheets()
    fill('gate.md', gateTables(sheets, sheets.flatMap(injectFaults)))
  },
  alerts: () => fill('alerts.md', { 'frozen years': yearTable() }),
  truth: () => fill('reliability.md', { measured: truthTable() }),
}

/** The parts that take long or read other files; each is a program that may have arguments. */
const programs: Readonly<Record<string, string>> = {
  reliability: 'test/long/write-reliability.ts',
  screenshots: 'test/page/screenshots.ts',
  'real-pages': 'test/collect/real-pages/write-real-pages.ts',
  'kept-book': 'test/book/store/books/write-book.ts',
}

function fill(page: string, tables: Readonly<Record<string, string>>): void {
  writeFileSync(docs + page, filledTables(readFileSync(docs + page, 'utf8'), tables))
}

const [name, ...others] = process.argv.slice(2)
const program = programs[name ?? '']
const part = parts[name ?? '']
if (program !== undefined)
  execFileSync(process.execPath, [program, ...others], { cwd: `${docs}..`, stdio: 'inherit' })
else if (part !== undefined) await part()
else if (name === undefined) for (const write of Object.values(parts)) await write()
else {
  const names = [...Object.keys(parts), ...Object.keys(programs)].join(', ')
  process.stderr.write(`There is no part ${name}. Choose one of: ${names}.\n`)
  process.exitCode = 64
}
