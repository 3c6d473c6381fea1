import type { Command } from 'commander'
import type { Hold } from '../book/market/holds.ts'
import type { InstitutionBook } from '../book/market/market.ts'
import { readFigure, type RightFigure } from '../book/publish/decide-correction.ts'
import { collectProblems, problemLine } from '../book/publish/input/problem.ts'
import { readTier } from '../book/publish/input/read-offers.ts'
import {
  appendDecision,
  appendEdit,
  type DecisionOutcome,
} from '../book/publish/review/append-review.ts'
import { notAHold } from '../book/publish/review/decide-on-hold.ts'
import {
  heldFigures,
  largestMove,
  reviewersNeeded,
  type HeldFigure,
} from '../book/publish/review/held-figures.ts'
import { withOwnBook } from '../book/store/open-store.ts'
import type { Store } from '../book/store/store.ts'
import { proveEdits } from '../collect/audit/prove-edits.ts'
import { openCapturesFolder } from '../collect/captures/folder.ts'
import { loadSourceOf } from '../collect/source/load-source.ts'
import { heldAt, waitingHolds, type BookedHold } from '../desk/hold/held-sheets.ts'
import { hoursSince } from '../desk/html.ts'
import type { Attribution, Deciding, Decision, Holding, Override } from '../domain/entry.ts'
import { Failure } from '../domain/failure.ts'
import { limitsOf } from '../domain/gate-limits.ts'
import { instantText, type Instant } from '../domain/instant.ts'
import { tierText, type Terms } from '../domain/offer.ts'
import type { CapturedPage, ReadCell } from '../domain/origin.ts'
import { counted } from '../domain/text.ts'
import { appendTo, entryClock, now } from './clock.ts'
import { loadBook } from './load-book.ts'
import {
  appendingCommand,
  attributionOf,
  byOption,
  capturesOption,
  checkCapturesFolder,
  command,
  noteOption,
  plainCommand,
  readPosition,
  reviewerHelp,
  sourcesOption,
  twoReviewersOption,
  type DatabaseOption,
  type InstantOptions,
  type SettingsOption,
} from './options.ts'
import { findingText, print, table, type Column } from './output.ts'

type Waiting = BookedHold & { readonly now: Instant }

const waitingColumns: readonly Column<Waiting>[] = [
  { title: 'position', value: ({ hold }) => `${hold.entry.position}`, isFigure: true },
  {
    title: 'hours',
    value: ({ hold, now: at }) => `${hoursSince(hold.entry, at)}`,
    isFigure: true,
  },
  { title: 'institution', value: ({ book }) => book.institution.id },
  { title: 'findings', value: ({ hold }) => `${hold.entry.findings.length}`, isFigure: true },
  {
    title: 'largest move (bp)',
    value: ({ book, hold }) => largestMove(heldFigures(book, hold.entry)) ?? '–',
    isFigure: true,
  },
  { title: 'reviewers needed', value: ({ hold }) => `${reviewersNeeded(hold)}`, isFigure: true },
]

/** `ratebook review list` */
const list = command(
  'list',
  'print the held sheets that wait for a decision, oldest first; exits with 77 if there are any',
  'ratebook review list',
).action(async ({ database }: DatabaseOption) => {
  const { market } = await withOwnBook(database, (store) => loadBook(store))
  const waiting = waitingHolds(market).map((held) => ({ ...held, now: now() }))
  print(waiting.length === 0 ? 'nothing waits for a decision' : table(waitingColumns, waiting))
  if (waiting.length > 0) throw new Failure('waiting', '')
})

/** `ratebook review show` */
const show = command(
  'show',
  'print a held sheet: each figure beside what stood, where it was read, and the findings',
  'ratebook review show 12',
)
  .argument('<position>', 'the position of the held sheet')
  .action(async (given: string, { database }: DatabaseOption) => {
    const position = readPosition(given)
    const { market } = await withOwnBook(database, (store) => loadBook(store))
    const held = heldAt(market, position)
    if (held === undefined) throw new Failure('refused', notAHold(position))
    print(holdText(held.book, held.hold))
  })

function holdText({ institution, entries }: InstitutionBook, hold: Hold): string {
  const { entry, decisions } = hold
  const { origin, typedFrom = [] } = entry
  const captures = origin?.captures ?? typedFrom
  return [
    `${institution.id}, ${institution.name}: sheet held at position ${entry.position}, ${instantText(entry.at)}`,
    `state: ${stateText(hold)}`,
    ...makerLines(entry),
    ...decisions.map(decisionText),
    '',
    'Findings',
    ...entry.findings.map((finding) => `  ${findingText(finding)}`),
    '',
    'Figures',
    table(figureColumns(captures.length > 1), heldFigures({ entries }, entry)),
    ...(entry.sheet.leaves ?? []).map((terms) => `  ${tierText(terms)}: left as it stands`),
    '',
    'Captured pages',
    ...captures.map(pageText),
    ...(captures.length === 0 ? ['  none'] : []),
    ...(origin === undefined
      ? []
      : [`  source: ${origin.source.file}, digest ${origin.source.digest}`]),
  ].join('\n')
}

/** A line that names the person who edited or typed a held sheet, and the reason; none if a run made it. */
function makerLines({ by, editOf, reason, note }: Holding): readonly string[] {
  if (by === undefined) return []
  const made = editOf === undefined ? `typed by ${by}` : `edited by ${by} from position ${editOf}`
  return [`${made}: ${[reason ?? [], note ?? []].flat().join('; ')}`]
}

function stateText(hold: Hold): string {
  const needed = reviewersNeeded(hold)
  if (hold.state !== 'open') return hold.state
  return `open, ${needed} ${needed === 1 ? 'reviewer' : 'different reviewers'} must approve it`
}

function decisionText({ by, decision, note, at, position }: Deciding): string {
  const remark = note === undefined ? '' : `: ${note}`
  return `${decision} by ${by} at position ${position}, ${instantText(at)}${remark}`
}

function figureColumns(hasPages: boolean): readonly Column<HeldFigure>[] {
  const page: Column<HeldFigure> = { title: 'page', value: ({ cells }) => pageNumber(cells) }
  return [
    { title: '  figure', value: ({ tier }) => `  ${tierText(tier)}` },
    { title: 'stood', value: stoodText, isFigure: true },
    { title: 'read', value: ({ read }) => read ?? 'withdrawn', isFigure: true },
    { title: 'bp', value: movedText, isFigure: true },
    { title: 'rate cell', value: ({ cells }) => cells?.rate.text ?? '–' },
    { title: 'tenure cell', value: ({ cells }) => mappedText(cells?.tenure) },
    { title: 'column', value: ({ cells }) => cells?.column.text ?? '–' },
    ...(hasPages ? [page] : []),
    { title: 'address', value: ({ cells }) => cells?.rate.address ?? '–' },
  ]
}

function stoodText({ standing, warning }: HeldFigure): string {
  return warning === '' ? (standing ?? '–') : `${standing} (${warning})`
}

/** The text of a cell, and what the source definition says that it means. */
function mappedText(cell: ReadCell | undefined): string {
  if (cell === undefined) return '–'
  return cell.means === undefined ? cell.text : `${cell.text} (means ${cell.means})`
}

function pageNumber(cells: HeldFigure['cells']): string {
  return cells === undefined ? '–' : `${(cells.capture ?? 0) + 1}`
}

function movedText({ basisPoints, isCut }: HeldFigure): string {
  if (basisPoints === undefined) return '–'
  return basisPoints === '0' ? '0' : `${isCut ? '-' : '+'}${basisPoints}`
}

function pageText({ page, url, at, digest, format }: CapturedPage, index: number): string {
  return `  ${index + 1}. ${page} (${format}), ${url}, ${instantText(at)}\n     capture ${digest}`
}

type DecisionOptions = DatabaseOption & InstantOptions & Attribution & { readonly by: string }

/** `ratebook review approve` */
const approve = decidingCommand(
  'approve',
  'approved',
  'approve a held sheet; it is published once enough reviewers have approved it',
  'ratebook review approve 12 --by ann',
)

/** `ratebook review reject` */
const reject = decidingCommand(
  'reject',
  'rejected',
  'reject a held sheet, and say why with --note; the figures that stand go on',
  'ratebook review reject 12 --by ann --note "6.25 is the rate of the line above"',
)

function decidingCommand(
  name: string,
  decision: Decision,
  description: string,
  example: string,
): Command {
  const deciding = appendingCommand(name, description, example)
  return deciding
    .addOption(byOption(reviewerHelp).makeOptionMandatory())
    .addOption(noteOption('private').makeOptionMandatory(decision === 'rejected'))
    .argument('<position>', 'the position of the held sheet')
    .action(async (given: string, { database, by, ...options }: DecisionOptions) => {
      const hold = readPosition(given)
      const source = entryClock(options)
      const request = { ...attributionOf({ ...options, by }), by, hold, decision }
      const outcome = await appendTo(database, (store) => appendDecision(store, request, source))
      if (outcome.kind === 'refused') throw new Failure('refused', outcome.problem)
      print(outcomeText(hold, outcome, decision))
    })
}

function outcomeText(
  hold: number,
  outcome: Exclude<DecisionOutcome, { kind: 'refused' }>,
  decision: Decision,
): string {
  if (outcome.kind === 'unchanged')
    return `position ${hold}: unchanged, ${decision} already at position ${outcome.position}`
  const { entry } = outcome
  const decided = `${entry.institutionId}: the sheet held at position ${hold} was ${decision}`
  return decision === 'rejected'
    ? `${decided} at position ${entry.position}`
    : publishedText(decided, outcome)
}

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
const edit = appendingCommand(
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
    const outcome = await appendTo(options.database, (store) => editHold(store, hold, options))
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
function publishedText(
  text: string,
  { entry, published }: Extract<DecisionOutcome, { kind: 'decided' }>,
): string {
  const decided = `${text} at position ${entry.position}`
  if (published === undefined) return `${decided}; another reviewer must approve it, too`
  const { position, changes } = published
  return `${decided} and published at position ${position}, ${counted(changes.length, 'change')}`
}

const example = `ratebook review list
ratebook review show 12
ratebook review approve 12 --by ann
ratebook review edit 12 --by ann --terms "general 12 maturity" --rate 8.50 --cell "#char=120,124" --reason "8.05 is another row"
ratebook review reject 12 --by ann --note "6.25 is the rate of the line above"`

export default plainCommand('review', 'look at held sheets, and decide about them', example)
  .addCommand(list)
  .addCommand(show)
  .addCommand(approve)
  .addCommand(edit)
  .addCommand(reject)
