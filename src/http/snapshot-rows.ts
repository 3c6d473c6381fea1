import { dayOf } from '../domain/day.ts'
import type { InstitutionType } from '../domain/institution.ts'
import { dayLength, earliestInstant, type Instant } from '../domain/instant.ts'
import { keyOf, type Terms } from '../domain/offer.ts'
import type { Market } from '../market/market.ts'
import type { SummaryGroup } from '../query/summary.ts'
import { dayNumber, summaryTimeline, type Stretch } from '../query/summary-timeline.ts'
import type { Body } from './body.ts'
import { bounded } from './bounded.ts'
import { figureTexts, groupTexts } from './figures.ts'
import { listBody } from './list-body.ts'
import {
  addPiece,
  copyLast,
  copyPiece,
  isLittleEndian,
  lengthOf,
  markText,
  mixHigh,
  mixLow,
  noPieces,
  startOf,
  stride,
  trim,
  type Pieces,
} from './pieces.ts'
import { columnOf, pieceOf } from './row-texts.ts'
import { textBody } from './text-body.ts'

/** A group as a row of any day, with zeros in the place of the day: the number of a piece. */
export type GroupPiece = { readonly type: InstitutionType; readonly piece: number }

/** Whether a group is of a type, where one is asked for. */
export function isOfType(group: GroupPiece, type: InstitutionType | undefined): boolean {
  return type === undefined || group.type === type
}

/** How the groups of some terms moved, and the pieces that they are in rows. */
export type Timeline = {
  readonly pieces: Pieces
  readonly stretches: readonly Stretch<GroupPiece>[]
}

/**
 * The bytes that timelines may take up; one of ten years in which each day has other figures takes about a megabyte. Half of it
 * holds those of all terms of the benchmark's market: where they do not fit, some answers have theirs made anew, at ten times
 * the cost of an answer.
 */
const mostTimelines = 64_000_000
/** About what a stretch takes up beside the text of its groups. */
const stretchSize = 160

/** The timelines of a market, each made when it is first asked for. */
export function timelinesOf(market: Market): (terms: Terms) => Timeline {
  const known = bounded<string, Timeline>(
    mostTimelines,
    ({ pieces, stretches }) => 1_000 + pieces.bytes.length + stretches.length * stretchSize,
  )
  return (terms) => {
    const key = keyOf(terms)
    const found = known.get(key) ?? timelineOf(market, terms)
    known.set(key, found)
    return found
  }
}

function timelineOf(market: Market, terms: Terms): Timeline {
  const pieces = noPieces()
  // Most days move one type only, and the group of the other is the same object as before.
  const known = new Map<SummaryGroup, GroupPiece>()
  const pieceOfGroup = (group: SummaryGroup): GroupPiece => {
    const found = known.get(group)
    if (found !== undefined) return found
    const row = { snapshot_date: noDay, ...groupTexts(group), ...figureTexts(group) }
    const made = { type: group.type, piece: addPiece(pieces, `,${JSON.stringify(row)}`) }
    known.set(group, made)
    return made
  }
  const stretches = summaryTimeline(market, terms).map(({ groups, ...days }) => {
    return { ...days, groups: groups.map(pieceOfGroup) }
  })
  trim(pieces)
  return { pieces, stretches }
}

/** What stands in a row for its day, and where. */
const noDay = '0000-00-00'
const dayAt = ',{"snapshot_date":"'.length

/** The texts of days, all as long as that; the piece of each is made when it first occurs. */
export type Days = { readonly pieces: Pieces; readonly pieceOf: (day: number) => number }

/** The days of a book. */
export function daysOf(): Days {
  const pieces = noPieces()
  // A column has no numbers below 0, which days before 1970 have.
  const first = dayNumber(earliestInstant)
  const column = columnOf((number) => dayOf(((first + number) * dayLength) as Instant))
  return { pieces, pieceOf: (day) => pieceOf(pieces, column, day - first) }
}

/**
 * The list of all snapshots, of one type or both. A row is the piece of its group with its day in it; how long those of a stretch
 * are, and their name, follows from its days and its groups, so the rows are gone through once, when they are written.
 */
export function snapshotList(
  { pieces }: Timeline,
  stretches: readonly Stretch<GroupPiece>[],
  type: InstitutionType | undefined,
  days: Days,
): Body {
  let [length, high, low] = [0, 0, 0]
  for (const { from, until, groups } of stretches) {
    const [first, last] = [days.pieceOf(from), days.pieceOf(until - 1)]
    for (const group of groups) {
      if (!isOfType(group, type)) continue
      const { piece } = group
      length += (until - from) * lengthOf(pieces, piece)
      high = mixHigh(pieces, mixHigh(days.pieces, mixHigh(days.pieces, high, first), last), piece)
      low = mixLow(pieces, mixLow(days.pieces, mixLow(days.pieces, low, first), last), piece)
    }
  }
  if (length === 0) return textBody('[]')
  return listBody(length, markText({ high, low }), (out, start) => {
    writeSnapshots(pieces, stretches, type, days, out, start, start + length)
  })
}

function writeSnapshots(
  pieces: Pieces,
  stretches: readonly Stretch<GroupPiece>[],
  type: InstitutionType | undefined,
  days: Days,
  out: Uint8Array,
  start: number,
  end: number,
): void {
  const view = new DataView(out.buffer, out.byteOffset, out.length)
  const roomy = end - pieces.longest - stride
  let at = start
  for (const { from, until, groups } of stretches) {
    let next = at
    for (const group of groups) {
      if (!isOfType(group, type)) continue
      const { piece } = group
      next =
        next <= roomy ? copyPiece(pieces, piece, view, next) : copyLast(pieces, piece, out, next)
    }
    if (next === at) continue
    const size = next - at
    repeat(out, at, size, until - from)
    let row = at
    for (const group of groups) {
      if (!isOfType(group, type)) continue
      for (let day = from; day < until; day++) {
        copyDay(days, days.pieceOf(day), view, row + (day - from) * size + dayAt)
      }
      row += lengthOf(pieces, group.piece)
    }
    at += size * (until - from)
  }
}

/** Repeats some bytes behind themselves, until they stand there so many times; what is there already is copied at once. */
function repeat(out: Uint8Array, start: number, length: number, times: number): void {
  const whole = length * times
  for (let done = length; done < whole; done *= 2)
    out.copyWithin(start + done, start, start + Math.min(done, whole - done))
}

/** Copies the ten bytes of a day. */
function copyDay({ pieces }: Days, piece: number, out: DataView, at: number): void {
  const start = startOf(pieces, piece)
  out.setFloat64(at, pieces.words[start / 8] as number, isLittleEndian)
  out.setUint8(at + 8, pieces.bytes[start + 8] as number)
  out.setUint8(at + 9, pieces.bytes[start + 9] as number)
}
