import { Option } from 'commander'
import { readAndCheckInCage, tablesInCage } from '../../collect/cage.ts'
import type { LoadedSource } from '../../collect/source/parse-source.ts'
import { pageBytes, tryPages, type CapturedBody } from '../../collect/source/try-pages.ts'
import { instantText } from '../../domain/instant.ts'
import type { Table } from '../../read/table.ts'
import { Failure } from '../../domain/failure.ts'
import { command, type DatabaseOption } from '../options.ts'
import { print, tell, visible } from '../output.ts'
import { bookOf, lastCapture } from './last-capture.ts'
import { readPageFiles } from './page-files.ts'
import { trialText } from './trial-text.ts'
import { capturesOption } from '../captures/captures-option.ts'
import { findSource, sourcesOption, type SourcesOption } from './source-options.ts'

type Options = DatabaseOption &
  SourcesOption & { readonly captures: string; readonly page?: readonly string[] }

const example = `ratebook source try peoples-bank
ratebook source try peoples-bank --page page.html
ratebook source try lb-finance --page rates=rates.html --page notice=notice.pdf`

/** `--page`, which can be given several times. */
export function pageOption(): Option {
  return new Option(
    '--page <file>',
    'read this file in place of the last capture; where the source has several pages, NAME=FILE for each',
  ).argParser((value: string, previous?: readonly string[]) => [...(previous ?? []), value])
}

/** `ratebook source try`. */
export const tryCommand = command(
  'try',
  'show what a source reads from its last capture, or from a file',
  example,
)
  .argument('<institution>', 'its id')
  .addOption(pageOption())
  .addOption(sourcesOption())
  .addOption(capturesOption())
  .action(async (institutionId: string, options: Options) => {
    const { database, sources, captures, page } = options
    const source = findSource(sources, institutionId)
    const book = await bookOf(database, institutionId)
    const bodies =
      page === undefined ? await lastCapture(source, book, captures) : readPageFiles(source, page)
    for (const body of bodies) await printTables(source, body)
    const trial = await tryPages(source, bodies, { read: readAndCheckInCage, book })
    if ('failure' in trial) {
      const { failure, place } = trial
      throw new Failure('refused', place === undefined ? failure : `${failure} (${place})`)
    }
    print(trialText(trial))
  })

/** Prints every table of a page, as the reader sees it before the source says what the columns mean. */
async function printTables(source: LoadedSource, body: CapturedBody): Promise<void> {
  const { page, url, at } = body.capture
  print(`page ${page}: ${url}, ${instantText(at)}`)
  const definition = source.definition.pages.find(({ name }) => name === page)
  if (definition === undefined) return
  const content = await tablesInCage(pageBytes(source.definition, body), definition)
  if ('failure' in content) return tell(`  ${content.failure}`)
  for (const [index, one] of content.tables.entries()) print(tableText(one, index + 1))
  print('')
}

function tableText({ headings, rows, address }: Table, number: number): string {
  const names = headings.slice(0, 4).map(({ text }) => `"${visible(text)}"`)
  return [
    `  table ${number} (${address})${names.length === 0 ? '' : `, under ${names.join(', ')}`}`,
    ...rows.map((row) => `    ${row.map(({ text }) => visible(text)).join(' | ')}`),
  ].join('\n')
}
