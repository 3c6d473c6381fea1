import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Instant } from '../../../src/domain/instant.ts'
import { filledTables } from '../../support/fill-tables.ts'
import { capturedFiles } from './captured-files.ts'
import { outcomeOf, outcomeTable, type PageOutcome } from './real-pages-table.ts'

// Prints how the captures of a folder are read; with `--write`, into `docs/collecting.md` too. See `docs/collecting.md`.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sources: { type: 'string' }, write: { type: 'boolean' } },
})
const [folder] = positionals
const own = join(import.meta.dirname, 'sources')
const files = folder === undefined ? [] : capturedFiles(folder, values.sources ?? own)

if (folder === undefined || !existsSync(folder) || files.length === 0) {
  process.stderr.write(
    'Give a folder with captures, COUNTRY/FILE.html, .json, .pdf or .xlsx: npm run docs -- real-pages FOLDER. The source of a capture is COUNTRY/INSTITUTION.yaml beside it, or in the folder that --sources names.\n',
  )
  process.exitCode = 64
} else {
  const outcomes: PageOutcome[] = []
  for (const file of files) outcomes.push(await outcomeOf(file, Date.now() as Instant))
  const table = outcomeTable(outcomes)
  process.stdout.write(`${table}\n`)
  if (values.write === true) writeInto(outcomes, table)
}

function writeInto(outcomes: readonly PageOutcome[], table: string): void {
  const page = fileURLToPath(new URL('../../../docs/collecting.md', import.meta.url))
  const exact = outcomes.filter(({ outcome }) => outcome === 'exact').length
  const sentence = `Of ${outcomes.length} captures, ${exact} are read exactly. The captures are the institutions' texts, so they are not in the repository.`
  const filled = filledTables(readFileSync(page, 'utf8'), {
    'real pages': `${sentence}\n\n${table}`,
  })
  writeFileSync(page, filled)
}
