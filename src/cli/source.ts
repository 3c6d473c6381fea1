import { readReviewers } from '../book/publish/context-from-store.ts'
import { acceptSource } from '../book/publish/review/accept-source.ts'
import { notRegistered } from '../book/publish/review/decide-on-hold.ts'
import { withOwnBook } from '../book/store/open-store.ts'
import { readAndCheckInCage } from '../collect/cage/cage.ts'
import { openCapturesFolder } from '../collect/captures/folder.ts'
import { findSource, loadNamedSources, type LoadedSource } from '../collect/source/load-source.ts'
import { earlierRuns, replayRun } from '../collect/source/replay.ts'
import { sourceProblemLine } from '../collect/source/schema-problems.ts'
import { checkExample } from '../collect/source/try-pages.ts'
import { Failure } from '../domain/failure.ts'
import { limitsOf, type GateLimits } from '../domain/gate-limits.ts'
import { counted } from '../domain/text.ts'
import { appendTo, entryClock } from './clock.ts'
import {
  appendingCommand,
  attributionOf,
  capturesOption,
  checkCapturesFolder,
  command,
  noteOption,
  plainCommand,
  sourcesOption,
  type InstantOptions,
  type SettingsOption,
  type SourcesOption,
} from './options.ts'
import { findingText, print, progress, tell } from './output.ts'
import { draft } from './source-draft.ts'
import {
  bookOf,
  differencesText,
  pageOption,
  readNow,
  replayText,
  trialText,
  tryOne,
  type PageOption,
  type TryOptions,
} from './source-try.ts'

const replay = command(
  'replay',
  'read every kept capture of an institution again, and show which figures differ from what was read then',
  'ratebook source replay peoples-bank',
)
  .argument('<institution>', 'its id')
  .addOption(sourcesOption())
  .addOption(capturesOption())
  .action(async (institutionId: string, { database, sources, captures: folder }: TryOptions) => {
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
      `${counted(runs.length, 'capture')}: ${counts.same} with the same figures, ${counts.other} with others, ${counts.refused} refused, ${counts.lost} no longer kept`,
    )
    // Earlier pages may have an older layout, so that they are refused says nothing about the source.
    const problems = [
      ...(differs ? ['A page is read with other figures than then.'] : []),
      ...(last === 'refused' ? ['The last kept page is refused.'] : []),
    ]
    if (problems.length > 0) throw new Failure('refused', problems.join(' '))
  })

type AcceptOptions = TryOptions &
  InstantOptions &
  PageOption & { readonly by: string; readonly note?: string }

const accept = appendingCommand(
  'accept',
  'accept how a source reads its last capture, after a comparison with the page',
  'ratebook source try peoples-bank\nratebook source accept peoples-bank --by jane',
)
  .argument('<institution>', 'its id')
  .requiredOption(
    '--by <reviewer>',
    'the id of a registered reviewer; kept in the entry and private',
  )
  .addOption(noteOption('private'))
  .addOption(pageOption())
  .addOption(sourcesOption())
  .addOption(capturesOption())
  .action(async (institutionId: string, options: AcceptOptions) => {
    const { database, by } = options
    const instant = entryClock(options)
    const { note } = attributionOf({ ...(options.note !== undefined && { note: options.note }) })
    const reviewers = await withOwnBook(database, readReviewers)
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
    const outcome = await appendTo(database, (store) => acceptSource(store, acceptance, instant))
    if (outcome.kind === 'refused') throw new Failure('refused', outcome.problem)
    const done =
      outcome.kind === 'accepted' ? `accepted by ${by} at` : 'unchanged, already accepted at'
    print(`${ref.file} ${ref.digest.slice(0, 12)}: ${done} position ${outcome.position}`)
  })

/** `ratebook source check` */
const check = plainCommand(
  'check',
  'check source definitions, and read their example pages',
  'ratebook source check\nratebook source check sources/lk/peoples-bank.yaml',
)
  .argument('[file...]', 'source definitions; by default all of the folder')
  .addOption(sourcesOption())
  .action(async (files: readonly string[], options: SourcesOption & SettingsOption) => {
    const { sources: folder } = options
    const limits = limitsOf(options.settings.gate)
    const { sources, problems } = loadNamedSources(files, folder)
    for (const problem of problems) tell(sourceProblemLine(problem))
    const bar = progress('checking', sources.length)
    let wrong = 0
    for (const [index, source] of sources.entries()) {
      const isRight = await checkOne(source, limits, bar.end)
      if (!isRight) wrong++
      bar.step(index + 1)
    }
    bar.end()
    if (sources.length === 0 && problems.length === 0)
      throw new Failure('usage', `${folder} has no sources.`)
    if (wrong > 0 || problems.length > 0) throw new Failure('refused', '')
  })

/** Checks one source and prints the result. `beforeLine` clears the progress bar. */
async function checkOne(
  source: LoadedSource,
  limits: GateLimits,
  beforeLine: () => void,
): Promise<boolean> {
  const result = await checkExample(source, readAndCheckInCage, limits)
  beforeLine()
  const { file } = source
  switch (result.kind) {
    case 'none':
      print(`${file}: valid; it has no example page, so nothing was read`)
      return true
    case 'failed':
      tell(`${file}: ${result.message}`)
      return false
    case 'different':
      tell(`${file}: the example page does not give the expected sheet`)
      if (result.differences.length > 0)
        tell(differencesText(result.differences, ['expected', 'read']))
      for (const finding of result.findings) tell(`  ${findingText(finding)}`)
      return false
    case 'same':
      print(`${file}: ${counted(result.offers, 'offer')}, as expected`)
      for (const line of result.unmatched) print(`  ${line}`)
      return true
    default:
      throw result satisfies never
  }
}

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
