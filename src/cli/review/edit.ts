import { openCapturesFolder } from '../../captures/folder.ts'
import { proveEdits } from '../../collect/prove-edits.ts'
import type { Attribution, Override } from '../../domain/attribution.ts'
import { readFigure } from '../../publish/correct/read-figure.ts'
import { problemLine } from '../../publish/problem.ts'
import { appendEdit } from '../../publish/review/append-edit.ts'
import type { DecisionOutcome } from '../../publish/review/append-review.ts'
import { notAHold } from '../../publish/review/decide-on-hold.ts'
import type { Store } from '../../store/store.ts'
import { capturesOption, checkCapturesFolder } from '../captures/captures-option.ts'
import { instantSource, now } from '../clock.ts'
import { Failure } from '../failure.ts'
import { withStore } from '../open-store.ts'
import {
  appendingCommand,
  attributionOf,
  attributionOptions,
  type DatabaseOption,
  type InstantOptions,
} from '../options.ts'
import { print, tell } from '../output.ts'
import { publishedText } from './decide.ts'
import { readPosition } from './read-position.ts'
import { twoReviewersOption } from './two-reviewers-option.ts'

type Options = DatabaseOption &
  InstantOptions &
  Attribution &
  Required<Pick<Override, 'reason'>> & {
    readonly by: string
    readonly captures: string
    readonly terms: string
    readonly rate?: string
    readonly withdrawn?: boolean
    readonly cell?: string
    readonly page?: string
    readonly tenureCell?: string
    readonly columnCell?: string
    readonly twoReviewers: string
  }

const editing = appendingCommand(
  'edit',
  'publish a held sheet with another figure, which stands elsewhere on the captured page',
  'ratebook review edit 12 --by a-perera --terms "general 12 maturity" --rate 8.50 --cell "#char=120,124" --reason "8.05 is the rate of the line below"',
)
for (const option of attributionOptions())
  editing.addOption(option.makeOptionMandatory(option.long === '--by'))

/** `ratebook review edit` */
export const edit = editing
  .requiredOption(
    '--terms <text>',
    'variant, tenure in months and payout; then the minimum deposit, if there are several',
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
  .requiredOption('--reason <text>', 'why the figure is another one; kept in the entry and public')
  .addOption(capturesOption())
  .addOption(twoReviewersOption())
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
  const { terms, rate, withdrawn = false, cell: address, by, reason, note } = options
  if ((rate !== undefined) === withdrawn)
    throw new Failure('usage', 'Give --rate, or give --withdrawn.')
  const read = readFigure(terms, rate)
  if ('problems' in read) throw new Failure('usage', read.problems.map(problemLine).join('\n'))
  const held = await store.entryAt(hold)
  if (held?.kind !== 'sheet-held') return { kind: 'refused', problem: notAHold(hold) }
  if (address !== undefined) checkCapturesFolder(options.captures)
  const { page, tenureCell, columnCell } = options
  const proven = await proveEdits(openCapturesFolder(options.captures), held, [
    {
      ...read.figure,
      ...(address !== undefined && { address }),
      ...(page !== undefined && { page }),
      ...(tenureCell !== undefined && { tenureAddress: tenureCell }),
      ...(columnCell !== undefined && { columnAddress: columnCell }),
    },
  ])
  if ('problem' in proven) return { kind: 'refused', problem: proven.problem }
  const attribution = attributionOf({ by, reason, ...(note !== undefined && { note }) })
  return appendEdit(
    store,
    { ...attribution, by, reason, hold, edits: proven.edits },
    instantSource(options),
    { isOneReviewerEnough: options.twoReviewers === 'off' },
  )
}
