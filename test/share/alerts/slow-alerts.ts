import { dayLength, type Instant } from '../../../src/domain/instant.ts'
import type { SimulatedAct } from './simulated-book.ts'

/** An institution as the oracle knows it: when its source is due, and everything that happened, oldest first. */
export type SlowInstitution = {
  readonly id: string
  readonly staleAfterDays: number
  /** Whether a source is due at an instant; absent if there is no source. */
  readonly isDue?: (at: Instant) => boolean
  readonly events: readonly { readonly at: Instant; readonly act: SimulatedAct }[]
}

type Run = { readonly at: Instant; readonly act: Extract<SimulatedAct, { kind: 'run' }> }

const hour = dayLength / 24

/**
 * The raised alerts as `kind id`, computed from the definitions in `docs/alerts.md` by going through all hours. Everything happens
 * at whole hours. Published and typed sheets always move the rate.
 */
export function slowAlerts(all: readonly SlowInstitution[], now: Instant): readonly string[] {
  const past = all
    .map((one): SlowInstitution => ({ ...one, events: one.events.filter(({ at }) => at <= now) }))
    .filter(isActive)
  const collected = past.filter((one) => one.isDue !== undefined && runsOf(one).length > 0)
  const overdue = collected.filter((one) => isOverdue(one, now))
  const failing = collected.filter((one) => failuresOf(one).length >= 3)
  const failingTogether = failing.filter((one) => failsWithOthers(one, collected))
  const explainedAt = (one: SlowInstitution): number => {
    if (overdue.includes(one)) return firstMissed(one)
    return failingTogether.includes(one) ? (failuresOf(one)[0] as Run).at : Infinity
  }
  const alone = overdue.filter((one) => isAlone(one, collected, now))
  return [
    ...(alone.length < overdue.length ? ['collector-stopped'] : []),
    ...alone.map(({ id }) => `not-collected ${id}`),
    ...(failingTogether.length > 0 ? ['collector-failing'] : []),
    ...failing.filter((one) => !failingTogether.includes(one)).map(({ id }) => `runs-failed ${id}`),
    ...collected.filter(isRefused).map(({ id }) => `refused ${id}`),
    ...collected.filter(isUnmatched).map(({ id }) => `unmatched-lines ${id}`),
    ...past
      .filter((one) => isUnverified(one, now, explainedAt(one)))
      .map(({ id }) => `unverified ${id}`),
    ...past.filter((one) => isHeldLong(one, now)).map(({ id }) => `hold-waits ${id}`),
    ...collected
      .filter((one) => (frozenAt(one, past, now) ?? Infinity) < explainedAt(one))
      .map(({ id }) => `frozen ${id}`),
  ].toSorted()
}

function isActive({ events }: Pick<SlowInstitution, 'events'>): boolean {
  let active = true
  for (const { act } of events) if (act.kind === 'register') active = act.record.active ?? active
  return active
}

function runsOf({ events }: SlowInstitution): readonly Run[] {
  return events.flatMap(({ at, act }) => (act.kind === 'run' ? [{ at, act }] : []))
}

function lastRunOf(one: SlowInstitution): Run {
  return runsOf(one).at(-1) as Run
}

/** The first hour after an instant at which the source is due. */
function dueAfter({ isDue }: SlowInstitution, at: number): number {
  let next = at + hour
  while (isDue?.(next as Instant) === false) next += hour
  return next
}

/** When the first run after the last one was due. A host may have asked for a pause. */
function firstMissed(one: SlowInstitution): number {
  const { at, act } = lastRunOf(one)
  return Math.max(dueAfter(one, at), at + (act.pause ?? 0) * hour)
}

function isOverdue(one: SlowInstitution, now: number): boolean {
  return now >= dueAfter(one, firstMissed(one)) + 2 * hour
}

function isAlone(
  one: SlowInstitution,
  collected: readonly SlowInstitution[],
  now: number,
): boolean {
  const first = firstMissed(one)
  let [due, done] = [0, 0]
  for (const other of collected) {
    if (other === one || dueAfter(other, first - hour) > now - 2 * hour) continue
    due++
    if (runsOf(other).some(({ at }) => at >= first && at <= now - hour)) done++
  }
  return done > due / 2
}

/** The failed runs at the end. */
function failuresOf(one: SlowInstitution): readonly Run[] {
  let failures: Run[] = []
  for (const run of runsOf(one)) failures = run.act.outcome === 'failed' ? [...failures, run] : []
  return failures
}

function failsWithOthers(one: SlowInstitution, collected: readonly SlowInstitution[]): boolean {
  const failures = failuresOf(one)
  const [first, last] = [failures[0] as Run, failures.at(-1) as Run]
  let [failed, others] = [0, 0]
  for (const other of collected) {
    if (other === one) continue
    for (const { at, act } of runsOf(other)) {
      if (at < first.at || at > last.at) continue
      others++
      if (act.outcome === 'failed') failed++
    }
  }
  return others > 0 && failed === others
}

function isRefused(one: SlowInstitution): boolean {
  let is = false
  for (const { act } of runsOf(one)) {
    if (act.refusal !== undefined) is = true
    else if (act.outcome !== 'failed' || act.gotPage === true) is = false
  }
  return is
}

function isUnmatched(one: SlowInstitution): boolean {
  let is = false
  for (const { act } of runsOf(one)) if (act.outcome !== 'failed') is = act.isUnmatched === true
  return is
}

/** When a person or a run last confirmed the published rate. */
function verifiedAt({ events }: SlowInstitution): number | undefined {
  let verified: number | undefined
  for (const { at, act } of events) {
    const isRun = act.kind === 'run' && (act.outcome === 'changed' || act.outcome === 'verified')
    if (isRun || act.kind === 'typed' || act.kind === 'verify') verified = at
  }
  return verified
}

function isUnverified(one: SlowInstitution, now: number, explained: number): boolean {
  const verified = verifiedAt(one)
  if (verified === undefined) return false
  const since = verified + 0.6 * one.staleAfterDays * dayLength
  return now >= since && since < explained
}

function isHeldLong({ events }: SlowInstitution, now: number): boolean {
  let held: number | undefined
  for (const { at, act } of events) {
    if (act.kind === 'run' && act.outcome === 'held') held ??= at
    else if (act.kind === 'typed' || act.kind === 'reject') held = undefined
    else if (act.kind === 'run' && act.outcome !== 'failed') held = undefined
  }
  return held !== undefined && now >= held + dayLength
}

const isMove = (act: SimulatedAct): boolean =>
  act.kind === 'typed' || (act.kind === 'run' && act.outcome === 'changed')

/** The first hour at which the page had been frozen for 14 days. */
function frozenAt(
  one: SlowInstitution,
  all: readonly SlowInstitution[],
  now: number,
): number | undefined {
  let [news, verified]: (number | undefined)[] = []
  for (const { at, act } of one.events) {
    if (act.kind === 'register' || (act.kind === 'run' && act.outcome === 'failed')) continue
    if (act.kind === 'run' && act.outcome === 'verified') verified = at
    else [news, verified] = [at, undefined]
  }
  if (news === undefined || verified === undefined) return undefined
  for (let until = news + 14 * dayLength; until <= now - 14 * dayLength; until += hour) {
    const from = until - 14 * dayLength
    const peers = all.filter((other) => {
      const first = other.events.find(({ act }) => isMove(act))
      return other !== one && first !== undefined && first.at <= from
    })
    const moved = peers.filter(({ events }) =>
      events.some(({ at, act }) => isMove(act) && at > from && at <= until),
    )
    if (peers.length >= 4 && moved.length >= peers.length / 2) return until + 14 * dayLength
  }
  return undefined
}
