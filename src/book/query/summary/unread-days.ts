import { countWhile } from '../../../domain/text.ts'
import { timeOf } from '../../../domain/entry.ts'
import { dayNumber, longestGapDays } from '../../../domain/day.ts'
import type { InstitutionType } from '../../../domain/institution.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { InstitutionBook, Market } from '../../market/market.ts'
import { retractedIn } from '../../market/believed-sheets.ts'
import { stateIntervals, type StateChange } from './institution-states.ts'
import type { ConstantPanels } from './summary-history.ts'

/** Days on which nobody knows whether a rate stood, from `from` up to, but not including, `until`. They count from 1970-01-01. */
export type UnreadDays = { readonly from: number; readonly until: number }

/** The days on which an institution that counts was read, in rising order, and those that lie in more than 31 days without one. */
export type ReadDays = { readonly read: readonly number[]; readonly unread: readonly UnreadDays[] }

/** For each type, when it was read. `changes` are those of the requested terms. `constantPanels` are the institutions that may count; all may if it is `undefined`. */
export function readDays(
  market: Market,
  changes: readonly StateChange[],
  constantPanels: ConstantPanels | undefined,
  now: Instant,
): Readonly<Record<InstitutionType, ReadDays>> {
  const tomorrow = dayNumber(now > market.at ? now : market.at) + 1
  const days = readingDays(market, changes, constantPanels)
  return { bank: withGaps(days.bank, tomorrow), nbfi: withGaps(days.nbfi, tomorrow) }
}

function withGaps(unsorted: ReadonlySet<number>, tomorrow: number): ReadDays {
  const read = [...unsorted].toSorted((a, b) => a - b)
  const unread = read.flatMap((day, index) => {
    const next = read[index + 1] ?? tomorrow
    return next - day > longestGapDays ? [{ from: day + 1, until: next }] : []
  })
  return { read, unread }
}

/**
 * The days on which an institution was read that counts: an active one of the type with an offer on the day on which the
 * reading was entered, or on the day before, because a sheet that withdraws the last offer is a reading of it.
 */
function readingDays(
  market: Market,
  allChanges: readonly StateChange[],
  constantPanels: ConstantPanels | undefined,
): Readonly<Record<InstitutionType, ReadonlySet<number>>> {
  const days = { bank: new Set<number>(), nbfi: new Set<number>() }
  for (const [id, changes] of Map.groupBy(allChanges, (change) => change.id)) {
    const readings = readingsOf(market.institutions.get(id)?.entries ?? [])
    for (const { from, until, states } of stateIntervals(changes, -Infinity, Infinity)) {
      const { type, rate } = states.get(id) ?? {}
      if (type === undefined || rate === undefined) continue
      if (constantPanels !== undefined && !constantPanels[type].has(id)) continue
      const first = countWhile(readings, ({ enteredOn }) => enteredOn < from)
      const end = countWhile(readings, ({ enteredOn }) => enteredOn <= until)
      for (const { readOn } of readings.slice(first, end)) days[type].add(readOn)
    }
  }
  return days
}

/** The days on which a reading was entered and made. A page may be read some days before its sheet is published. */
type Reading = { readonly enteredOn: number; readonly readOn: number }

/** The rate sheets and verifications of an institution. Retracted sheets, and what was verified while they were the last, do not count. */
function readingsOf(entries: InstitutionBook['entries']): readonly Reading[] {
  const retracted = retractedIn(entries)
  /** The sheets that were not retracted yet, the last one at the end. */
  const sheets: number[] = []
  return entries.flatMap((entry) => {
    const { position, at } = entry
    const enteredOn = dayNumber(at)
    if (entry.kind === 'sheet-published') {
      sheets.push(position)
      if (retracted.has(position)) return []
      return [{ enteredOn, readOn: dayNumber(entry.sheet.scrapedAt) }]
    }
    if (entry.kind === 'rate-corrected' && entry.correction.isRetraction)
      sheets.splice(sheets.indexOf(entry.correction.of), 1)
    const isVerified = entry.kind === 'rates-verified' && !retracted.has(sheets.at(-1) ?? 0)
    return isVerified ? [{ enteredOn, readOn: dayNumber(timeOf(entry)) }] : []
  })
}
