import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Instant } from '../../src/domain/instant.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { run, until } from '../support/cli.ts'
import { atPorts } from '../support/postgres/database.ts'
import { createCleanup } from '../support/postgres/cleanup.ts'
import { newSmallBook, startNode, type Node } from '../support/postgres/node.ts'
import { startPrimary } from '../support/postgres/primary.ts'
import { inSession } from '../support/postgres/query.ts'
import type { Server } from '../support/postgres/server.ts'
import { startStandby, type Standby } from '../support/postgres/standby.ts'
import { client } from '../support/served.ts'
import { offerOf, sheetOf, withReason, writeHere } from '../support/small-book.ts'
import { temporaryDirectory } from '../store/sqlite-books.ts'

const all = createCleanup()
let primary: Server
let standby: Standby

before(async () => {
  primary = await startPrimary(all)
  standby = await startStandby(all, primary)
})
after(all.end)

/** Publishes a sheet whose only rate is its position. The small book ends at position 3. */
async function publish(cwd: string, url: string, position: number): Promise<void> {
  const sheet = sheetOf({
    scraped_at: `2026-06-${position + 10}T00:00:00Z`,
    offers: [offerOf({ rate_pa: `${position}` })],
  })
  const file = writeHere(cwd, `${position}.json`, sheet)
  const { stdout, stderr } = await run(
    ['publish', ...withReason, '--clock-is-right', '--database', url, file],
    {
      cwd,
    },
  )
  assert.match(stdout, new RegExp(`published at position ${position},`), stderr)
}

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
        await publish(cwd, url, position)
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

  await t.test('a publisher reads its own write through any node', async (t) => {
    const clients = await Promise.all([onPrimary, onStandby].map(({ port }) => client(t, port)))
    for (const { get } of clients) {
      await get('/rates/current')
      await get('/rates/current')
    }
    for (let position = 7; position <= 8; position++) {
      await publish(cwd, url, position)
      for (const { get } of clients) {
        const line = `Ratebook-Min-Position: ${position}`
        const { status, head, body } = await get('/rates/current', line)
        assert.equal(status, 200)
        assert.match(head, new RegExp(`^ratebook-position: ${position}\r$`, 'im'))
        assert.match(body, new RegExp(`"rate_pa":"${position}\\.000"`))
      }
    }
    // A standby that gets the entry too late, and one that gets it in time.
    await standby.sql('SELECT pg_wal_replay_pause()')
    await publish(cwd, url, 9)
    const [ofPrimary, ofStandby] = clients
    assert.equal((await ofPrimary?.get('/summary', 'Ratebook-Min-Position: 9'))?.status, 200)
    assert.equal((await ofStandby?.get('/summary', 'Ratebook-Min-Position: 9'))?.status, 503)
    const waited = ofStandby?.get('/summary', 'Ratebook-Min-Position: 9')
    await sleep(300)
    await standby.sql('SELECT pg_wal_replay_resume()')
    assert.equal((await waited)?.status, 200)
  })
})

test('a node of a primary', async (t) => {
  const url = await newSmallBook(primary)
  const node = await startNode(t, url)

  await t.test(
    'Ratebook-Min-Position waits two seconds for a position, then 503 with Retry-After; other requests do not wait',
    async (t) => {
      assert.ok(await until(async () => (await node.status('/ready')) === 200))
      const [waiting, far, other] = [
        await client(t, node.port),
        await client(t, node.port),
        await client(t, node.port),
      ]
      for (const reached of ['0', '1', '3']) {
        const { status, head } = await waiting.get('/summary', `Ratebook-Min-Position: ${reached}`)
        assert.equal(status, 200)
        assert.match(head, /^ratebook-position: 3\r$/im)
      }
      const began = performance.now()
      const late = waiting.get('/summary', 'ratebook-min-position: 4')
      const huge = far.get('/summary', `Ratebook-Min-Position: ${'9'.repeat(40)}`)
      await sleep(50)
      assert.equal((await other.get('/summary')).status, 200)
      assert.equal((await other.get('/ready', 'Ratebook-Min-Position: 4')).status, 200)
      assert.equal((await other.get('/health', 'Ratebook-Min-Position: 4')).status, 200)
      assert.ok(performance.now() - began < 1_500, 'other requests do not wait')
      const { status, head, body } = await late
      const took = performance.now() - began
      assert.ok(took > 1_900 && took < 3_500, `it waited ${Math.round(took)} ms`)
      assert.equal(status, 503)
      assert.match(head, /^content-type: application\/problem\+json\r$/im)
      assert.match(head, /^retry-after: [1-9]\d*\r$/im)
      assert.match(head, /^cache-control: no-store\r$/im)
      assert.match(body, /"status":503,"detail":"This server is at position 3, and not yet at 4;/)
      assert.equal((await huge).status, 503)
      assert.equal((await waiting.get('/summary')).status, 200)
    },
  )

  await t.test('Ratebook-Min-Position: an invalid position is 400', async (t) => {
    const asking = await client(t, node.port)
    const name = 'Ratebook-Min-Position:'
    for (const wrong of ['', ' ', '-1', '1.5', '1e3', '0x1', '01', 'abc', '1, 2', '١']) {
      const { status, head, body } = await asking.get('/summary', `${name} ${wrong}`)
      assert.equal(status, 400, wrong)
      assert.match(head, /^content-type: application\/problem\+json\r$/im)
      assert.match(body, /Ratebook-Min-Position is not a position/)
    }
    const twice = await asking.get('/summary', `${name} 1`, `${name} 2`)
    assert.equal(twice.status, 400)
    assert.equal((await asking.get('/summary')).status, 200)
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
