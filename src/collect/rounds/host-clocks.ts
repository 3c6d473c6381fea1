import { parseWhole } from '../../domain/decimal.ts'
import { durationText, isAhead } from '../../domain/entry.ts'
import { after, dayLength, instantText, type Instant } from '../../domain/instant.ts'
import type { FetchRecord } from '../captures/logs.ts'

/** Compares this machine's clock with the `Date` of fetched pages. */
export type HostClocks = {
  /** Remembers the `Date` of a response. */
  readonly add: (fetch: Fetch) => void
  /** A sentence if most hosts of recent fetches contradict this machine's clock. */
  readonly problem: (now: Instant) => string | undefined
}

type Fetch = Pick<FetchRecord, 'at' | 'url' | 'redirects' | 'headers'>

/** The `Date` of the last response of a host, and the time on this machine's clock then. */
type HostDate = { readonly host: string; readonly date: Instant; readonly at: Instant }

/** Older responses say nothing about the clock: it may have been set since. A day, and some hours because rounds begin late. */
const memory = 1.5 * dayLength
/** The milliseconds by which the clock of a host may differ: more than `memory`, so that a run with an earlier `--at` is no contradiction. */
const greatestDifference = 2 * dayLength

/** Starts with the fetches of earlier rounds. */
export function createHostClocks(fetches: readonly Fetch[]): HostClocks {
  const hostDates = new Map<string, HostDate>()
  const add = (fetch: Fetch): void => {
    const hostDate = hostDateOf(fetch)
    if (hostDate !== undefined) hostDates.set(hostDate.host, hostDate)
  }
  for (const fetch of fetches) add(fetch)
  return {
    add,
    problem(now) {
      const recent = [...hostDates.values()].filter(
        ({ at }) => at >= after(now, -memory) && !isAhead(at, now),
      )
      const wrong = recent.filter(({ date, at }) => Math.abs(at - date) > greatestDifference)
      const last = wrong.at(-1)
      // One wrong server must not stop the collector once as many others agree with this clock.
      return last !== undefined && wrong.length * 2 > recent.length
        ? problemText(last, wrong.length - 1)
        : undefined
    },
  }
}

/** A response from a cache has the `Date` of its origin; `Age` says how long ago that was. */
function hostDateOf({ at, url, redirects, headers }: Fetch): HostDate | undefined {
  const date = Date.parse(headers?.['date'] ?? '')
  if (Number.isNaN(date)) return undefined
  const age = parseWhole(headers?.['age'] ?? '') ?? 0
  const { host } = new URL(redirects?.at(-1) ?? url)
  return { host, at, date: (date + age * 1_000) as Instant }
}

function problemText({ host, date, at }: HostDate, others: number): string {
  const side = at > date ? 'after' : 'before'
  const also =
    others === 0
      ? ''
      : ` ${others} other ${others === 1 ? 'host contradicts' : 'hosts contradict'} it, too.`
  return `This machine's clock says ${instantText(at)}, ${durationText(Math.abs(at - date))} ${side} ${instantText(date)}, which ${host} sent as its Date.${also} Nothing was entered: compare the clock with another one, and set it; if it is right, give --clock-is-right.`
}
