import { Cron } from 'croner'
import { reasonOf } from '../../domain/failure.ts'
import type { Instant } from '../../domain/instant.ts'
import { counted, quoted } from '../../domain/text.ts'

/** When a source is collected: a cron pattern of five fields, and the time zone that it is meant in. */
export type Schedule = { readonly schedule: string; readonly timezone: string }

/** Whether a source is due, and when it is due the next time after now. */
export type Due = { readonly isDue: boolean; readonly nextDue: Instant }

/** A source without a run is due. So is one whose schedule named an instant after its last run and not after now. */
export function dueAt(schedule: Schedule, lastRun: Instant | undefined, now: Instant): Due {
  const isDue = lastRun === undefined || nextAfter(schedule, lastRun) <= now
  return { isDue, nextDue: nextAfter(schedule, now) }
}

/** Why nothing can be scheduled like this, as a sentence; `undefined` if it can. */
export function scheduleProblem({ schedule, timezone }: Schedule): string | undefined {
  const fields = schedule.trim().split(/\s+/).length
  if (fields !== 5)
    return `${quoted(schedule)} has ${counted(fields, 'field')}; a schedule has five: minute, hour, day, month, weekday.`
  try {
    nextAfter({ schedule, timezone }, someInstant)
    return undefined
  } catch (error) {
    const reason = reasonOf(error)
    return `${quoted(schedule)} is not a schedule: ${reason.replace(/^CronPattern: /, '').replace(/\.$/, '')}.`
  }
}

/** Five fields name no year, so whether a schedule ever comes does not depend on the instant. */
const someInstant = 0 as Instant

function nextAfter({ schedule, timezone }: Schedule, after: Instant): Instant {
  // Croner only computes here: without a function it starts no timer.
  const next = new Cron(schedule, { timezone, mode: '5-part' }).nextRun(new Date(after))
  if (next === null) throw new Error(`no day is like "${schedule}"`)
  return next.getTime() as Instant
}
