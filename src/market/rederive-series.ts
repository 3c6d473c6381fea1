import type { Change } from '../domain/change.ts'
import { sameDecimal, type Decimal } from '../domain/decimal.ts'
import type { Correcting, Entry, Publishing } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import { compareTiers, keyOf, tierKeyOf, type TierKey } from '../domain/offer.ts'
import { correctedRows } from './rederive-corrected.ts'
import { confirmedBefore, withdraws } from './rederive-readings.ts'
import type { HistoryRow, PreviousTimes } from './rederive.ts'

/** The changes of one tier, oldest first. */
export type SeriesRows = {
  readonly steps: SeriesStepRow[]
  /** The right rates of the wrong sheets, by position; `undefined` for none. */
  readonly figures: Map<number, Decimal | undefined>
}
/** A change; `row` is absent for a withdrawal. */
export type SeriesStepRow = PreviousTimes & {
  readonly position: number
  readonly at: Instant
  readonly key: TierKey
  readonly row?: HistoryRow
}

/** The history of one institution, read once as published and once as corrected. */
export type RederivedSeries = {
  readonly history: readonly HistoryRow[]
  /** Without corrections and false records. */
  readonly correctedHistory: readonly HistoryRow[]
  /** When the rate of each current tier last changed, and in which direction. */
  readonly lastChanges: ReadonlyMap<TierKey, LastChange>
}
/** `trend` is `flat` if the rate never moved. */
export type LastChange = { readonly at: Instant; readonly trend: 'up' | 'down' | 'flat' }

/** Derives the history of one institution from the changes and corrections among its entries. */
export function rederiveSeries(own: readonly Entry[]): RederivedSeries {
  const current = new Map<TierKey, SeriesRows[]>()
  const all: SeriesRows[] = []
  const retracted = new Set<number>()
  for (const entry of own) {
    if (entry.kind !== 'sheet-published' && entry.kind !== 'rate-corrected') continue
    for (const change of entry.changes) {
      const series = seriesOf(current, change)
      if (series.steps.length === 0) all.push(series)
      series.steps.push(stepOf(entry, change, previousTimes(own, series.steps, change, entry)))
    }
    if (entry.kind === 'rate-corrected' && entry.correction.isRetraction)
      retracted.add(entry.correction.of)
  }
  for (const entry of own) {
    if (entry.kind !== 'rate-corrected' || retracted.has(entry.correction.of)) continue
    nameFigures(all, entry)
  }
  const sheets = own.filter((entry) => entry.kind === 'sheet-published')
  for (const series of all) nameRetracted(series, sheets, retracted)
  const rows = all.flatMap(({ steps }) => steps.flatMap(({ row }) => row ?? []))
  const corrected = new Map(all.map((series) => [series, correctedRows(own, series)]))
  return {
    history: inOrder(rows),
    correctedHistory: inOrder([...corrected.values()].flat()),
    lastChanges: new Map(
      [...current].flatMap(([key, held]) =>
        held
          .slice(-1)
          .map(
            (series) =>
              [key, lastChangeOf(series, corrected.get(series) ?? [], retracted)] as const,
          ),
      ),
    ),
  }
}

/** The series that a change continues. One whose rates were all wrong gives its tier to a series that moves there, until that leaves. */
function seriesOf(current: Map<TierKey, SeriesRows[]>, change: Change): SeriesRows {
  const key = tierKeyOf(change)
  const minimumDeposit =
    change.direction === 'withdrawn' ? undefined : change.previousMinimumDeposit
  const before = minimumDeposit === undefined ? key : tierKeyOf({ ...change, minimumDeposit })
  const series = current.get(before)?.pop() ?? { steps: [], figures: new Map() }
  current.set(key, [...(current.get(key) ?? []), series])
  return series
}

function stepOf(
  { position, at, institutionId, ...entry }: Extract<Entry, { changes: unknown }>,
  change: Change,
  times: PreviousTimes,
): SeriesStepRow {
  const key = tierKeyOf(change)
  if (change.direction === 'withdrawn') return { position, at, key, ...times }
  const origin = { position, at, institutionId, ...times }
  if (entry.kind !== 'rate-corrected') {
    const read = { readAt: entry.sheet.scrapedAt, printedDay: entry.origin?.printedDate?.day }
    return { position, at, key, ...times, row: { ...change, ...origin, ...read } }
  }
  const correctionOf = entry.correction.of
  return { position, at, key, ...times, row: { ...change, ...origin, correctionOf } }
}

/**
 * The previous rate of a change was entered with the last record that has it, or else with the last record: a correction
 * replaced its rate. It was last seen before the step after that record, and withdrawn by the first withdrawal after it.
 */
function previousTimes(
  own: readonly Entry[],
  steps: readonly SeriesStepRow[],
  change: Change,
  entry: Entry,
): PreviousTimes {
  const records = steps.filter(({ row }) => row !== undefined)
  const record =
    records.findLast(({ row }) => row !== undefined && sameDecimal(row.rate, change.previous)) ??
    records.at(-1)
  if (record === undefined || change.direction === 'initial')
    return { previousAt: undefined, previousSeenAt: undefined, previousWithdrawnAt: undefined }
  const end = steps[steps.indexOf(record) + 1] ?? entry
  return {
    previousAt: record.row?.at,
    previousSeenAt: confirmedBefore(own, end.position, change),
    previousWithdrawnAt: steps.slice(steps.indexOf(record)).find(({ row }) => row === undefined)
      ?.at,
  }
}

/** Notes the figures of a correction with the series that had the tiers when the sheet was published. */
function nameFigures(
  all: readonly SeriesRows[],
  { correction: { of, figures } }: Correcting,
): void {
  for (const { now, ...tier } of figures) {
    const key = tierKeyOf(tier)
    const lastStep = ({ steps }: SeriesRows) => steps.findLast(({ position }) => position <= of)
    const [named] = all
      .filter((series) => lastStep(series)?.key === key)
      .toSorted((a, b) => (lastStep(b)?.position ?? 0) - (lastStep(a)?.position ?? 0))
    if (named === undefined) throw new Error(`The sheet at position ${of} has no figure ${key}.`)
    named.figures.set(of, now)
  }
}

/** Notes each record of a retracted sheet, unless the next sheet about its terms lists the same rate and changed nothing. */
function nameRetracted(
  { steps, figures }: SeriesRows,
  sheets: readonly Publishing[],
  retracted: ReadonlySet<number>,
): void {
  const kept = sheets.filter(({ position }) => !retracted.has(position))
  for (const { position, key, row } of steps) {
    if (row === undefined || row.correctionOf !== undefined || !retracted.has(position)) continue
    const next = kept.find(
      (one) =>
        one.position > position &&
        (withdraws(one.sheet, keyOf(row)) ||
          one.sheet.offers.some((offer) => keyOf(offer) === keyOf(row))),
    )
    const listed = next?.sheet.offers.find((offer) => tierKeyOf(offer) === key)
    const isUnchanged =
      next !== undefined && next.changes.every((change) => tierKeyOf(change) !== key)
    const repeated = isUnchanged ? listed?.rate : undefined
    if (repeated !== undefined && sameDecimal(repeated, row.rate)) continue
    figures.set(position, undefined)
    // The next sheet repeated a corrected rate, which is known from it alone now.
    if (isUnchanged && repeated !== undefined && !figures.has(next.position))
      figures.set(next.position, repeated)
  }
}

function lastChangeOf(
  { steps }: SeriesRows,
  rows: readonly HistoryRow[],
  retracted: ReadonlySet<number>,
): LastChange {
  const published = steps.flatMap(({ row }) => row ?? [])
  const kept = published.find(
    ({ position, correctionOf = position }) => !retracted.has(correctionOf),
  )
  const last = rows.at(-1) ?? kept ?? published[0]
  if (last === undefined) throw new Error('A series begins with a record.')
  const move = rows.findLast(({ direction }) => direction === 'up' || direction === 'down')
  return { at: last.at, trend: move?.direction === 'up' ? 'up' : move ? 'down' : 'flat' }
}

/** Rows in the order of the book. */
function inOrder(rows: readonly HistoryRow[]): readonly HistoryRow[] {
  return rows.toSorted((a, b) => a.position - b.position || compareTiers(a, b))
}
