import type { EarlierRun, ReplayedRun } from '../collect/source/replay.ts'
import type { OfferDifference, Trial } from '../collect/source/try-pages.ts'
import { counted, visible } from '../domain/text.ts'
import { ruleText, type Finding } from '../domain/gate-limits.ts'
import { instantText } from '../domain/instant.ts'
import { tierText, type Offer } from '../domain/offer.ts'
import { consequenceOf, type Consequence } from '../book/gate/gate.ts'
import type { Counts, Reading } from '../collect/read/reading.ts'
import type { Table } from '../collect/read/table.ts'
import { table, type Column } from './output.ts'
import type { TriedPage } from './trial-record.ts'

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
    ...[...findingTexts(findings), ...unmatched].map((line) => `  ${line}`),
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

/** Findings as lines, each with its rule and the limit that decided. */
export function findingTexts(findings: readonly Finding[]): readonly string[] {
  return findings.map((finding) => `${finding.message} [${ruleText(finding)}]`)
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
export function pageText({ capture: { page, url, at }, tables, failure }: TriedPage): string {
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
