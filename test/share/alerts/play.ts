import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { after, dayLength, type Instant } from '../../../src/domain/instant.ts'
import { createAddressCheck } from '../../../src/outbound/address-check.ts'
import { createAlertPoster } from '../../../src/share/alerts/deliver-alerts.ts'
import { raisedAlerts } from '../../../src/share/alerts/raised-alerts.ts'
import { webhookKey, type WebhookSettings } from '../../../src/share/webhooks/webhook.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { at } from '../../support/sample-market.ts'
import type { ReceivedPost, Receiver } from '../webhooks/receiver.ts'
import { testSecret } from '../webhooks/webhook-process.ts'
import { openSimulatedBook, type SimulatedAct } from './simulated-book.ts'

/** How a run ends; `none`: it does not take place. */
export type RunOfDay = 'none' | Omit<Extract<SimulatedAct, { kind: 'run' }>, 'kind'>

type RunsByDay = Readonly<Record<number, RunOfDay>>

/**
 * What happens in some simulated days. Runs take place at 04:00, and persons act at noon. All other runs end `changed` on day 0, and
 * `verified`.
 */
export type Scenario = {
  readonly days: number
  /** The runs of an institution with a source, by its id. */
  readonly runs?: Readonly<Record<string, RunsByDay>>
  /** The runs of all of them. */
  readonly allRuns?: RunsByDay
  /** The institutions that are entered by hand. */
  readonly typed?: readonly string[]
  readonly persons?: readonly (readonly [day: number, id: string, act: SimulatedAct])[]
}

/** The institutions with a source. */
const collected = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']

/** The beginning of day 0. */
export const firstDay = at('2026-03-01T00:00:00Z')
const hour = dayLength / 24
const atHour = (day: number, hours: number): Instant =>
  after(firstDay, day * dayLength + hours * hour)

/** Every source is due at 04:00. */
export const dailySchedule = (instant: Instant): Instant =>
  after(
    firstDay,
    (Math.floor((instant - firstDay - 4 * hour) / dayLength) + 1) * dayLength + 4 * hour,
  )

/** The settings of a webhook for a receiver. */
export function settingsFor({ url }: Pick<Receiver, 'url'>): WebhookSettings {
  const key = webhookKey(testSecret)
  if (key === undefined) throw new Error('The secret of the tests is malformed.')
  return {
    url: new URL(url),
    keys: [key],
    check: createAddressCheck(['127.0.0.1']),
    userAgent: 'test',
  }
}

/**
 * Plays the days, and posts what changed every six hours, each time from the state file, as after a restart. Returns the requests
 * of the receiver.
 */
export async function play(
  t: TestContext,
  receiver: Receiver,
  { days, runs = {}, allRuns = {}, typed = [], persons = [] }: Scenario,
): Promise<readonly ReceivedPost[]> {
  const statePath = join(temporaryDirectory(t), 'state')
  const book = openSimulatedBook([...collected, ...typed], firstDay)
  const before = receiver.received.length
  const signal = new AbortController().signal
  for (let day = 0; day < days; day++) {
    if (day === 0) for (const id of typed) book.enter(atHour(0, 0), id, { kind: 'typed' })
    for (const hours of [0, 6, 12, 18]) {
      const now = atHour(day, hours)
      if (hours === 6) {
        const usual = { outcome: day === 0 ? 'changed' : 'verified' } as const
        for (const id of collected) {
          const run = runs[id]?.[day] ?? allRuns[day] ?? usual
          if (run !== 'none') book.enter(atHour(day, 4), id, { kind: 'run', ...run })
        }
      }
      if (hours === 12)
        for (const [when, id, act] of persons) if (when === day) book.enter(now, id, act)
      const books = book.market().institutions.values()
      const scheduleOf = (id: string) => (collected.includes(id) ? dailySchedule : undefined)
      const alerts = (): ReturnType<typeof raisedAlerts> =>
        raisedAlerts({ head: book.market(), books: [...books], now, scheduleOf })
      const raised = alerts()
      const post = await createAlertPoster({
        settings: settingsFor(receiver),
        statePath,
        firstDigest: undefined,
        alerts: () => raised,
        now: () => now,
        log: { info: () => {}, warn: () => {} } as never,
        signal,
      })
      await post()
    }
  }
  return receiver.received.slice(before)
}

/** The body of a request about an alert. */
export type AlertBody = {
  readonly kind: string
  readonly state: string
  readonly institution_id: string | null
  readonly since: string
  readonly at: string
  readonly sentence: string
  readonly what_to_do: string
}

/** What the receiver got: the day, the hour, which alert, and whether it was raised or over. */
export function storyOf(posts: readonly ReceivedPost[]): readonly string[] {
  return posts.map(({ body }) => {
    const { kind, state, institution_id: id, at: when } = JSON.parse(body) as AlertBody
    const day = Math.floor((at(when) - firstDay) / dayLength)
    return `${day} ${when.slice(11, 13)}h ${kind} ${id ?? 'collector'} ${state}`
  })
}
