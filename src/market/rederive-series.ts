import type { Change } from '../domain/change.ts'
import { compareDecimals, sameDecimal, type Decimal } from '../domain/decimal.ts'
import type { Correcting, Entry } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import { compareTiers, depositOf, tierKeyOf, type TierKey } from '../domain/offer.ts'
import type { HistoryRow } from './rederive.ts'

/** The changes of one tier, oldest first. */
type SeriesRows = {
  readonly steps: SeriesStepRow[]
  /** The right rates of the wrong sheets, by position; `undefined` for none. */
  readonly figures: Map<number, Decimal | undefined>
}
/** A change; `row` is absent for a withdrawal. */
type SeriesStepRow = { readonly position: number; readonly key: TierKey; readonly row?: HistoryRow }

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
      series.steps.push(stepOf(entry, change))
    }
    if (entry.kind !== 'rate-corrected') continue
    const { of, isRetraction } = entry.correction
    if (isRetraction) retracted.add(of)
    nameFigures(all, entry)
  }
  const rows = all.flatMap(({ steps }) => steps.flatMap(({ row }) => row ?? []))
  const corrected = all.flatMap((series) => correctedRows(series).rows)
  return {
    history: inOrder(rows),
    correctedHistory: inOrder(corrected),
    lastChanges: new Map(
      [...current].flatMap(([key, held]) =>
        held.slice(-1).map((series) => [key, lastChangeOf(series, retracted)] as const),
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
): SeriesStepRow {
  const key = tierKeyOf(change)
  if (change.direction === 'withdrawn') return { position, key }
  const origin = { position, at, institutionId }
  if (entry.kind !== 'rate-corrected') return { position, key, row: { ...change, ...origin } }
  const correctionOf = entry.correction.of
  return { position, key, row: { ...change, ...origin, correctionOf } }
}

/** Notes the figures of a correction with the series that had the tiers when the sheet was published. */
function nameFigures(all: readonly SeriesRows[], { correction }: Correcting): void {
  const { of, isRetraction, figures } = correction
  for (const { now, ...tier } of figures) {
    const key = tierKeyOf(tier)
    const lastStep = ({ steps }: SeriesRows) => steps.findLast(({ position }) => position <= of)
    const [named] = all
      .filter((series) => lastStep(series)?.key === key)
      .toSorted((a, b) => (lastStep(b)?.position ?? 0) - (lastStep(a)?.position ?? 0))
    if (named === undefined) throw new Error(`The sheet at position ${of} has no figure ${key}.`)
    const before = correctedRows({
      steps: named.steps.filter(({ position }) => position < of),
      figures: new Map([...named.figures].filter(([position]) => position < of)),
    }).lastRate
    // If a retraction restores the earlier rate, store none: a later correction of that rate must count here too.
    const stoodBefore = before !== undefined && now !== undefined && sameDecimal(before, now)
    named.figures.set(of, isRetraction && stoodBefore ? undefined : now)
  }
}

/** The rows that were right, each compared with the right rate before it. */
function correctedRows({ steps, figures }: SeriesRows): {
  readonly rows: readonly HistoryRow[]
  readonly lastRate: Decimal | undefined
} {
  const published = steps.flatMap(({ position, row }) =>
    row === undefined ? [] : { position, row },
  )
  const right = Array.from(figures, ([position, now]) => ({ position, now, row: undefined }))
  const rows: HistoryRow[] = []
  let lastRate: Decimal | undefined
  for (const one of [...published, ...right].toSorted((a, b) => a.position - b.position)) {
    const { position, row } = one
    if (row === undefined) lastRate = one.now ?? lastRate
    else if (!figures.has(row.correctionOf ?? position)) {
      if (row.correctionOf === undefined) rows.push(...comparedWith(row, lastRate))
      lastRate = row.rate
    }
  }
  return { rows, lastRate }
}

/** The row with another earlier rate; none if nothing changed then. */
function comparedWith(row: HistoryRow, previous: Decimal | undefined): readonly HistoryRow[] {
  if (previous === undefined)
    return [
      row.direction === 'initial' ? row : { ...row, previous: row.rate, direction: 'initial' },
    ]
  if (sameDecimal(previous, row.previous)) return [row]
  const order = compareDecimals(row.rate, previous)
  const deposit = depositOf(row)
  const isMoved = !sameDecimal(row.previousMinimumDeposit ?? deposit, deposit)
  if (order === 0 && !isMoved) return []
  return [{ ...row, previous, direction: order > 0 ? 'up' : order < 0 ? 'down' : 'flat' }]
}

function lastChangeOf(series: SeriesRows, retracted: ReadonlySet<number>): LastChange {
  const { rows } = correctedRows(series)
  const published = series.steps.flatMap(({ row }) => row ?? [])
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
