import { existsSync, lstatSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayOf, localDay, startOf, type Day } from '../../domain/day.ts'
import { Failure } from '../../domain/failure.ts'
import { after, dayLength, type Instant } from '../../domain/instant.ts'

/** The milliseconds until the clock is read again, and until a failed release is tried again. */
const waitLength = 60_000
const latestName = 'latest'

/** The schedule of releases, and their folder. */
export type DailySettings = {
  readonly folder: string
  /** From 0 to 23. */
  readonly hour: number
  readonly timeZone: string
  readonly now: () => Instant
  readonly signal: AbortSignal
  /** Writes one release into a folder. */
  readonly write: (folder: string) => Promise<void>
  readonly onWritten: (folder: string) => void
  readonly onFailure: (error: unknown) => void
}

/**
 * Writes a release each day into a folder that is named by the day, and points `latest` to it, until the signal. A day that already
 * has a release is left alone. The first failure is thrown; later ones are reported, and tried again.
 */
export async function releaseDaily(settings: DailySettings): Promise<void> {
  const { folder, hour, timeZone, now, signal, write, onWritten, onFailure } = settings
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const day = dueDay(now(), hour, timeZone)
    const path = join(folder, day)
    try {
      if (!existsSync(path)) {
        await write(path)
        onWritten(path)
      }
      pointLatest(folder, day)
    } catch (error) {
      if (signal.aborted) return
      if (isFirst) throw error
      onFailure(error)
    }
    await sleep(waitLength, undefined, { signal }).catch(() => {})
  }
}

/** The day on which the hour last began in a time zone. An hour that a change of clocks skips begins with the next one. */
export function dueDay(now: Instant, hour: number, timeZone: string): Day {
  const today = localDay(timeZone, now)
  // Two digits, so that hours compare as texts.
  const clock = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' })
  const isDue = clock.format(now) >= `${hour}`.padStart(2, '0')
  return isDue ? today : dayOf(after(startOf(today), -dayLength))
}

/** Points the link `latest` to a release. It is replaced at once, so a reader always finds a release. */
function pointLatest(folder: string, day: Day): void {
  const link = join(folder, latestName)
  const found = lstatSync(link, { throwIfNoEntry: false })
  if (found !== undefined && !found.isSymbolicLink())
    throw new Failure(
      'configuration',
      `${link} is not a symbolic link, so it cannot name the newest release; move it away.`,
    )
  if (found !== undefined && readlinkSync(link) === day) return
  const next = join(folder, `.${latestName}`)
  rmSync(next, { force: true })
  symlinkSync(day, next)
  renameSync(next, link)
}
