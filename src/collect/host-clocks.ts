import type { FetchRecord } from '../captures/fetch-log.ts'
import { parseWhole } from '../domain/decimal.ts'
import { durationText, isAhead } from '../domain/future.ts'
import { after, dayLength, instantText, type Instant } from '../domain/instant.ts'

/** What the hosts of fetched pages say about the time. */
export type HostClocks = {
  /** Remembers the `Date` of a response. */
  readonly add: (fetch: Fetch) => void
  /** A sentence if most hosts that were fetched lately contradict this machine's clock. */
  readonly problem: (now: Instant) => string | undefined
}

type Fetch = Pick<FetchRecord, 'at' | 'url' | 'redirects' | 'headers'>

/** What one host said in its last response, and what this machine's clock said then. */
type Said = { readonly host: string; readonly date: Instant; readonly at: Instant }

/** Older responses say nothing about the clock: it may have been set since. A day, and some hours because rounds begin late. */
const memory = 1.5 * dayLength
/** The milliseconds by which the clock of a host may differ: more than `memory`, so that a run with an earlier `--at` is no contradiction. */
const greatestDifference = 2 * dayLength

/** Compares this machine's clock with the hosts of the fetches so far, and of those to come. */
export function createHostClocks(fetches: readonly Fetch[]): HostClocks {
  const lastSaid = new Map<string, Said>()
  const add = (fetch: Fetch): void => {
    const said = saidBy(fetch)
    if (said !== undefined) lastSaid.set(said.host, said)
  }
  for (const fetch of fetches) add(fetch)
  return {
    add,
    problem(now) {
      const lately = [...lastSaid.values()].filter(
        ({ at }) => at >= after(now, -memory) && !isAhead(at, now),
      )
      const wrong = lately.filter(({ date, at }) => Math.abs(at - date) > greatestDifference)
      const last = wrong.at(-1)
      // One wrong server must not stop the collector once as many others agree with this clock.
      return last !== undefined && wrong.length * 2 > lately.length
        ? problemText(last, wrong.length - 1)
        : undefined
    },
  }
}

/** A response from a cache has the `Date` of its origin; `Age` says how long ago that was. */
function saidBy({ at, url, redirects, headers }: Fetch): Said | undefined {
  const date = Date.parse(headers?.['date'] ?? '')
  if (Number.isNaN(date)) return undefined
  const age = parseWhole(headers?.['age'] ?? '') ?? 0
  const { host } = new URL(redirects?.at(-1) ?? url)
  return { host, at, date: (date + age * 1_000) as Instant }
}

function problemText({ host, date, at }: Said, others: number): string {
  const side = at > date ? 'after' : 'before'
  const also =
    others === 0
      ? ''
      : ` ${others} other ${others === 1 ? 'host contradicts' : 'hosts contradict'} it, too.`
  return `This machine's clock says ${instantText(at)}, ${durationText(Math.abs(at - date))} ${side} ${instantText(date)}, which ${host} sent as its Date.${also} Nothing was entered: compare the clock with another one, and set it; if it is right, give --clock-is-right.`
}
