import { after, dayLength } from '../../../src/domain/instant.ts'
import { raisedAlerts } from '../../../src/share/alerts/raised-alerts.ts'
import { dailySchedule, firstDay } from './play.ts'
import { openSimulatedBook } from './simulated-book.ts'

/** A simulated year in which one page freezes. */
export type FrozenYear = {
  readonly seed: number
  /** Days from the freeze to the first change that the page does not show, and to the alert. */
  readonly missedAfter: number
  readonly foundAfter: number | undefined
  /** Alerts about pages that were not frozen. */
  readonly falseAlarms: number
}

const hour = dayLength / 24
const banks = 35
const institutions = 60
const days = 365
/** The bank whose page freezes, and the day from which it shows the same rates for ever. */
const frozenId = 'bank-0'
const frozenFrom = 60

/**
 * Sixty institutions, daily runs of which 3 % fail. Six times a year the market moves: nine in ten institutions follow, within five
 * weeks, most of them soon. Each also changes a rate of its own accord twice a year. A person answers each alert
 * by looking at the page, and corrects the source of the frozen one.
 */
export function measureYear(seed: number): FrozenYear {
  const random = generator(seed)
  const ids = Array.from({ length: institutions }, (_, index) =>
    index < banks ? `bank-${index}` : `finance-${index}`,
  )
  const movesOf = new Map(ids.map((id) => [id, new Set<number>()]))
  for (let count = 0; count < 6; count++) {
    const day = Math.floor(random() * days)
    for (const id of ids) {
      if (random() < 0.9) movesOf.get(id)?.add(day + Math.floor(35 * random() ** 2))
    }
  }
  for (const id of ids) {
    for (let count = 0; count < 2; count++) movesOf.get(id)?.add(Math.floor(random() * days))
  }
  const book = openSimulatedBook(ids, firstDay)
  for (const id of ids.slice(banks))
    book.enter(firstDay, id, { kind: 'register', record: { type: 'nbfi' } })
  const waiting = new Set(ids)
  let falseAlarms = 0
  let found: number | undefined
  for (let day = 0; day < days; day++) {
    const morning = after(firstDay, day * dayLength + 4 * hour)
    const isFrozen = day >= frozenFrom && found === undefined
    for (const id of ids) {
      if (movesOf.get(id)?.has(day) === true && !(isFrozen && id === frozenId)) waiting.add(id)
      const outcome = random() < 0.03 ? 'failed' : waiting.has(id) ? 'changed' : 'verified'
      if (outcome === 'changed') waiting.delete(id)
      book.enter(morning, id, { kind: 'run', outcome })
    }
    const noon = after(morning, 8 * hour)
    const books = book.market().institutions.values()
    const alerts = raisedAlerts({
      head: book.market(),
      books,
      now: noon,
      scheduleOf: () => dailySchedule,
    })
    for (const { kind, institutionId: id = '' } of alerts) {
      if (kind !== 'frozen') continue
      book.enter(noon, id, { kind: 'verify' })
      if (isFrozen && id === frozenId) found = day
      else falseAlarms++
    }
  }
  const missed = [...(movesOf.get(frozenId) ?? [])].filter((day) => day >= frozenFrom)
  return {
    seed,
    missedAfter: Math.min(...missed) - frozenFrom,
    foundAfter: found === undefined ? undefined : found - frozenFrom,
    falseAlarms,
  }
}

/** Random numbers from 0 to 1 that a seed determines (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The years of `docs/alerts.md`. */
export const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

/** The row of a simulated year in `docs/alerts.md`. */
export function yearRow({ seed, missedAfter, foundAfter, falseAlarms }: FrozenYear): string {
  const found = foundAfter === undefined ? 'not found' : `day ${foundAfter}`
  return `| ${seed} | day ${missedAfter} | ${found} | ${falseAlarms} |`
}

/** The table of all years. */
export function yearTable(): string {
  const rows = seeds.map((seed) => yearRow(measureYear(seed)))
  const head =
    '| seed | first change that the page does not show | alert | alerts about the other 59 in the year |'
  return [head, '|---|---|---|---|', ...rows].join('\n')
}
