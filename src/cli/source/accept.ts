import { readAndCheckInCage } from '../../collect/cage.ts'
import { tryPages } from '../../collect/source/try-pages.ts'
import { acceptSource } from '../../publish/review/append-reviewer.ts'
import { readReviewers } from '../../publish/context-from-store.ts'
import { notRegistered } from '../../publish/review/decide-on-hold.ts'
import { instantSource, now } from '../clock.ts'
import { Failure } from '../../domain/failure.ts'
import { withStore } from '../open-store.ts'
import {
  appendingCommand,
  attributionOf,
  type DatabaseOption,
  type InstantOptions,
} from '../options.ts'
import { print, tell } from '../output.ts'
import { bookOf, lastCapture } from './last-capture.ts'
import { readPageFiles } from './page-files.ts'
import { capturesOption } from '../captures/captures-option.ts'
import { findSource, sourcesOption, type SourcesOption } from './source-options.ts'
import { trialText } from './trial-text.ts'
import { pageOption } from './try.ts'

type Options = DatabaseOption &
  InstantOptions &
  SourcesOption & {
    readonly captures: string
    readonly by: string
    readonly note?: string
    readonly page?: readonly string[]
  }

/** `ratebook source accept`. */
export const acceptCommand = appendingCommand(
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
  .action(async (institutionId: string, options: Options) => {
    const { database, sources, captures, page, by } = options
    const instant = instantSource(options)
    const { note } = attributionOf({ ...(options.note !== undefined && { note: options.note }) })
    const source = findSource(sources, institutionId)
    const reviewers = await withStore(database, 'read', readReviewers)
    if (!reviewers.has(by)) throw new Failure('refused', notRegistered(by))
    const book = await bookOf(database, institutionId)
    const bodies =
      page === undefined ? await lastCapture(source, book, captures) : readPageFiles(source, page)
    const trial = await tryPages(source, bodies, { read: readAndCheckInCage, book })
    if ('failure' in trial)
      throw new Failure(
        'refused',
        `Not accepted, because the page cannot be read: ${trial.failure}`,
      )
    const findings = trial.findings.filter(({ rule }) => rule !== 'source-not-accepted')
    print(trialText({ ...trial, findings }))
    const acceptance = {
      institutionId,
      source: source.ref,
      by,
      ...(note !== undefined && { note }),
    }
    const outcome = await withStore(
      database,
      'write',
      (store) => acceptSource(store, acceptance, instant),
      now,
    )
    if (outcome.warning !== undefined) tell(outcome.warning)
    if (outcome.kind === 'refused') throw new Failure('refused', outcome.problem)
    const { file, digest } = source.ref
    print(
      outcome.kind === 'accepted'
        ? `${file} ${digest.slice(0, 12)}: accepted by ${by} at position ${outcome.position}`
        : `${file} ${digest.slice(0, 12)}: unchanged, already accepted at position ${outcome.position}`,
    )
  })
