import { existsSync } from 'node:fs'
import { Option } from 'commander'
import { openCapturesFolder } from '../captures/folder.ts'
import { readAndCheckInCage, tablesInCage } from '../collect/cage.ts'
import { earlierRuns } from '../collect/source/earlier-runs.ts'
import { findSource } from '../collect/source/load-source.ts'
import { readPageFiles } from '../collect/source/page-files.ts'
import type { LoadedSource } from '../collect/source/parse-source.ts'
import { lastCapture, replayRun } from '../collect/source/replay.ts'
import { pageBytes, tryPages, type CapturedBody } from '../collect/source/try-pages.ts'
import { Failure } from '../domain/failure.ts'
import { limitsOf } from '../domain/gate-limits.ts'
import { instantText } from '../domain/instant.ts'
import type { InstitutionBook } from '../market/market.ts'
import { definitionOfPage } from '../read/source/page-pattern.ts'
import { readBook, readReviewers } from '../publish/context-from-store.ts'
import { acceptSource } from '../publish/review/append-reviewer.ts'
import { notRegistered } from '../publish/review/decide-on-hold.ts'
import { isPostgres } from '../store/postgres/address.ts'
import { entryClock, now } from './clock.ts'
import { withStore } from '../store/open-store.ts'
import {
  appendingCommand,
  attributionOf,
  capturesOption,
  checkCapturesFolder,
  command,
  plainCommand,
  sourcesOption,
  type DatabaseOption,
  type InstantOptions,
  type SettingsOption,
  type SourcesOption,
} from './options.ts'
import { print, progress, tell } from './output.ts'
import { check } from './source-check.ts'
import { draft } from './source-draft.ts'
import { replayText, tableText, trialText } from './source-text.ts'

type Options = DatabaseOption & SourcesOption & SettingsOption & { readonly captures: string }
type PageOption = { readonly page?: readonly string[] }

const tryOne = command(
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
  .action(async (institutionId: string, options: Options & PageOption) => {
    const { source, bodies, trial } = await readNow(institutionId, options)
    for (const body of bodies) await printTables(source, body)
    if ('failure' in trial) {
      const { failure, place } = trial
      throw new Failure('refused', place === undefined ? failure : `${failure} (${place})`)
    }
    print(trialText(trial))
  })

/** `--page`, which can be given several times. */
function pageOption(): Option {
  return new Option(
    '--page <file>',
    'read this file in place of the last capture; where the source has several pages, NAME=FILE for each',
  ).argParser((value: string, previous?: readonly string[]) => [...(previous ?? []), value])
}

/** Reads the last capture of a source, or the given files, and asks the gate. */
async function readNow(institutionId: string, options: Options & PageOption) {
  const source = findSource(options.sources, institutionId)
  const book = await bookOf(options.database, institutionId)
  const bodies = await pagesToRead(source, book, options)
  const limits = limitsOf(options.settings.gate)
  const trial = await tryPages(source, bodies, { read: readAndCheckInCage, book, limits })
  return { source, bodies, trial }
}

/** The book of an institution; `undefined` if it is not registered, or if there is no book yet. */
async function bookOf(database: string, id: string): Promise<InstitutionBook | undefined> {
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

/** Prints every table of a page, as the reader sees it before the source says what the columns mean. */
async function printTables(source: LoadedSource, body: CapturedBody): Promise<void> {
  const { page, url, at } = body.capture
  print(`page ${page}: ${url}, ${instantText(at)}`)
  const definition = definitionOfPage(source.definition.pages, page)
  if (definition === undefined) return
  const content = await tablesInCage(pageBytes(source.definition, body), definition)
  if ('failure' in content) return tell(`  ${content.failure}`)
  for (const [index, one] of content.tables.entries()) print(tableText(one, index + 1))
  print('')
}

const replay = command(
  'replay',
  'read every kept capture of an institution again, and show which figures differ from what was read then',
  'ratebook source replay peoples-bank',
)
  .argument('<institution>', 'its id')
  .addOption(sourcesOption())
  .addOption(capturesOption())
  .action(async (institutionId: string, { database, sources, captures: folder }: Options) => {
    const { definition } = findSource(sources, institutionId)
    const book = await bookOf(database, institutionId)
    const runs = book === undefined ? [] : earlierRuns(book)
    if (runs.length === 0)
      throw new Failure('refused', `No run has captured pages of ${institutionId}.`)
    checkCapturesFolder(folder)
    const counts = { same: 0, other: 0, refused: 0, lost: 0 }
    const bar = progress('reading', runs.length)
    let differs = false
    let last = 'lost'
    for (const [index, run] of runs.entries()) {
      const result = await replayRun(run, definition, openCapturesFolder(folder))
      counts[result.kind]++
      differs ||= result.kind === 'other' && run.offers !== undefined
      if (result.kind !== 'lost') last = result.kind
      bar.end()
      print(replayText(run, result))
      bar.step(index + 1)
    }
    bar.end()
    print(
      `${runs.length} ${runs.length === 1 ? 'capture' : 'captures'}: ${counts.same} with the same figures, ${counts.other} with others, ${counts.refused} refused, ${counts.lost} no longer kept`,
    )
    // Earlier pages may have an older layout, so that they are refused says nothing about the source.
    const problems = [
      ...(differs ? ['A page is read with other figures than then.'] : []),
      ...(last === 'refused' ? ['The last kept page is refused.'] : []),
    ]
    if (problems.length > 0) throw new Failure('refused', problems.join(' '))
  })

type AcceptOptions = Options &
  InstantOptions &
  PageOption & { readonly by: string; readonly note?: string }

const accept = appendingCommand(
  'accept',
  'accept how a source reads its last capture, after a comparison with the page',
  'ratebook source try peoples-bank\nratebook source accept peoples-bank --by jane',
)
  .argument('<institution>', 'its id')
  .requiredOption('--by <reviewer>', 'the id of a registered reviewer; kept in the entry')
  .option('--note <text>', 'a remark; kept in the entry')
  .addOption(pageOption())
  .addOption(sourcesOption())
  .addOption(capturesOption())
  .action(async (institutionId: string, options: AcceptOptions) => {
    const { database, by } = options
    const instant = entryClock(options)
    const { note } = attributionOf({ ...(options.note !== undefined && { note: options.note }) })
    const reviewers = await withStore(database, 'read', readReviewers)
    if (!reviewers.has(by)) throw new Failure('refused', notRegistered(by))
    const { source, trial } = await readNow(institutionId, options)
    if ('failure' in trial)
      throw new Failure(
        'refused',
        `Not accepted, because the page cannot be read: ${trial.failure}`,
      )
    const findings = trial.findings.filter(({ rule }) => rule !== 'source-not-accepted')
    print(trialText({ ...trial, findings }))
    const { ref } = source
    const acceptance = { institutionId, source: ref, by, ...(note !== undefined && { note }) }
    const outcome = await withStore(
      database,
      'write',
      (store) => acceptSource(store, acceptance, instant),
      now,
    )
    if (outcome.warning !== undefined) tell(outcome.warning)
    if (outcome.kind === 'refused') throw new Failure('refused', outcome.problem)
    const done =
      outcome.kind === 'accepted' ? `accepted by ${by} at` : 'unchanged, already accepted at'
    print(`${ref.file} ${ref.digest.slice(0, 12)}: ${done} position ${outcome.position}`)
  })

export default plainCommand(
  'source',
  'draft, check, try and accept source definitions',
  `ratebook source draft page.html --institution peoples-bank
ratebook source check
ratebook source try peoples-bank --page page.html
ratebook source replay peoples-bank
ratebook source accept peoples-bank --by jane`,
)
  .addCommand(draft)
  .addCommand(check)
  .addCommand(tryOne)
  .addCommand(replay)
  .addCommand(accept)
