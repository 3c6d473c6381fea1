import { institutionTypes, type InstitutionType } from '../../domain/institution.ts'
import { keyOf, type Terms } from '../../domain/offer.ts'
import type { Market } from '../../market/market.ts'
import { dayNumbered, summaryTimeline, type Days } from '../../query/summary-timeline.ts'
import type { SummaryGroup } from '../../query/summary.ts'
import type { Body } from '../message/body.ts'
import { bounded } from '../message/bounded.ts'
import { ownBytes } from '../message/payload.ts'
import { textBody } from '../message/text-body.ts'
import { figureTexts, groupTexts } from '../schema/figures.ts'
import { dayBytes, reachDays, writeDays, type DayTexts } from './day-texts.ts'
import { listBody } from './list-body.ts'
import { markOfText, markText, mixHigh, mixLow, type Mark } from './pieces.ts'

/** How the groups of some terms moved, in the rows of the first day of each stretch. */
export type Timeline = {
  /** The rows as they are sent, directly behind one another: those of stretches of one day are copied many at once. */
  readonly text: Buffer
  /** Where each row begins there, and where the last one ends. */
  readonly starts: Int32Array
  /** The mark of what stands in each row behind its day: two numbers. */
  readonly marks: Int32Array
  readonly stretches: readonly Stretch[]
}

/** Days on which nothing moved, and the number of their first row: each type has one, which is empty where it has no offer. */
export type Stretch = Days & { readonly row: number }

/**
 * The bytes that timelines may take up; one of ten years in which each day has other figures takes more than two megabytes.
 * Half of it holds those of all terms of the benchmark's market: where they do not fit, some answers have theirs made anew, at
 * more than ten times the cost of an answer.
 */
const mostTimelines = 64_000_000
/** About what a stretch takes up beside the text of its rows. */
const stretchSize = 100

/** The timelines of a market, each made when it is first asked for. */
export function timelinesOf(market: Market): (terms: Terms) => Timeline {
  const known = bounded<string, Timeline>(
    mostTimelines,
    ({ text, stretches }) => 1_000 + text.length + stretches.length * stretchSize,
  )
  return (terms) => {
    const key = keyOf(terms)
    const found = known.get(key) ?? timelineOf(market, terms)
    known.set(key, found)
    return found
  }
}

/** A row, and the mark of what stands in it behind its day. */
type Row = { readonly text: string; readonly mark: Mark }
const noRow: Row = { text: '', mark: { high: 0, low: 0 } }
const beforeDay = ',{"snapshot_date":"'

function timelineOf(market: Market, terms: Terms): Timeline {
  const timeline = summaryTimeline(market, terms)
  // Most days move one type only, and the group of the other is the same object as before.
  const known = new Map<SummaryGroup, Row>()
  const behindDay = (group: SummaryGroup): Row => {
    const text = `",${JSON.stringify({ ...groupTexts(group), ...figureTexts(group) }).slice(1)}`
    const row = { text, mark: markOfText(text) }
    known.set(group, row)
    return row
  }
  const rows = timeline.flatMap(({ from, groups }) =>
    institutionTypes.map((type) => {
      const group = groups.find((one) => one.type === type)
      if (group === undefined) return noRow
      const { text, mark } = known.get(group) ?? behindDay(group)
      return { text: beforeDay + dayNumbered(from) + text, mark }
    }),
  )
  const starts = new Int32Array(rows.length + 1)
  // They are ASCII.
  for (const [row, { text }] of rows.entries())
    starts[row + 1] = (starts[row] as number) + text.length
  return {
    text: ownBytes(rows.map(({ text }) => text).join('')),
    starts,
    marks: Int32Array.from(rows.flatMap(({ mark }) => [mark.high, mark.low])),
    stretches: timeline.map(({ from, until }, index) => {
      return { from, until, row: index * institutionTypes.length }
    }),
  }
}

/** A type's row of a stretch without its day: `"institution_type":"bank", … }`; nothing where it is empty. */
export function figuresIn(
  { text, starts }: Timeline,
  stretch: Stretch,
  type: InstitutionType,
): string {
  const row = stretch.row + institutionTypes.indexOf(type)
  return text
    .toString('latin1', starts[row], starts[row + 1])
    .slice(beforeDay.length + dayBytes + 2)
}

/** Which rows of a stretch are of a type, or of any: the first of them, and the one behind. */
function rowsOf(type: InstitutionType | undefined): readonly [first: number, behind: number] {
  const index = type === undefined ? 0 : institutionTypes.indexOf(type)
  return [index, type === undefined ? institutionTypes.length : index + 1]
}

/** The list of all snapshots, of one type or both; its name follows from the days of the stretches and from their rows. */
export function snapshotList(
  timeline: Timeline,
  stretches: readonly Stretch[],
  type: InstitutionType | undefined,
  days: DayTexts,
): Body {
  const { starts, marks } = timeline
  const [first, behind] = rowsOf(type)
  let [length, high, low] = [0, 0, 0]
  for (const { from, until, row } of stretches) {
    const size = (starts[row + behind] as number) - (starts[row + first] as number)
    if (size === 0) continue
    length += size * (until - from)
    high = mixHigh(mixHigh(high, from), until)
    low = mixLow(mixLow(low, from), until)
    for (let index = row + first; index < row + behind; index++) {
      high = mixHigh(high, marks[index * 2] as number)
      low = mixLow(low, marks[index * 2 + 1] as number)
    }
  }
  if (length === 0) return textBody('[]')
  return listBody(length, markText({ high, low }), (out, start) => {
    writeSnapshots(timeline, stretches, type, days, out, start)
  })
}

function writeSnapshots(
  { text, starts }: Timeline,
  stretches: readonly Stretch[],
  type: InstitutionType | undefined,
  days: DayTexts,
  out: Uint8Array,
  start: number,
): void {
  const view = new DataView(out.buffer, out.byteOffset, out.length)
  reachDays(days, stretches)
  const [first, behind] = rowsOf(type)
  // What is still to be copied to `at`: rows that lie behind one another.
  let [begin, end, at] = [0, 0, start]
  for (const stretch of stretches) {
    const { from, until, row } = stretch
    const next = starts[row + first] as number
    if (next !== end) {
      at += text.copy(out, at, begin, end)
      begin = next
    }
    end = starts[row + behind] as number
    const size = end - next
    // Its one day stands there; but the first stretch may begin later than in the text.
    if (until - from === 1 && stretch !== stretches[0]) continue
    at += text.copy(out, at, begin, end)
    begin = end
    // From where its rows begin.
    at -= size
    repeat(out, at, size, until - from)
    for (let index = row + first; index < row + behind; index++) {
      const rowAt = starts[index] as number
      if (rowAt < (starts[index + 1] as number))
        writeDays(days, stretch, view, at + rowAt - next + beforeDay.length, size)
    }
    at += size * (until - from)
  }
  text.copy(out, at, begin, end)
}

/** Repeats some bytes behind themselves, until they stand there so many times; what is there already is copied at once. */
function repeat(out: Uint8Array, start: number, length: number, times: number): void {
  const whole = length * times
  for (let done = length; done < whole; done *= 2)
    out.copyWithin(start + done, start, start + Math.min(done, whole - done))
}
