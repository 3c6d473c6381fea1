import { openCapturesFolder } from '../../captures/folder.ts'
import { readInCage } from '../../collect/cage.ts'
import { earlierRuns, type EarlierRun } from '../../collect/source/earlier-runs.ts'
import {
  keptPages,
  offerDifferences,
  type OfferDifference,
  pageBytes,
  type CapturedBody,
} from '../../collect/source/try-pages.ts'
import { instantText } from '../../domain/instant.ts'
import type { SourceDefinition } from '../../read/source-schema.ts'
import { Failure } from '../../domain/failure.ts'
import { command, type DatabaseOption } from '../options.ts'
import { print, progress } from '../output.ts'
import { bookOf } from './last-capture.ts'
import { differencesText } from './sheet-text.ts'
import { capturesOption, checkCapturesFolder } from '../captures/captures-option.ts'
import { findSource, sourcesOption, type SourcesOption } from './source-options.ts'

type Options = DatabaseOption & SourcesOption & { readonly captures: string }

/** `ratebook source replay`. */
export const replayCommand = command(
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
    const captures = openCapturesFolder(folder)
    const counts: Record<ReplayedRun['kind'], number> = { same: 0, other: 0, refused: 0, lost: 0 }
    const bar = progress('reading', runs.length)
    let differs = false
    let last: ReplayedRun['kind'] = 'lost'
    for (const [index, run] of runs.entries()) {
      const pages = await keptPages(captures, definition, run.captures)
      const result =
        typeof pages === 'string'
          ? ({ kind: 'lost', message: pages } as const)
          : compared(run, await readAgain(definition, pages))
      counts[result.kind]++
      differs ||= result.kind === 'other' && run.offers !== undefined
      if (result.kind !== 'lost') last = result.kind
      bar.end()
      print(runText(run, result))
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

/** How the pages of an earlier run are read now. */
type ReplayedRun =
  | { readonly kind: 'same'; readonly offers: number }
  | { readonly kind: 'other'; readonly differences: readonly OfferDifference[] }
  | { readonly kind: 'refused' | 'lost'; readonly message: string }

async function readAgain(
  definition: SourceDefinition,
  pages: readonly CapturedBody[],
): ReturnType<typeof readInCage> {
  return readInCage(
    definition,
    pages.map((page) => pageBytes(definition, page)),
  )
}

function compared(
  { offers: before = [] }: EarlierRun,
  result: Awaited<ReturnType<typeof readInCage>>,
): ReplayedRun {
  if ('failure' in result) return { kind: 'refused', message: result.failure }
  const differences = offerDifferences(before, result.offers)
  return differences.length === 0
    ? { kind: 'same', offers: result.offers.length }
    : { kind: 'other', differences }
}

function runText({ at, position, outcome }: EarlierRun, result: ReplayedRun): string {
  const head = `${instantText(at)}, position ${position}, ${outcome}:`
  switch (result.kind) {
    case 'same':
      return `${head} the same ${result.offers} offers`
    case 'other':
      return `${head} ${result.differences.length} offers differ\n${differencesText(result.differences, ['then', 'now'])}`
    case 'refused':
    case 'lost':
      return `${head} ${result.message}`
    default:
      throw result satisfies never
  }
}
