import type { Command } from 'commander'
import {
  timeOf,
  type Attribution,
  type Deciding,
  type Decision,
  type Holding,
} from '../domain/entry.ts'
import { Failure } from '../domain/failure.ts'
import { ruleText } from '../domain/gate-limits.ts'
import { instantText, type Instant } from '../domain/instant.ts'
import { tierText } from '../domain/offer.ts'
import type { CapturedPage, ReadCell } from '../domain/origin.ts'
import { holdsOf, openHold, type Hold } from '../book/market/holds.ts'
import type { InstitutionBook } from '../book/market/market.ts'
import { appendDecision, type DecisionOutcome } from '../book/publish/review/append-review.ts'
import { notAHold } from '../book/publish/review/decide-on-hold.ts'
import {
  heldFigures,
  largestMove,
  type HeldFigure,
  reviewersNeeded,
} from '../book/publish/review/held-figures.ts'
import { entryClock, now } from './clock.ts'
import { loadBook } from './load-book.ts'
import { withOwnBook, withStore } from '../book/store/open-store.ts'
import {
  appendingCommand,
  attributionOf,
  byOption,
  noteOption,
  reviewerHelp,
  command,
  plainCommand,
  readPosition,
  type DatabaseOption,
  type InstantOptions,
} from './options.ts'
import { print, table, tell, type Column } from './output.ts'
import { edit, publishedText } from './review-edit.ts'
import { visible } from '../domain/text.ts'

type Waiting = { readonly book: InstitutionBook; readonly hold: Hold; readonly now: Instant }

const hour = 3_600_000

const waitingColumns: readonly Column<Waiting>[] = [
  { title: 'position', value: ({ hold }) => `${hold.entry.position}`, isFigure: true },
  {
    title: 'hours',
    value: ({ hold, now: at }) => `${Math.max(0, Math.floor((at - timeOf(hold.entry)) / hour))}`,
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
  const at = now()
  const waiting = [...market.institutions.values()]
    .flatMap((book): readonly Waiting[] => {
      const hold = openHold(book)
      return hold === undefined ? [] : [{ book, hold, now: at }]
    })
    .toSorted((a, b) => a.hold.entry.position - b.hold.entry.position)
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
    const book = market.institutions.get(market.entries[position - 1]?.institutionId ?? '')
    const hold = book && holdsOf(book).find(({ entry }) => entry.position === position)
    if (book === undefined || hold === undefined) throw new Failure('refused', notAHold(position))
    print(holdText(book, hold))
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
    ...entry.findings.map((finding) => `  ${visible(finding.message)} [${ruleText(finding)}]`),
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
      const outcome = await withStore(
        database,
        'write',
        (store) => appendDecision(store, request, source),
        now,
      )
      if (outcome.warning !== undefined) tell(outcome.warning)
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
