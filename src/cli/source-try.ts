import { existsSync } from 'node:fs'
import { Option } from 'commander'
import { openCapturesFolder } from '../collect/captures/folder.ts'
import { readAndCheckInCage, tablesInCage } from '../collect/cage/cage.ts'
import { findSource } from '../collect/source/load-source.ts'
import { readPageFiles } from '../collect/source/page-files.ts'
import type { LoadedSource } from '../collect/source/parse-source.ts'
import { lastCapture } from '../collect/source/replay.ts'
import { pageBytes, tryPages, type CapturedBody } from '../collect/source/try-pages.ts'
import { Failure } from '../domain/failure.ts'
import { limitsOf } from '../domain/gate-limits.ts'
import type { InstitutionBook } from '../book/market/market.ts'
import { readBook } from '../book/publish/context-from-store.ts'
import { problemText, problemsOf } from '../collect/read/refusal.ts'
import { definitionOfPage } from '../collect/read/source/page-pattern.ts'
import { isPostgres } from '../book/store/postgres/address.ts'
import { withStore } from '../book/store/open-store.ts'
import { now } from './clock.ts'
import {
  capturesOption,
  command,
  sourcesOption,
  type DatabaseOption,
  type SettingsOption,
  type SourcesOption,
} from './options.ts'
import { print, printJson } from './output.ts'
import { pageText, trialText } from './source-text.ts'
import { trialRecord, type TriedPage } from './trial-record.ts'

export type TryOptions = DatabaseOption &
  SourcesOption &
  SettingsOption & { readonly captures: string }
export type PageOption = { readonly page?: readonly string[] }

/** `ratebook source try` */
export const tryOne = command(
  'try',
  'show what a source reads from its last capture, or from a file',
  `ratebook source try peoples-bank
ratebook source try peoples-bank --page page.html
ratebook source try lb-finance --page rates=rates.html --page notice=notice.pdf`,
)
  .argument('<institution>', 'its id')
  .addOption(pageOption())
  .addOption(sourcesOption())
  .addOption(capturesOption())
  .option('--json', 'print tables, problems, sheet and findings as JSON, for programs')
  .action(
    async (
      institutionId: string,
      options: TryOptions & PageOption & { readonly json?: boolean },
    ) => {
      const { source, bodies, trial } = await readNow(institutionId, options)
      const pages: TriedPage[] = []
      for (const body of bodies) pages.push(await tablesOf(source, body))
      const problems = 'failure' in trial ? problemsOf(trial) : []
      if (options.json === true) printJson(trialRecord(pages, trial))
      else {
        for (const page of pages) print(pageText(page))
        if (!('failure' in trial)) print(trialText(trial))
      }
      if (problems.length > 0) throw new Failure('refused', problems.map(problemText).join('\n'))
    },
  )

/** `--page`, which can be given several times. */
export function pageOption(): Option {
  return new Option(
    '--page <file>',
    'read this file in place of the last capture; where the source has several pages, NAME=FILE for each',
  ).argParser((value: string, previous?: readonly string[]) => [...(previous ?? []), value])
}

/** Reads the last capture of a source, or the given files, and asks the gate. */
export async function readNow(institutionId: string, options: TryOptions & PageOption) {
  const source = findSource(options.sources, institutionId)
  const book = await bookOf(options.database, institutionId)
  const bodies = await pagesToRead(source, book, options)
  const limits = limitsOf(options.settings.gate)
  const trial = await tryPages(source, bodies, { read: readAndCheckInCage, book, limits })
  return { source, bodies, trial }
}

/** The book of an institution; `undefined` if it is not registered, or if there is no book yet. */
export async function bookOf(database: string, id: string): Promise<InstitutionBook | undefined> {
  if (!isPostgres(database) && !existsSync(database)) return undefined
  return withStore(database, 'read', (store) => readBook(store, id))
}

async function pagesToRead(
  source: LoadedSource,
  book: InstitutionBook | undefined,
  { captures, page }: { readonly captures: string } & PageOption,
): Promise<readonly CapturedBody[]> {
  if (page !== undefined) return readPageFiles(source, page, now())
  return lastCapture(source, book, openCapturesFolder(captures))
}

/** Reads every table of a page, before the source says what the columns mean. */
async function tablesOf(source: LoadedSource, body: CapturedBody): Promise<TriedPage> {
  const { capture } = body
  const definition = definitionOfPage(source.definition.pages, capture.page)
  if (definition === undefined) return { capture, tables: [] }
  const content = await tablesInCage(pageBytes(source.definition, body), definition)
  return { capture, ...('failure' in content ? { tables: [], failure: content.failure } : content) }
}
