import { parseDay, startOf } from '../src/domain/day.ts'
import type { Draft } from '../src/domain/entry.ts'
import { after, dayLength } from '../src/domain/instant.ts'
import { firstRegistrations } from './book/institutions.ts'
import { lifeOf, type Period } from './book/life.ts'
import { randomOf } from './book/random.ts'
import { linesOf } from './book/terms.ts'

/** How many changes the books have that the benchmark measures: growth is what happens between them. */
export const bookSizes = [10_000, 100_000, 1_000_000] as const

/** The largest of them, of which most is asked. */
export const largest = 1_000_000

const seed = 20_261_115
const length = 3652
const lineCount = 4760

/** The period of every book: ten years, ending on 15 November 2026. */
export const period: Period = periodOf('2026-11-15')

/**
 * The entries of a market with exactly `changes` history records, in the order of their instants: 60 institutions with
 * about 5,000 offers, the same ones at every run and at every size.
 */
export function marketDrafts(changes: number): Draft[] {
  const institutions = firstRegistrations()
  const random = randomOf(seed)
  const counts = lineCounts(institutions.length)
  let drafts: Draft[] = []
  let left = changes
  let linesLeft = lineCount
  for (const [i, institution] of institutions.entries()) {
    const lines = linesOf(random, counts[i] ?? 0)
    const records = Math.round((left * lines.length) / linesLeft)
    left -= records
    linesLeft -= lines.length
    drafts = drafts.concat(lifeOf(institution, lines, records, period, seed + 1 + i))
  }
  return drafts.sort((a, b) => a.at - b.at)
}

/** From 60 to about 100 lines each, in all `lineCount`. */
function lineCounts(institutions: number): number[] {
  const counts: number[] = []
  let left = lineCount
  for (let i = 0; i < institutions; i++) {
    const mean = left / (institutions - i)
    const count = i === institutions - 1 ? left : Math.round(mean + ((i * 7) % 41) - 20)
    counts.push(count)
    left -= count
  }
  return counts
}

function periodOf(day: string): Period {
  const last = parseDay(day)
  if (last === undefined) throw new Error(`${day} is no day.`)
  return { first: after(startOf(last), -length * dayLength), last: startOf(last) }
}
