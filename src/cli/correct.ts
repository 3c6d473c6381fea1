import { Option } from 'commander'
import { dryRunStore } from '../book/publish/append.ts'
import { appendCorrection } from '../book/publish/correct.ts'
import {
  readFigure,
  type CorrectionRequest,
  type RightFigure,
} from '../book/publish/decide-correction.ts'
import { problemLine } from '../book/publish/input/problem.ts'
import type { BookReader } from '../book/store/store.ts'
import { correctionFindings } from '../collect/audit/prove-edits.ts'
import { openCapturesFolder } from '../collect/captures/folder.ts'
import { loadSourceOf } from '../collect/source/load-source.ts'
import { causes, isListed, type Cause, type CorrectedFigure } from '../domain/change.ts'
import type { Correcting } from '../domain/entry.ts'
import { Failure } from '../domain/failure.ts'
import { limitsOf, type Finding } from '../domain/gate-limits.ts'
import { tierText } from '../domain/offer.ts'
import { appendTo, entryClock } from './clock.ts'
import {
  addOptions,
  appendingCommand,
  attributionOf,
  byOption,
  capturesOption,
  enteredBy,
  noteOption,
  readPosition,
  reasonOption,
  sourcesOption,
  type AttributionOptions,
  type DatabaseOption,
  type InstantOptions,
  type SettingsOption,
} from './options.ts'
import { findingLines, print, table, type Column } from './output.ts'

type Options = DatabaseOption &
  SettingsOption &
  InstantOptions &
  AttributionOptions & {
    readonly of: string
    readonly cause: Cause
    readonly terms?: string
    readonly rate?: string
    readonly withdrawn?: boolean
    readonly only?: boolean
    readonly captures: string
    readonly sources: string
    readonly retract?: boolean
    readonly dryRun?: boolean
  }

const example = `ratebook correct --of 12 --terms "general 12 maturity" --rate 15.20 --cause misread --note "12.50 was the rate for 6 months"
ratebook correct --of 12 --terms "general 12 maturity 5000" --withdrawn --cause misprint --note "confirmed by telephone"
ratebook correct --of 12 --retract --cause wrong-page --note "the sheet of another bank"`

const correcting = appendingCommand(
  'correct',
  'replace a published figure that was wrong, or retract a whole sheet',
  example,
)
  .requiredOption('--of <position>', 'the position of the rate sheet in the book')
  .option(
    '--terms <text>',
    'variant, tenure and payout, such as "general 12-24 maturity" or "general 360 days maturity"; then the minimum deposit, if there are several',
  )
  .option('--rate <rate>', 'the right rate, in percent per annum')
  .option('--withdrawn', 'there was no such offer')
  .option('--only', 'correct this sheet alone, although later ones repeat the wrong rate')
  .addOption(
    new Option(
      '--retract',
      'the whole sheet is wrong: it then counts as never published',
    ).conflicts(['terms', 'rate', 'withdrawn', 'only']),
  )
  .addOption(
    new Option('--cause <cause>', 'why the figure was wrong').choices(causes).makeOptionMandatory(),
  )
  .option('--dry-run', 'show what would be corrected, and enter nothing')

export default addOptions(correcting, [
  byOption(enteredBy),
  noteOption('public').makeOptionMandatory(),
  reasonOption(),
  capturesOption(),
  sourcesOption(),
]).action(async (options: Options) => {
  const { database, dryRun = false } = options
  const request = requestOf(options)
  const clock = entryClock(options)
  const limits = limitsOf(options.settings.gate)
  const outcome = await appendTo(
    database,
    async (store) => {
      const pageFindings = await pageFindingsOf(store, request, options)
      const book = dryRun ? dryRunStore(store) : store
      return appendCorrection(book, request, clock, limits, pageFindings)
    },
    dryRun ? 'read' : 'write',
  )
  switch (outcome.kind) {
    case 'refused':
      throw new Failure('refused', outcome.problems.map(problemLine).join('\n'))
    case 'implausible':
      throw new Failure('refused', findingLines(`position ${request.of}`, outcome.findings))
    case 'unchanged':
      return print(
        `unchanged, already ${options.retract ? 'retracted' : 'corrected'} at position ${outcome.position}`,
      )
    case 'corrected':
      return print(correctionText(outcome.entry, dryRun))
    default:
      throw outcome satisfies never
  }
})

/** The findings about the captured page of the sheet. */
async function pageFindingsOf(
  book: BookReader,
  request: CorrectionRequest,
  { captures: folder, sources }: Options,
): Promise<readonly Finding[]> {
  const target = await book.entryAt(request.of)
  const source = target && loadSourceOf(sources, target.institutionId)?.definition
  return correctionFindings({ book, captures: openCapturesFolder(folder), source }, request)
}

function requestOf(options: Options): CorrectionRequest {
  const { cause, retract = false, only = false } = options
  const request = { ...attributionOf(options), of: readPosition(options.of, '--of '), cause }
  return retract ? request : { ...request, figure: figureOf(options), only }
}

function figureOf({ terms, rate, withdrawn = false }: Options): RightFigure {
  if (terms === undefined || (rate !== undefined) === withdrawn)
    throw new Failure('usage', 'Give --terms with --rate or --withdrawn, or give --retract.')
  const read = readFigure(terms, rate)
  if ('problems' in read) throw new Failure('usage', read.problems.map(problemLine).join('\n'))
  return read.figure
}

/** The result of the command as text; with `--dry-run`, the result that it would have. */
function correctionText(
  { position, institutionId, correction, changes }: Correcting,
  dryRun: boolean,
): string {
  const { of, isRetraction, figures } = correction
  const done = isRetraction ? 'retracted' : 'corrected'
  const sheets = new Set(figures.map((figure) => figure.of)).size
  const repeating =
    sheets === 2 ? '1 later sheet that repeats' : `${sheets - 1} later sheets that repeat`
  const others = sheets > 1 ? `, with ${repeating} the rate` : ''
  const head = dryRun
    ? `${institutionId}: the sheet at position ${of} would be ${done}`
    : `${institutionId}: the sheet at position ${of} was ${done} at position ${position}`
  const effect =
    changes.length === 0
      ? 'no standing offer changes'
      : `${changes.length} of the standing offers ${changes.length === 1 ? 'changes' : 'change'}`
  const listed = figures.filter(isListed)
  const rows = listed.length === 0 ? '' : `\n${table(figureColumns, listed)}`
  return `${head}${others}; ${effect}${rows}`
}

const figureColumns: readonly Column<CorrectedFigure>[] = [
  { title: '  sheet', value: ({ of }) => `  ${of}` },
  { title: 'figure', value: tierText },
  { title: 'was', value: ({ was }) => was ?? 'no offer', isFigure: true },
  { title: 'now', value: ({ now: right }) => right ?? 'no offer', isFigure: true },
]
