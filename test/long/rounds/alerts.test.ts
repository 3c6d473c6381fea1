import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { after, dayLength, type Instant } from '../../../src/domain/instant.ts'
import { alertKinds } from '../../../src/share/alerts/alert.ts'
import { raisedAlerts } from '../../../src/share/alerts/raised-alerts.ts'
import { openSimulatedBook, type SimulatedAct } from '../../share/alerts/simulated-book.ts'
import { slowAlerts, type SlowInstitution } from '../../share/alerts/slow-alerts.ts'
import { runs, start as firstHour } from '../../support/generators.ts'

const hour = dayLength / 24
const start = (Math.floor(firstHour / dayLength) * dayLength) as Instant
const days = 60

/** An institution: when it is due, how often its runs take place, what they do, and what persons do. */
const institution = fc.record({
  interval: fc.constantFrom(12, 24, 24, 24, 72),
  offset: fc.nat(23),
  hasSource: fc.constantFrom(true, true, true, true, false),
  staleAfterDays: fc.constantFrom(2, 7, 20),
  /** The day of its first run or sheet. */
  begins: fc.constantFrom(0, 0, 0, 1, 9),
  outcomes: fc.array(
    fc.tuple(
      fc.constantFrom('verified', 'verified', 'verified', 'changed', 'held', 'failed', 'missed'),
      // The same happens several times.
      fc.integer({ min: 1, max: 14 }),
      fc.constantFrom(undefined, undefined, undefined, 'robots', 'status'),
      fc.boolean(),
      fc.constantFrom(false, false, true),
      fc.constantFrom(0, 0, 60),
    ),
    { minLength: 1, maxLength: 12 },
  ),
  persons: fc.array(
    fc.tuple(
      fc.nat(days * 24),
      fc.constantFrom<SimulatedAct>(
        { kind: 'typed' },
        { kind: 'verify' },
        { kind: 'check' },
        { kind: 'reject' },
        { kind: 'register', record: { active: false } },
        { kind: 'register', record: { active: true } },
      ),
    ),
    { maxLength: 5 },
  ),
})
type SomeInstitution = typeof institution extends fc.Arbitrary<infer T> ? T : never

const sequences = fc.record({
  institutions: fc.oneof(
    fc.array(institution, { minLength: 1, maxLength: 5 }),
    fc.array(institution, { minLength: 6, maxLength: 9 }),
  ),
  // The collector stops, or all its runs fail, for some days.
  outage: fc.option(
    fc.record({
      from: fc.nat(days * 24),
      hours: fc.integer({ min: 60, max: 240 }),
      kind: fc.constantFrom('missed' as const, 'failed' as const),
    }),
  ),
})

type Sequence = typeof sequences extends fc.Arbitrary<infer T> ? T : never
type Event = { readonly at: Instant; readonly id: string; readonly act: SimulatedAct }

const instantOf = (hours: number): Instant => after(start, hours * hour)
const isDueAt =
  ({ interval, offset }: SomeInstitution) =>
  (at: Instant): boolean =>
    ((at - start) / hour - offset) % interval === 0

/** Everything that happens, in order. */
function eventsOf({ institutions, outage }: Sequence): readonly Event[] {
  const events = institutions.flatMap((one, index) => {
    const id = `bank-${index}`
    const acts = one.outcomes.flatMap(([outcome, times, refusal, gotPage, isUnmatched, pause]) =>
      Array.from({ length: times }, () => ({ outcome, refusal, gotPage, isUnmatched, pause })),
    )
    const found: Event[] = one.persons.map(([hours, act]) => ({ at: instantOf(hours), id, act }))
    if (!one.hasSource)
      return [{ at: instantOf(one.begins * 24), id, act: { kind: 'typed' } as const }, ...found]
    let next = 0
    for (let hours = one.begins * 24; hours < days * 24; hours++) {
      if (!isDueAt(one)(instantOf(hours))) continue
      const { outcome, refusal, gotPage, isUnmatched, pause } = acts[
        next++ % acts.length
      ] as (typeof acts)[number]
      const isOut = outage !== null && hours >= outage.from && hours < outage.from + outage.hours
      const ends = isOut ? outage.kind : next === 1 ? 'changed' : outcome
      if (ends === 'missed') continue
      const failure = { ...(refusal !== undefined && { refusal }), gotPage, pause }
      const act = { kind: 'run', outcome: ends, isUnmatched, ...(ends === 'failed' && failure) }
      found.push({ at: instantOf(hours), id, act: act as SimulatedAct })
    }
    return found
  })
  return events.toSorted((a, b) => a.at - b.at)
}

/** The next due instant of an institution. */
const scheduleOf =
  ({ institutions }: Sequence) =>
  (id: string): ((at: Instant) => Instant) | undefined => {
    const one = institutions[Number(id.slice('bank-'.length))]
    if (one?.hasSource !== true) return undefined
    const length = one.interval * hour
    const begin = start + one.offset * hour - 100 * length
    return (at) => (begin + (Math.floor((at - begin) / length) + 1) * length) as Instant
  }

test('at every few hours of random sequences of outcomes, the raised alerts are those of the definitions', () => {
  const counts = new Map<string, number>()
  fc.assert(
    fc.property(sequences, fc.constantFrom(17, 25, 31), (sequence, step) => {
      const ids = sequence.institutions.map((_, index) => `bank-${index}`)
      const book = openSimulatedBook(ids, start)
      for (const [index, { staleAfterDays }] of sequence.institutions.entries())
        book.enter(start, `bank-${index}`, { kind: 'register', record: { staleAfterDays } })
      const waiting = [...eventsOf(sequence)]
      const entered: Event[] = []
      let before = new Set<string>()
      for (let hours = 0; hours < days * 24; hours += step) {
        const now = instantOf(hours)
        while ((waiting[0]?.at ?? Infinity) <= now) {
          const event = waiting.shift() as Event
          if (book.enter(event.at, event.id, event.act)) entered.push(event)
        }
        const books = book.market().institutions.values()
        const found = raisedAlerts({
          head: book.market(),
          books,
          now,
          scheduleOf: scheduleOf(sequence),
        })
        const raised = found.map(({ kind, institutionId }) =>
          [kind, institutionId ?? ''].join(' ').trim(),
        )
        const slow = sequence.institutions.map((one, index): SlowInstitution => ({
          id: `bank-${index}`,
          staleAfterDays: one.staleAfterDays,
          ...(one.hasSource && { isDue: isDueAt(one) }),
          events: entered.filter(({ id }) => id === `bank-${index}`),
        }))
        assert.deepEqual(raised.toSorted(), slowAlerts(slow, now), new Date(now).toISOString())
        for (const { since, kind, institutionId } of found) {
          assert.ok(since <= now)
          const key = [kind, institutionId ?? ''].join(' ').trim()
          if (!before.has(key)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
        }
        before = new Set(raised)
      }
    }),
    runs(40),
  )
  // A few books may lack the rarest kinds; `changes.test.ts` has all of them.
  assert.ok(counts.size >= alertKinds.length - 3, JSON.stringify([...counts]))
})
