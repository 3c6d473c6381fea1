import { existsSync } from 'node:fs'
import { Option } from 'commander'
import { consequenceOf, type Consequence } from '../book/gate/gate.ts'
import type { InstitutionBook } from '../book/market/market.ts'
import { readBook } from '../book/publish/context-from-store.ts'
import { sheetFields } from '../book/publish/input/serialize.ts'
import { withStore } from '../book/store/open-store.ts'
import { isPostgres } from '../book/store/postgres/address.ts'
import { readAndCheckInCage, tablesInCage } from '../collect/cage/cage.ts'
import { openCapturesFolder } from '../collect/captures/folder.ts'
import type { Counts, Reading } from '../collect/read/reading.ts'
import { problemText, problemsOf } from '../collect/read/refusal.ts'
import { definitionOfPage } from '../collect/read/source/page-pattern.ts'
import type { Table } from '../collect/read/table.ts'
import { findSource, type LoadedSource } from '../collect/source/load-source.ts'
import { lastCapture, type EarlierRun, type ReplayedRun } from '../collect/source/replay.ts'
import {
  pageBytes,
  readPageFiles,
  tryPages,
  type KeptPage,
  type OfferDifference,
  type Trial,
} from '../collect/source/try-pages.ts'
import { Failure } from '../domain/failure.ts'
import { limitsOf } from '../domain/gate-limits.ts'
import { instantText } from '../domain/instant.ts'
import { tierText, type Offer } from '../domain/offer.ts'
import type { CapturedPage } from '../domain/origin.ts'
import { counted, visible } from '../domain/text.ts'
import { findingRecord } from '../serve/http/records/receipt.ts'
import { now } from './clock.ts'
import {
  capturesOption,
  collected,
  command,
  sourcesOption,
  type DatabaseOption,
  type SettingsOption,
  type SourcesOption,
} from './options.ts'
import { findingText, print, printJson, table, type Column } from './output.ts'

export type TryOptions = DatabaseOption &
  SourcesOption &
  SettingsOption & { readonly captures: string }
export type PageOption = { readonly page?: readonly string[] }

/** `ratebook source try` */
export const tryOne = command(
  'try',
  'show what a source reads from its last capture, or from a file',
  `ratebook source try peoples-bank
ratebook source try peoples-bank --page page.html
ratebook source try lb-finance --page rates=rates.html --page notice=notice.pdf`,
)
  .argument('<institution>', 'its id')
  .addOption(pageOption())
  .addOption(sourcesOption())
  .addOption(capturesOption())
  .option('--json', 'print tables, problems, sheet and findings as JSON, for programs')
  .action(
    async (
      institutionId: string,
      options: TryOptions & PageOption & { readonly json?: boolean },
    ) => {
      const { source, bodies, trial } = await readNow(institutionId, options)
      const pages: TriedPage[] = []
      for (const body of bodies) pages.push(await tablesOf(source, body))
      const problems = 'failure' in trial ? problemsOf(trial) : []
      if (options.json === true) printJson(trialRecord(pages, trial))
      else {
        for (const page of pages) print(pageText(page))
        if (!('failure' in trial)) print(trialText(trial))
      }
      if (problems.length > 0) throw new Failure('refused', problems.map(problemText).join('\n'))
    },
  )

/** `--page`, which can be given several times. */
export function pageOption(): Option {
  return new Option(
    '--page <file>',
    'read this file in place of the last capture; where the source has several pages, NAME=FILE for each',
  ).argParser(collected)
}

/** Reads the last capture of a source, or the given files, and asks the gate. */
export async function readNow(institutionId: string, options: TryOptions & PageOption) {
  const source = findSource(options.sources, institutionId)
  const book = await bookOf(options.database, institutionId)
  const bodies = await pagesToRead(source, book, options)
  const limits = limitsOf(options.settings.gate)
  const trial = await tryPages(source, bodies, { read: readAndCheckInCage, book, limits })
  return { source, bodies, trial }
}

/** The book of an institution; `undefined` if it is not registered, or if there is no book yet. */
export async function bookOf(database: string, id: string): Promise<InstitutionBook | undefined> {
  if (!isPostgres(database) && !existsSync(database)) return undefined
  return withStore(database, 'read', (store) => readBook(store, id))
}

async function pagesToRead(
  source: LoadedSource,
  book: InstitutionBook | undefined,
  { captures, page }: { readonly captures: string } & PageOption,
): Promise<readonly KeptPage[]> {
  if (page !== undefined) return readPageFiles(source, page, now())
  return lastCapture(source, book, openCapturesFolder(captures))
}

/** A page of a trial and its tables, or why these cannot be read. */
type TriedPage = {
  readonly capture: CapturedPage
  readonly tables: readonly Table[]
  readonly failure?: string
}

/** Reads every table of a page, before the source says what the columns mean. */
async function tablesOf(source: LoadedSource, body: KeptPage): Promise<TriedPage> {
  const { capture } = body
  const definition = definitionOfPage(source.definition.pages, capture.page)
  if (definition === undefined) return { capture, tables: [] }
  const content = await tablesInCage(pageBytes(source.definition, body), definition)
  return { capture, ...('failure' in content ? { tables: [], failure: content.failure } : content) }
}

const meanings: Readonly<Record<Consequence, string>> = {
  publish:
    'The gate has no finding: a run would publish this sheet, or verify it if it changes nothing.',
  hold: 'The gate would hold this sheet for a reviewer:',
  'hold-for-two': 'The gate would hold this sheet for two reviewers:',
  fail: 'The gate would let the run fail:',
}

/** The sheet of a trial, and what the gate finds in it. */
export function trialText({
  reading,
  sheet,
  findings,
}: Exclude<Trial, { failure: string }>): string {
  const { printedDate, unmatched } = reading
  const date = printedDate === undefined ? '' : `, printed date ${printedDate.day}`
  return [
    `sheet of ${sheet.institutionId}: ${counted(sheet.offers.length, 'offer')} in ${sheet.currency} of ${sheet.covers.join(', ')}${date}`,
    offersText(reading),
    ...accountLines(reading),
    meanings[consequenceOf(findings)],
    ...[...findings.map(findingText), ...unmatched].map((line) => `  ${line}`),
  ].join('\n')
}

/** The counts of rows and figures that are read, empty or left out, and the lines of the source that leave some out. */
function accountLines({ account: { rows, figures, hidden }, leftOut }: Reading): readonly string[] {
  const counts = ({ total, read, empty, ignored }: Counts, what: string) =>
    `${what}: ${total}, of which ${read} read, ${empty} empty, ${ignored} left out`
  return [
    `${counts(rows, 'rows')}; ${counted(hidden.rows, 'row')} hidden`,
    counts(figures, 'figures'),
    ...leftOut.map(({ line, reason, rows: lost, figures: left, first }) =>
      visible(
        `  ${line}, because ${reason}: rows ${lost}, figures ${left}; first "${first.text}" (${first.address})`,
      ),
    ),
  ]
}

/** The offers of a sheet as a table, with the printed texts of the cells that they were read from. */
function offersText({ offers, cells }: Reading): string {
  const columns: readonly Column<number>[] = [
    { title: 'offer', value: (index) => termsOf(offers[index]) },
    { title: 'rate', value: (index) => offers[index]?.rate ?? '', isFigure: true },
    { title: 'aer', value: (index) => offers[index]?.annualEffectiveRate ?? '', isFigure: true },
    { title: 'product', value: (index) => offers[index]?.product ?? '' },
    { title: 'row', value: (index) => cells[index]?.tenure.text ?? '' },
    { title: 'column', value: (index) => cells[index]?.column.text ?? '' },
    { title: 'cell', value: (index) => cells[index]?.rate.text ?? '' },
  ]
  return table(columns, [...offers.keys()])
}

/** The tier of an offer as people write it, with the days of a tenure in days. */
function termsOf(offer: Offer | undefined): string {
  if (offer === undefined) return ''
  return offer.tenureDays === undefined
    ? tierText(offer)
    : `${tierText(offer)} (${offer.tenureDays} days)`
}

/** Differences of offers as a table. */
export function differencesText(
  differences: readonly OfferDifference[],
  [before, after]: readonly [string, string],
): string {
  const columns: readonly Column<OfferDifference>[] = [
    { title: '  offer', value: (one) => `  ${termsOf(one.after ?? one.before)}` },
    { title: before, value: (one) => figuresOf(one.before) },
    { title: after, value: (one) => figuresOf(one.after) },
  ]
  return table(columns, differences)
}

function figuresOf(offer: Offer | undefined): string {
  if (offer === undefined) return 'none'
  const { rate, annualEffectiveRate: aer, product } = offer
  const parts = [rate, aer === undefined ? [] : `AER ${aer}`, product ?? []]
  return parts.flat().join(', ')
}

/** How an earlier run is read now. */
export function replayText({ at, position, outcome }: EarlierRun, result: ReplayedRun): string {
  const head = `${instantText(at)}, position ${position}, ${outcome}:`
  switch (result.kind) {
    case 'same':
      return `${head} the same ${counted(result.offers, 'offer')}`
    case 'other':
      return `${head} ${counted(result.differences.length, 'offer')} ${result.differences.length === 1 ? 'differs' : 'differ'}\n${differencesText(result.differences, ['then', 'now'])}`
    case 'refused':
    case 'lost':
      return `${head} ${result.message}`
    default:
      throw result satisfies never
  }
}

/** A page and its tables, as the reader sees them. */
function pageText({ capture: { page, url, at }, tables, failure }: TriedPage): string {
  const lines = failure === undefined ? [...tables.map(tableText), ''] : [`  ${failure}`, '']
  return [`page ${page}: ${url}, ${instantText(at)}`, ...lines].join('\n')
}

function tableText({ headings, rows, address }: Table, index: number): string {
  const names = headings.slice(0, 4).map(({ text }) => `"${visible(text)}"`)
  return [
    `  table ${index + 1} (${address})${names.length === 0 ? '' : `, under ${names.join(', ')}`}`,
    ...rows.map((row) => `    ${row.map(({ text }) => visible(text)).join(' | ')}`),
  ].join('\n')
}

/** A trial for programs. The sheet has the form of a rate sheet; if the read failed, it is null, and so is the account. */
function trialRecord(pages: readonly TriedPage[], trial: Trial): object {
  const { reading, sheet, findings = [] } = 'failure' in trial ? {} : trial
  return {
    pages: pages.map(pageRecord),
    problems: 'failure' in trial ? problemsOf(trial) : [],
    sheet: sheet === undefined ? null : sheetFields(sheet),
    printed_date: reading?.printedDate?.day ?? null,
    findings: findings.map(findingRecord.write),
    account: reading?.account ?? null,
    left_out: reading?.leftOut ?? [],
    unmatched: reading?.unmatched ?? [],
  }
}

function pageRecord({ capture: { page, url }, tables }: TriedPage): object {
  return {
    name: page,
    url,
    tables: tables.map(({ headings, rows }, index) => ({
      number: index + 1,
      headings: headings.map(({ text }) => text),
      rows: rows.map((row) => row.map(({ text }) => text)),
    })),
  }
}
