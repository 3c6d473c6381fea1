import { suggestion, sourceProblemLine } from '../collect/source/source-problem.ts'
import type { RunReport } from '../collect/collect-institution.ts'
import { loadSources, type LoadedSources } from '../collect/source/load-source.ts'
import type { LoadedSource } from '../collect/source/parse-source.ts'
import { createFetcher } from '../outbound/fetch.ts'
import type { Head } from '../domain/entry.ts'
import type { KnownBooks } from '../publish/context-from-store.ts'
import { entryInstant, type InstantSource } from '../publish/entry-instant.ts'
import { problemLine } from '../publish/input/problem.ts'
import { now } from './clock.ts'
import { collectOptions, type CollectOptions } from './collect/collect-options.ts'
import { collectRound } from './collect/collect-round.ts'
import { readCollectSettings, type CollectSettings } from './collect/collect-settings.ts'
import { findDue } from './collect/due-sources.ts'
import { follow } from './collect/follow.ts'
import { printReport } from './collect/print-report.ts'
import { registeredSources } from './collect/registered-sources.ts'
import { throwForExitCode } from './collect/exit-code.ts'
import { Failure } from '../domain/failure.ts'
import { withStore } from './open-store.ts'
import { appendingCommand } from './options.ts'
import { print, progress, tell } from './output.ts'

const example = `ratebook collect peoples-bank --contact rates@example.org
ratebook collect --due     # what is due, for cron and timers
ratebook collect --follow  # stays, and collects when something is due`

const collectCommand = appendingCommand(
  'collect',
  'fetch, read and enter the rates of institutions from their own pages',
  example,
)
for (const option of collectOptions) collectCommand.addOption(option)

export default collectCommand
  .argument('[institution...]', 'their ids; by default, all that have a source')
  .action(async (ids: string[], options: CollectOptions) => {
    const settings = readCollectSettings(options)
    const loaded = loadSources(settings.sources)
    const sources = chosenSources(loaded, ids, settings.sources)
    if (options.follow === true) return follow(ids, settings)
    for (const problem of loaded.problems) tell(sourceProblemLine(problem))
    const choice = { onlyDue: options.due === true, isNamed: ids.length > 0 }
    const reports = await collectOnce(sources, settings, choice)
    throwForExitCode(reports, loaded.problems.length)
  })

/** The sources of the given institutions; all without ids. */
function chosenSources(
  { sources, problems }: LoadedSources,
  ids: readonly string[],
  folder: string,
): readonly LoadedSource[] {
  if (ids.length === 0) return sources
  const known = new Map(sources.map((source) => [source.definition.institution, source]))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return [...new Set(ids)].flatMap((id) => known.get(id) ?? [])
  const lines = unknown.map(
    (id) => `There is no source for ${id} in ${folder}; ${suggestion(id, [...known.keys()])}`,
  )
  throw new Failure('configuration', [...problems.map(sourceProblemLine), ...lines].join('\n'))
}

/** Throws a `Failure` before anything is fetched if no entry could be made at this time. */
function checkClock(instant: InstantSource, head: Head): void {
  const { problem } = entryInstant(instant, head)
  if (problem !== undefined) throw new Failure('configuration', problemLine(problem))
}

async function collectOnce(
  sources: readonly LoadedSource[],
  settings: CollectSettings,
  { onlyDue, isNamed }: { readonly onlyDue: boolean; readonly isNamed: boolean },
): Promise<readonly RunReport[]> {
  const { database, isDryRun, instant, userAgent, check } = settings
  const known: KnownBooks = new Map()
  const fetcher = createFetcher({ check, userAgent, now })
  const { signal } = new AbortController()
  return withStore(
    database,
    isDryRun ? 'read' : 'write',
    async (store) => {
      checkClock(instant, await store.head())
      // A source that somebody names must be collected, so its run fails if its institution is not registered.
      const { registered, skipped } = isNamed
        ? { registered: sources, skipped: undefined }
        : await registeredSources(sources, store)
      if (skipped !== undefined) tell(skipped)
      const chosen = onlyDue
        ? (await findDue(registered, store, known, instant.read())).due
        : registered
      const bar = progress('collecting', chosen.length)
      let done = 0
      const onReport = (report: RunReport): void => {
        bar.end()
        printReport(report, isDryRun)
        bar.step(++done)
      }
      const round = { store, known, fetcher, signal, onReport }
      const reports = await collectRound(chosen, round, settings)
      bar.end()
      if (reports.length === 0)
        print(onlyDue ? 'nothing is due' : 'there are no sources to collect')
      return reports
    },
    now,
  )
}
