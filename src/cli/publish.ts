import { Option } from 'commander'
import { dryRunStore } from '../book/publish/append.ts'
import type { Duplicate, KnownBooks } from '../book/publish/context-from-store.ts'
import type { Verdict } from '../book/publish/decide-sheet.ts'
import type { EntryClock } from '../book/publish/entry-instant.ts'
import { decimalMarks } from '../book/publish/input/read-csv.ts'
import {
  expandGlobs,
  isEncoding,
  nameOf,
  problemLines,
  readInput,
} from '../book/publish/input/read-file.ts'
import {
  readSheets,
  scrapedAtOf,
  type FileForm,
  type ParsedSheet,
} from '../book/publish/input/read-sheet.ts'
import { publish } from '../book/publish/publish.ts'
import { withStore } from '../book/store/open-store.ts'
import type { Store } from '../book/store/store.ts'
import type { BookSettings } from '../domain/book-settings.ts'
import { changeCounts, type Change } from '../domain/change.ts'
import { Failure } from '../domain/failure.ts'
import { limitsOf, type GateLimits } from '../domain/gate-limits.ts'
import type { Instant } from '../domain/instant.ts'
import { depositOf, monthsText } from '../domain/offer.ts'
import { entryClock, now } from './clock.ts'
import { loadBook } from './load-book.ts'
import {
  addOptions,
  appendingCommand,
  attributionOf,
  attributionOptions,
  reasonOption,
  type AttributionOptions,
  type DatabaseOption,
  type InstantOptions,
  type SettingsOption,
} from './options.ts'
import { findingLines, print, progress, table, tell, withTerminal, type Column } from './output.ts'
import { isSampleFile } from './settings/apply-settings.ts'

type Options = DatabaseOption &
  SettingsOption &
  InstantOptions &
  AttributionOptions &
  FileForm & { atScraped?: boolean; dryRun?: boolean; samples?: boolean }
type NamedSheet = {
  readonly name: string
  /** Whether it is one of the samples of Ratebook. */
  readonly isSample: boolean
  readonly parsed: ParsedSheet
}

const example = `ratebook publish peoples-bank.json
ratebook publish --at-scraped 'sheets/*.json'
ratebook publish --dry-run - < sheet.csv`

export default addOptions(
  appendingCommand('publish', 'enter rate sheets, JSON or CSV, each all or nothing', example),
  [...attributionOptions(), reasonOption()],
)
  .argument('<sheet...>', 'files or globs; - for standard input')
  .addOption(
    new Option(
      '--decimal <mark>',
      'the decimal mark of a CSV, whose minimum deposits may then have marks between thousands',
    ).choices(decimalMarks),
  )
  .option('--encoding <name>', 'the encoding of the files, such as windows-1252; UTF-8 if absent')
  .option('--at-scraped', 'enter each sheet at its own scraped_at, in that order')
  .option(
    '--samples',
    'enter the sheets as samples, which the whole book then says, without asking',
  )
  .option('--dry-run', 'show the changes that each sheet would make, and enter nothing')
  .action(async (paths: string[], options: Options) => {
    const { database, at, atScraped = false, dryRun = false, samples = false } = options
    if (at !== undefined && atScraped)
      throw new Failure('usage', 'Give --at or --at-scraped, not both.')
    if (paths.filter((path) => path === '-').length > 1) {
      throw new Failure('usage', 'Give - once: standard input can be read only once.')
    }
    const { encoding = 'utf-8' } = options
    if (!isEncoding(encoding)) throw new Failure('usage', `--encoding ${encoding} is not known.`)
    if (paths.includes('')) throw new Failure('usage', 'One of the file names is empty.')
    const source = entryClock(options)
    const details = attributionOf(options)
    const limits = limitsOf(options.settings.gate)
    const read = await readFiles(expandGlobs(paths), samples, options)
    const sheets = read.map((sheet) => inCurrency(options.settings, sheet))
    // At most now: an entry in the future would block all other entries until then.
    const sourceOf = (sheet: NamedSheet): EntryClock =>
      atScraped
        ? { from: 'sheet', read: () => Math.min(scrapedAtOf(sheet.parsed), now()) as Instant, now }
        : source
    const ordered = atScraped
      ? sheets.toSorted((a, b) => scrapedAtOf(a.parsed) - scrapedAtOf(b.parsed))
      : sheets
    const counts = await withStore(
      database,
      dryRun ? 'read' : 'write',
      async (store) => {
        if (!samples && !dryRun && sheets.some(({ isSample }) => isSample))
          await askAboutSamples(store)
        return publishAll(dryRun ? dryRunStore(store) : store, ordered, {
          sourceOf,
          details,
          dryRun,
          limits,
        })
      },
      now,
    )
    if (sheets.length > 1) print(summaryOf(counts, dryRun))
    if (counts.refused + counts.implausible > 0) throw new Failure('refused', '')
  })

async function readFiles(
  paths: readonly string[],
  samples: boolean,
  form: FileForm,
): Promise<NamedSheet[]> {
  const bar = progress('reading', paths.length)
  const sheets: NamedSheet[] = []
  for (const [index, path] of paths.entries()) {
    sheets.push(...(await readFile(path, samples || isSampleFile(path), form)))
    bar.step(index + 1)
  }
  bar.end()
  return sheets
}

/** Refuses a sheet whose currency is not that of `ratebook.yaml`: the first sheet sets the currency of the book for good. */
function inCurrency({ currency }: BookSettings, sheet: NamedSheet): NamedSheet {
  const { parsed } = sheet
  const given = parsed.head.currency
  if (currency === undefined || given === undefined || given === currency) return sheet
  const message = `The currency ${given} is not that of ratebook.yaml, ${currency}; one book has one currency.`
  const problem = { code: 'other-currency', location: 'currency', message } as const
  return { ...sheet, parsed: { ...parsed, problems: [...parsed.problems, problem] } }
}

async function readFile(path: string, isSample: boolean, form: FileForm): Promise<NamedSheet[]> {
  const name = nameOf(path)
  const input = await readInput(path)
  if ('code' in input)
    return [{ name, isSample, parsed: { sheet: undefined, head: {}, problems: [input] } }]
  const sheets = readSheets(input, form)
  if (sheets.length === 1) return sheets.map((parsed) => ({ name, isSample, parsed }))
  return sheets.map((parsed) => {
    const { institutionId } = parsed.head
    return {
      name: institutionId === undefined ? name : `${name} (${institutionId})`,
      isSample,
      parsed,
    }
  })
}

/** Throws a `Failure` unless the book has samples already, or somebody at the terminal wants them in it. */
async function askAboutSamples(store: Store): Promise<void> {
  const { market } = await loadBook(store)
  if (market.sample) return
  const what = `These sheets are samples of Ratebook, and ${store.name} has none. They cannot be removed, and the whole book will say that it is a sample.`
  if (!process.stdin.isTTY)
    throw new Failure('usage', `${what} To enter them all the same, give --samples.`)
  const answer = await withTerminal((ask) => ask(`${what} Enter them? [y/N] `))
  if (answer === undefined || !/^y(?:es)?$/i.test(answer))
    throw new Failure('usage', 'Nothing was entered.')
}

type Counts = Record<Verdict['kind'], number>

type PublishAll = {
  readonly sourceOf: (sheet: NamedSheet) => EntryClock
  readonly details: AttributionOptions
  readonly dryRun: boolean
  readonly limits: GateLimits
}

async function publishAll(
  book: Pick<Store, 'append'>,
  sheets: readonly NamedSheet[],
  { sourceOf, details, dryRun, limits }: PublishAll,
): Promise<Counts> {
  const counts: Counts = { published: 0, unchanged: 0, refused: 0, implausible: 0 }
  const known: KnownBooks = new Map()
  const bar = progress('publishing', sheets.length)
  let isWarned = false
  for (const [index, sheet] of sheets.entries()) {
    const marked = { ...details, sample: sheet.isSample }
    const gate = { known, limits }
    const verdict = await publish(book, sheet.parsed, sourceOf(sheet), gate, marked)
    counts[verdict.kind]++
    bar.end()
    if (verdict.warning !== undefined && !isWarned) tell(verdict.warning)
    isWarned ||= verdict.warning !== undefined
    if (verdict.kind === 'refused') tell(problemLines(sheet.name, verdict.problems))
    if (verdict.kind === 'implausible') tell(findingLines(sheet.name, verdict.findings))
    if (verdict.kind === 'unchanged') print(`${sheet.name}: ${unchangedText(verdict, dryRun)}`)
    if (verdict.kind === 'published') {
      const { position, changes } = verdict.entry
      const done = dryRun ? 'would be published' : `published at position ${position}`
      print(`${sheet.name}: ${done}, ${changeCounts(changes)}`)
      if (dryRun && changes.length > 0) print(table(changeColumns, changes))
    }
    bar.step(index + 1)
  }
  bar.end()
  return counts
}

function unchangedText({ position, isOther }: Duplicate, dryRun: boolean): string {
  if (isOther !== true) return dryRun ? 'unchanged' : `unchanged, already at position ${position}`
  const reading = dryRun ? 'the same reading' : `position ${position}, read at the same time`
  return `unchanged: another sheet, whose offers all stand already from ${reading}`
}

function summaryOf(counts: Counts, dryRun: boolean): string {
  const { published, unchanged, refused, implausible } = counts
  const done = dryRun ? 'would be published' : 'published'
  const held = implausible === 0 ? '' : `, ${implausible} implausible`
  return `${published} ${done}, ${unchanged} unchanged, ${refused} refused${held}`
}

const changeColumns: readonly Column<Change>[] = [
  { title: '  variant', value: ({ variant }) => `  ${variant}` },
  { title: 'months', value: monthsText, isFigure: true },
  { title: 'payout', value: ({ payout }) => payout },
  { title: 'minimum', value: minimumText, isFigure: true },
  { title: 'from', value: ({ previous }) => previous, isFigure: true },
  {
    title: 'to',
    value: (change) => (change.direction === 'withdrawn' ? '' : change.rate),
    isFigure: true,
  },
  { title: 'direction', value: ({ direction }) => direction },
]

/** The minimum deposit; `5000 → 10000` where the change moves the tier to another one. */
function minimumText(change: Change): string {
  const minimum = depositOf(change)
  if (change.direction === 'withdrawn') return minimum
  const { previousMinimumDeposit } = change
  return previousMinimumDeposit === undefined ? minimum : `${previousMinimumDeposit} → ${minimum}`
}
