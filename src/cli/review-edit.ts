import { openCapturesFolder } from '../collect/captures/folder.ts'
import { proveEdits } from '../collect/audit/prove-edits.ts'
import { loadSourceOf } from '../collect/source/load-source.ts'
import { counted } from '../domain/text.ts'
import type { Attribution, Override } from '../domain/entry.ts'
import { limitsOf } from '../domain/gate-limits.ts'
import { tierText, type Terms } from '../domain/offer.ts'
import { readFigure, type RightFigure } from '../book/publish/decide-correction.ts'
import { collectProblems, problemLine } from '../book/publish/input/problem.ts'
import { readTier } from '../book/publish/input/read-offers.ts'
import { appendEdit, type DecisionOutcome } from '../book/publish/review/append-review.ts'
import { notAHold } from '../book/publish/review/decide-on-hold.ts'
import type { Store } from '../book/store/store.ts'
import { entryClock, now } from './clock.ts'
import { Failure } from '../domain/failure.ts'
import { withStore } from '../book/store/open-store.ts'
import {
  appendingCommand,
  attributionOf,
  byOption,
  noteOption,
  reviewerHelp,
  capturesOption,
  checkCapturesFolder,
  readPosition,
  sourcesOption,
  twoReviewersOption,
  type DatabaseOption,
  type InstantOptions,
  type SettingsOption,
} from './options.ts'
import { print, tell } from './output.ts'

type Options = DatabaseOption &
  SettingsOption &
  InstantOptions &
  Attribution &
  Required<Pick<Override, 'reason'>> & {
    readonly by: string
    readonly captures: string
    readonly sources: string
    readonly terms?: string
    readonly rate?: string
    readonly withdrawn?: boolean
    readonly leave: readonly string[]
    readonly cell?: string
    readonly page?: string
    readonly tenureCell?: string
    readonly columnCell?: string
    readonly twoReviewers: string
  }

/** `ratebook review edit` */
export const edit = appendingCommand(
  'edit',
  'publish a held sheet with another figure, which stands elsewhere on the captured page, or without some of its figures',
  'ratebook review edit 12 --by ann --terms "general 12 maturity" --rate 8.50 --cell "#char=120,124" --reason "8.05 is the rate of the line below"',
)
  .addOption(byOption(reviewerHelp).makeOptionMandatory())
  .addOption(noteOption('private'))
  .option(
    '--terms <text>',
    'variant, tenure and payout, such as "general 12-24 maturity" or "general 360 days maturity"; then the minimum deposit, if there are several',
  )
  .option('--rate <rate>', 'the right rate, in percent per annum')
  .option(
    '--cell <address>',
    'where it stands on the page; `ratebook review show` prints addresses',
  )
  .option('--page <name>', 'the page of that cell, if it is another than the figure was read from')
  .option('--tenure-cell <address>', 'where its tenure stands, if it is another cell')
  .option('--column-cell <address>', 'where its heading stands, if it is another cell')
  .option('--withdrawn', 'the page does not list the offer')
  .option(
    '--leave <terms>',
    'leave these terms as they stand, such as "general 12 maturity", and publish the others; repeatable',
    (text: string, earlier: readonly string[]) => [...earlier, text],
    [],
  )
  .requiredOption('--reason <text>', 'why the figure is another one; kept in the entry and private')
  .addOption(capturesOption())
  .addOption(sourcesOption())
  .addOption(twoReviewersOption('held sheet'))
  .argument('<position>', 'the position of the held sheet')
  .action(async (given: string, options: Options) => {
    const hold = readPosition(given)
    const outcome = await withStore(
      options.database,
      'write',
      (store) => editHold(store, hold, options),
      now,
    )
    if (outcome.warning !== undefined) tell(outcome.warning)
    if (outcome.kind === 'refused') throw new Failure('refused', outcome.problem)
    print(
      outcome.kind === 'unchanged'
        ? `position ${hold}: unchanged, edited so already at position ${outcome.position}`
        : publishedText(
            `${outcome.entry.institutionId}: the sheet held at position ${hold} was edited and approved`,
            outcome,
          ),
    )
  })

async function editHold(
  store: Store,
  hold: number,
  options: Options,
): Promise<DecisionOutcome & { readonly warning?: string }> {
  const { terms, rate, withdrawn = false, leave, cell: address, by, reason, note } = options
  const isFigure = rate !== undefined || withdrawn
  if (terms === undefined && (isFigure || leave.length === 0))
    throw new Failure('usage', 'Give --terms and the right figure, or --leave.')
  if (terms !== undefined && (rate !== undefined) === withdrawn)
    throw new Failure('usage', 'Give --rate, or give --withdrawn.')
  const figure = terms === undefined ? undefined : figureOf(terms, rate)
  const leaves = leave.map(termsToLeave)
  const held = await store.entryAt(hold)
  if (held?.kind !== 'sheet-held') return { kind: 'refused', problem: notAHold(hold) }
  if (address !== undefined) checkCapturesFolder(options.captures)
  const { page, tenureCell, columnCell } = options
  const addresses = {
    ...(address !== undefined && { address }),
    ...(page !== undefined && { page }),
    ...(tenureCell !== undefined && { tenureAddress: tenureCell }),
    ...(columnCell !== undefined && { columnAddress: columnCell }),
  }
  const edits = figure === undefined ? [] : [{ ...figure, ...addresses }]
  const source = loadSourceOf(options.sources, held.institutionId)
  const proven = await proveEdits(openCapturesFolder(options.captures), held, edits, source)
  if ('problem' in proven) return { kind: 'refused', problem: proven.problem }
  const attribution = attributionOf({ by, reason, ...(note !== undefined && { note }) })
  return appendEdit(
    store,
    { ...attribution, by, reason, hold, ...proven, leaves },
    entryClock(options),
    {
      isOneReviewerEnough: options.twoReviewers === 'off',
      limits: limitsOf(options.settings.gate),
    },
  )
}

function figureOf(terms: string, rate: string | undefined): RightFigure {
  const read = readFigure(terms, rate)
  if ('problems' in read) throw new Failure('usage', read.problems.map(problemLine).join('\n'))
  return read.figure
}

/** Reads the terms of `--leave`. A sheet leaves all tiers of some terms alone, or none. */
function termsToLeave(text: string): Terms {
  const { problems, refuse } = collectProblems()
  const tier = readTier(text, '--leave', refuse)
  if (tier === undefined) throw new Failure('usage', problems.map(problemLine).join('\n'))
  const { minimumDeposit, ...terms } = tier
  if (minimumDeposit === undefined) return terms
  const sentence = `Give --leave "${tierText(terms)}" without a minimum deposit: all of them stay as they stand.`
  throw new Failure('usage', sentence)
}

/** The text of an approval and its effect; `text` begins the sentence. */
export function publishedText(
  text: string,
  { entry, published }: Extract<DecisionOutcome, { kind: 'decided' }>,
): string {
  const decided = `${text} at position ${entry.position}`
  if (published === undefined) return `${decided}; another reviewer must approve it, too`
  const { position, changes } = published
  return `${decided} and published at position ${position}, ${counted(changes.length, 'change')}`
}
