import { existsSync } from 'node:fs'
import { Registry } from '@prometheus-io/client'
import { readBook, type KnownBooks } from '../book/publish/context-from-store.ts'
import { readEntryInstant } from '../book/publish/entry-instant.ts'
import { problemLine } from '../book/publish/input/problem.ts'
import { withStore } from '../book/store/open-store.ts'
import { createFetcher } from '../collect/fetch/fetch.ts'
import { userAgentOf } from '../collect/fetch/robots.ts'
import {
  chosenSources,
  collectRound,
  findDue,
  registeredSources,
  type RoundSettings,
} from '../collect/rounds/collect-round.ts'
import { addCollectMetrics, collectUntilStopped } from '../collect/rounds/follow.ts'
import { bugText, runLines, type RunReport } from '../collect/rounds/run-report.ts'
import { loadSources, sourceMistakes, type LoadedSource } from '../collect/source/load-source.ts'
import { Failure } from '../domain/failure.ts'
import { limitsOf } from '../domain/gate-limits.ts'
import { createAddressCheck, type AddressCheck } from '../outbound/address-check.ts'
import { version } from '../serve/http/site.ts'
import { startMetricsServer } from '../serve/server/metrics-server.ts'
import {
  createSettingReader,
  readMetricsAddress,
  type MetricsAddress,
  type SettingReader,
} from '../serve/server/read-setting.ts'
import type { Alert } from '../share/alerts/alert.ts'
import { addAlertGauge, currentAlerts } from '../share/alerts/current-alerts.ts'
import { entryClock, now } from './clock.ts'
import {
  addOptions,
  appendingCommand,
  readAllowedAddresses,
  type AllowAddressOption,
  type DatabaseOption,
  type InstantOptions,
  type MetricsOptions,
  type SettingsOption,
} from './options.ts'
import { print, progress, tell } from './output.ts'
import { sections } from './settings/sections.ts'
import { untilStopped } from './until-stopped.ts'

type CollectOptions = DatabaseOption &
  SettingsOption &
  InstantOptions &
  AllowAddressOption &
  MetricsOptions & {
    readonly due?: boolean
    readonly follow?: boolean
    readonly dryRun?: boolean
    readonly sources: string
    readonly captures: string
    readonly contact?: string
    readonly twoReviewers: string
  }

const example = `ratebook collect peoples-bank --contact rates@example.org
ratebook collect --due     # what is due, for cron and timers
ratebook collect --follow  # stays, and collects when something is due`

export default addOptions(
  appendingCommand(
    'collect',
    'fetch, read and enter the rates of institutions from their own pages',
    example,
  )
    .option('--due', 'collect only what is due by the schedule of its source; for cron and timers')
    .option('--follow', 'keep running, and collect whatever becomes due')
    .option('--dry-run', 'show how the runs would end, and enter nothing; captures are kept'),
  sections.collect,
)
  .argument('[institution...]', 'their ids; by default, all that have a source')
  .action(async (ids: string[], options: CollectOptions) => {
    const settings = readCollectSettings(options)
    const loaded = loadSources(settings.sources)
    const sources = chosenSources(loaded, ids, settings.sources)
    if (options.follow === true) return follow(ids, settings)
    if (loaded.problems.length > 0) tell(sourceMistakes(loaded))
    const choice = { onlyDue: options.due === true, isNamed: ids.length > 0 }
    const reports = await collectOnce(sources, settings, choice)
    throwForExitCode(reports, loaded.problems.length)
  })

type CollectSettings = RoundSettings & {
  readonly database: string
  readonly sources: string
  readonly userAgent: string
  readonly check: AddressCheck
  /** Where the metrics server listens; `undefined` for no metrics. */
  readonly metrics: MetricsAddress | undefined
}

/** Reads all settings; throws one `Failure` that names every wrong one. */
function readCollectSettings(options: CollectOptions): CollectSettings {
  const { database, sources, captures, due, follow: stays, dryRun, at } = options
  const given = { '--due': due, '--dry-run': dryRun, '--at': at }
  const [flag] = Object.entries(given).find(([, value]) => value !== undefined) ?? []
  if (stays === true && flag !== undefined)
    throw new Failure('usage', `Give --follow or ${flag}, not both.`)
  const read = createSettingReader()
  const userAgent = readUserAgent(options, read)
  const allowed = readAllowedAddresses(options, read)
  if (!existsSync(sources))
    read.refuse(
      `There is no folder ${sources}; give the folder of the source definitions: --sources.`,
    )
  if (captures.trim() === '') read.refuse('--captures is empty; give a folder.')
  const metrics = readMetricsAddress(options, read)
  if (read.wrong.length > 0) throw new Failure('configuration', read.wrong.join('\n'))
  return {
    database,
    sources,
    captures,
    userAgent,
    check: createAddressCheck(allowed),
    instant: entryClock(options),
    isOneReviewerEnough: options.twoReviewers === 'off',
    limits: limitsOf(options.settings.gate),
    isDryRun: dryRun ?? false,
    metrics,
  }
}

function readUserAgent({ contact }: CollectOptions, read: SettingReader): string {
  const userAgent = contact === undefined ? undefined : userAgentOf(version, contact)
  if (userAgent === undefined)
    read.refuse(
      contact === undefined
        ? '--contact is missing: give the e-mail address or page by which the operators of the collected sites can reach you, or set operator.contact in ratebook.yaml.'
        : `--contact ${contact} is not an e-mail address or a URL of http or https.`,
    )
  return userAgent ?? ''
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
      // Nothing is fetched if no entry could be made at this time.
      const { problem } = await readEntryInstant(instant, store)
      if (problem !== undefined) throw new Failure('configuration', problemLine(problem))
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

/** Prints how a run ended: the summary line on standard output, unexpected errors and configuration problems on standard error. */
function printReport(report: RunReport, isDryRun: boolean): void {
  const lines = runLines(report, isDryRun).join('\n')
  if (report.kind === 'misconfigured') tell(lines)
  else print(lines)
  if ('warning' in report && report.warning !== undefined) tell(report.warning)
  if ('bug' in report) tell(`${bugText}\n${report.bug}`)
}

/** Sets the exit code of a round: configuration before a failed run before a sheet that waits. The messages were printed already. */
export function throwForExitCode(reports: readonly RunReport[], sourceProblems: number): void {
  if (sourceProblems > 0 || reports.some(({ kind }) => kind === 'misconfigured'))
    throw new Failure('configuration', '')
  const entered = reports.filter((report) => report.kind === 'entered')
  if (
    reports.some(({ kind }) => kind === 'crashed') ||
    entered.some(({ outcome }) => outcome === 'failed')
  )
    throw new Failure('runFailed', '')
  if (entered.some(({ isHeld }) => isHeld)) throw new Failure('waiting', '')
}

/** Collects whatever becomes due until SIGTERM or SIGINT. */
async function follow(ids: readonly string[], settings: CollectSettings): Promise<void> {
  const { database, sources, metrics: address, userAgent, check } = settings
  await untilStopped('info', async (log, signal) => {
    const registry = new Registry()
    const metrics = addCollectMetrics(registry)
    let raised: readonly Alert[] = []
    addAlertGauge(registry, () => raised)
    const read = () => registry.metrics()
    const server = address && (await startMetricsServer(address, read, registry.contentType, log))
    try {
      await collectUntilStopped({
        ...settings,
        ids,
        fetcher: createFetcher({ userAgent, check, now, signal }),
        metrics,
        now,
        log,
        signal,
        withBook: (use) => withStore(database, 'write', use, now),
        afterRound: async (store, known) => {
          if (server === undefined) return
          // Institutions without a source count as peers, and their rates must be verified, too.
          for (const { id } of await store.institutions()) await readBook(store, id, known)
          const book = { ...(await store.head()), institutions: known }
          raised = currentAlerts(book, sources, now()).alerts
        },
      })
    } finally {
      server?.close()
    }
  })
}
