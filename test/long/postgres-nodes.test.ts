import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Instant } from '../../src/domain/instant.ts'
import { openPostgresStore } from '../../src/book/store/postgres/postgres-store.ts'
import { until } from '../support/cli.ts'
import { atPorts } from '../support/postgres/database.ts'
import { createCleanup } from '../support/postgres/cleanup.ts'
import { newSmallBook, publishAt, startNode, type Node } from '../support/postgres/node.ts'
import { startPrimary } from '../support/postgres/primary.ts'
import { inSession } from '../support/postgres/query.ts'
import type { Server } from '../support/postgres/server.ts'
import { startStandby, type Standby } from '../support/postgres/standby.ts'
import { client } from '../support/served.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'

const all = createCleanup()
let primary: Server
let standby: Standby

before(async () => {
  primary = await startPrimary(all)
  standby = await startStandby(all, primary)
})
after(all.end)

/** Enters a check in this process, and returns the time at which it was committed. */
async function enterCheck(url: string): Promise<number> {
  const store = await openPostgresStore(url, { mode: 'write' })
  const at = Date.now() as Instant
  await store.append(async () => [{ kind: 'rates-checked', institutionId: 'alpha-bank', at }])
  const entered = Date.now()
  await store.close()
  return entered
}

const reaches = async (node: Node, position: number, milliseconds: number): Promise<number> => {
  const began = performance.now()
  assert.ok(
    await until(async () => (await node.position()) === position, milliseconds),
    `it is at ${await node.position()} after ${milliseconds} ms: ${node.stderr()}`,
  )
  return performance.now() - began
}

test('nodes of a primary and of a standby', async (t) => {
  const cwd = temporaryDirectory(t)
  const url = await newSmallBook(primary)
  await standby.caughtUp()
  const onPrimary = await startNode(t, url)
  const onStandby = await startNode(t, atPorts(url, standby.port))

  await t.test(
    'a publication is visible within 2 s on nodes of a primary and of a standby',
    async (t) => {
      await onPrimary.says(/read from 127\.0\.0\.1:\d+, a primary\./)
      await onStandby.says(/read from 127\.0\.0\.1:\d+, a standby\./)
      const took: number[] = []
      for (let position = 4; position <= 6; position++) {
        await publishAt(cwd, url, position)
        took.push(
          ...(await Promise.all([
            reaches(onPrimary, position, 2_000),
            reaches(onStandby, position, 2_000),
          ])),
        )
      }
      t.diagnostic(`seen ${took.map(Math.round).join(', ')} ms after the command had ended`)
    },
  )

  await t.test('a standby waits two seconds for a position that it is asked for', async (t) => {
    const clients = await Promise.all([onPrimary, onStandby].map(({ port }) => client(t, port)))
    // A standby that gets the entry too late, and one that gets it in time.
    await standby.sql('SELECT pg_wal_replay_pause()')
    await publishAt(cwd, url, 7)
    const [ofPrimary, ofStandby] = clients
    assert.equal((await ofPrimary?.get('/summary', 'Ratebook-Min-Position: 7'))?.status, 200)
    assert.equal((await ofStandby?.get('/summary', 'Ratebook-Min-Position: 7'))?.status, 503)
    const waited = ofStandby?.get('/summary', 'Ratebook-Min-Position: 7')
    await sleep(300)
    await standby.sql('SELECT pg_wal_replay_resume()')
    assert.equal((await waited)?.status, 200)
  })
})

test('a node of a primary', async (t) => {
  const url = await newSmallBook(primary)
  const node = await startNode(t, url)

  await t.test('other requests do not wait for a position', async (t) => {
    assert.ok(await until(async () => (await node.status('/ready')) === 200))
    const [waiting, other] = [await client(t, node.port), await client(t, node.port)]
    const began = performance.now()
    const late = waiting.get('/summary', 'ratebook-min-position: 4')
    await sleep(50)
    assert.equal((await other.get('/summary')).status, 200)
    assert.ok(performance.now() - began < 1_500)
    assert.equal((await late).status, 503)
    const took = performance.now() - began
    assert.ok(took > 1_900 && took < 3_500, `it waited ${Math.round(took)} ms`)
  })

  await t.test(
    'a node of a primary is notified, and does not depend on polling alone',
    async (t) => {
      let position = 3
      /** The median time until the node has an entry that is made at a random moment between two polls. */
      const median = async (): Promise<number> => {
        const times: number[] = []
        for (let count = 0; count < 7; count++) {
          await sleep(200 * Math.random())
          const entered = await enterCheck(url)
          position++
          const moved = new RegExp(`"time":(\\d+),"position":${position},"msg":"The market moved`)
          await until(() => moved.test(node.stderr()), 2_000)
          times.push(Number(moved.exec(node.stderr())?.[1]) - entered)
        }
        return times.toSorted((a, b) => a - b)[3] ?? NaN
      }
      const trigger = (what: string) =>
        inSession(url, (query) =>
          query(`ALTER TABLE ratebook.entry ${what} TRIGGER entry_is_announced`),
        )
      let [notified, polled] = [Infinity, 0]
      // A busy machine may be slow for a while, so a failure is tried again.
      for (let tries = 0; tries < 4 && !(notified < polled / 2); tries++) {
        notified = await median()
        await trigger('DISABLE')
        polled = await median()
        await trigger('ENABLE')
      }
      t.diagnostic(`${notified} ms with notifications, ${polled} ms by polling`)
      assert.ok(notified < polled / 2, `${notified} ms with notifications, ${polled} ms by polling`)
    },
  )
})
