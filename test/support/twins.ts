import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import type { Source } from '../../src/http/answers.ts'
import { createApp, type App, type AppOptions } from '../../src/http/app.ts'
import type { Observation } from '../../src/http/message/observation.ts'
import type { Market } from '../../src/market/market.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { converser, type Chunk } from './conversation.ts'

/** What two servers answer from: one market, one clock, one book. */
export type Shared = { market: Market; now: Instant; isHealthy: boolean }

/** Two servers that answer from the same: one that remembers heads, and one that hands every byte to Node. */
export type Twins = {
  readonly source: Source
  /** Holds conversations with both, all at a time, and fails where they end differently. */
  readonly compare: (plans: readonly (readonly Chunk[])[]) => Promise<void>
  readonly counts: Counts
}

/** What was asked, and what the server that remembers answered of it: without Node's parser, and in all. */
type Counts = { asked: number; remembered: number; answered: number }

type Side = {
  readonly app: App
  readonly hold: ReturnType<typeof converser>
  readonly observed: Observation[]
}

const close = '\r\nGET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

/** Starts both; they end with the test. */
export async function startTwins(
  t: TestContext,
  shared: Shared,
  options: AppOptions = {},
  open = (port: number): Socket => connect(port, '127.0.0.1'),
): Promise<Twins> {
  const source: Source = {
    market: () => shared.market,
    isHealthy: () => shared.isHealthy,
    now: () => shared.now,
  }
  const start = async (memo: boolean): Promise<Side> => {
    const observed: Observation[] = []
    const observe = (one: Observation): void => void observed.push(one)
    const app = createApp(source, { ...options, memo, observe })
    t.after(() => app.close())
    await app.listen({ host: '127.0.0.1', port: 0 })
    return { app, hold: converser(app, open), observed }
  }
  const [quick, plain] = [await start(true), await start(false)]
  const counts = { asked: 0, remembered: 0, answered: 0 }
  let byNode = 0
  quick.app.server.on('request', () => byNode++)

  const compareOne = async (chunks: readonly Chunk[]): Promise<void> => {
    const [one, other] = await Promise.all([quick, plain].map(({ hold }) => hold(chunks, close)))
    assert.ok(one !== undefined && other !== undefined)
    const said = JSON.stringify(chunks.map(({ text }) => text))
    assert.equal(undated(one.received), undated(other.received), said)
    assert.equal(one.ended, other.ended, said)
    counts.asked += one.asked
  }
  return {
    source,
    counts,
    async compare(plans) {
      byNode = 0
      await Promise.all(plans.map(compareOne))
      const answered = quick.observed.filter(({ told }) => told.method !== '').length
      counts.answered += answered
      counts.remembered += answered - byNode
      assert.deepEqual(linesOf(quick.observed), linesOf(plain.observed))
    },
  }
}

/** Without the dates: the two servers may answer in two seconds. */
function undated(received: string): string {
  return received.replaceAll(/\r\nDate: [^\r]*\r\n/g, '\r\nDate: \r\n')
}

/** What was observed, without how and in which time, and no longer to be told. */
function linesOf(observed: Observation[]): readonly string[] {
  return observed
    .splice(0)
    .map(({ told: { endpoint, method, target, status, bytes }, client }) =>
      [endpoint, method, target, status, bytes, client].join(' '),
    )
    .toSorted()
}
