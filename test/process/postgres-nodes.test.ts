import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Instant } from '../../src/domain/instant.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { run, until } from '../support/cli.ts'
import { atPorts } from '../support/postgres/database.ts'
import { endings } from '../support/postgres/endings.ts'
import { newSmallBook, startNode, type Node } from '../support/postgres/node.ts'
import { startPrimary } from '../support/postgres/primary.ts'
import { inSession } from '../support/postgres/query.ts'
import type { Server } from '../support/postgres/server.ts'
import { startStandby, type Standby } from '../support/postgres/standby.ts'
import { client } from '../support/served.ts'
import { offerOf, sheetOf, writeHere } from '../support/small-book.ts'
import { temporaryDirectory } from '../store/sqlite-books.ts'

const all = endings()
let primary: Server
let standby: Standby

before(async () => {
  primary = await startPrimary(all)
  standby = await startStandby(all, primary)
})
after(all.end)

/** Has `ratebook publish` enter a sheet whose only rate is its position; the small book ends at 3. */
async function publish(cwd: string, url: string, position: number): Promise<void> {
  const sheet = sheetOf({
    scraped_at: `2026-06-${position + 10}T00:00:00Z`,
    offers: [offerOf({ rate_pa: `${position}` })],
  })
  const file = writeHere(cwd, `${position}.json`, sheet)
  const { stdout, stderr } = await run(['publish', '--database', url, file], { cwd })
  assert.match(stdout, new RegExp(`published at position ${position},`), stderr)
}

/** Enters that somebody looked, in this process, and returns when it was acknowledged. */
async function look(url: string): Promise<number> {
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

test('issue 4, part 4: a publication is visible on every node within 2 s, on a primary and on a standby', async (t) => {
  const cwd = temporaryDirectory(t)
  const url = await newSmallBook(primary)
  await standby.caughtUp()
  const onPrimary = await startNode(t, url)
  const onStandby = await startNode(t, atPorts(url, standby.port), '--no-memo')
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
})

test('issue 4, part 4: a node on a primary is told by it, and does not only look from time to time', async (t) => {
  const url = await newSmallBook(primary)
  const node = await startNode(t, url)
  let position = 3
  /** How long it takes at most times until a node sees an entry, whatever the moment between two looks. */
  const median = async (): Promise<number> => {
    const times: number[] = []
    for (let count = 0; count < 7; count++) {
      await sleep(200 * Math.random())
      const entered = await look(url)
      position++
      const moved = new RegExp(`"time":(\\d+),"position":${position},"msg":"The market moved`)
      await until(() => moved.test(node.stderr()), 2_000)
      times.push(Number(moved.exec(node.stderr())?.[1]) - entered)
    }
    return times.toSorted((a, b) => a - b)[3] ?? NaN
  }
  const trigger = (what: string) =>
    inSession(url, (query) => query(`ALTER TABLE ratebook.entry ${what} TRIGGER entry_is_told`))
  let [told, looked] = [Infinity, 0]
  // The machine has other things to do; that it is slow for a while says nothing.
  for (let tries = 0; tries < 4 && !(told < looked / 2); tries++) {
    told = await median()
    await trigger('DISABLE')
    looked = await median()
    await trigger('ENABLE')
  }
  t.diagnostic(`told after ${told} ms, found by looking after ${looked} ms`)
  assert.ok(told < looked / 2, `${told} ms if told, ${looked} ms if not`)
})

test('issue 4, part 4: Ratebook-Min-Position waits two seconds for a position, then 503 with Retry-After; others are not kept waiting', async (t) => {
  const url = await newSmallBook(primary)
  const waits = async (...args: readonly string[]): Promise<void> => {
    const node = await startNode(t, url, ...args)
    const [waiting, other] = [await client(t, node.port), await client(t, node.port)]
    // Answered in front of the parser, where there is a memo.
    for (let count = 0; count < 3; count++) await waiting.get('/summary')
    for (const reached of ['0', '1', '3']) {
      const { status, head } = await waiting.get('/summary', `Ratebook-Min-Position: ${reached}`)
      assert.equal(status, 200)
      assert.match(head, /^ratebook-position: 3\r$/im)
    }
    const began = performance.now()
    const late = waiting.get('/summary', 'ratebook-min-position: 4')
    await sleep(50)
    assert.equal((await other.get('/summary')).status, 200)
    assert.equal((await other.get('/ready', 'Ratebook-Min-Position: 4')).status, 200)
    assert.equal((await other.get('/health', 'Ratebook-Min-Position: 4')).status, 200)
    assert.ok(performance.now() - began < 1_500, 'nobody else waits')
    const { status, head, body } = await late
    const took = performance.now() - began
    assert.ok(took > 1_900 && took < 3_500, `it waited ${Math.round(took)} ms`)
    assert.equal(status, 503)
    assert.match(head, /^content-type: application\/problem\+json\r$/im)
    assert.match(head, /^retry-after: [1-9]\d*\r$/im)
    assert.match(head, /^cache-control: no-store\r$/im)
    assert.match(body, /"status":503,"detail":"This node is at position 3, and not yet at 4;/)
    const huge = await waiting.get('/summary', `Ratebook-Min-Position: ${'9'.repeat(40)}`)
    assert.equal(huge.status, 503)
    assert.equal((await waiting.get('/summary')).status, 200)
  }
  await Promise.all([waits(), waits('--no-memo')])
})

test('Ratebook-Min-Position: what is no position is 400', async (t) => {
  const node = await startNode(t, await newSmallBook(primary))
  const asking = await client(t, node.port)
  const name = 'Ratebook-Min-Position:'
  for (const wrong of ['', ' ', '-1', '1.5', '1e3', '0x1', '01', 'abc', '1, 2', '١']) {
    const { status, head, body } = await asking.get('/summary', `${name} ${wrong}`)
    assert.equal(status, 400, wrong)
    assert.match(head, /^content-type: application\/problem\+json\r$/im)
    assert.match(body, /Ratebook-Min-Position is no position/)
  }
  const twice = await asking.get('/summary', `${name} 1`, `${name} 2`)
  assert.equal(twice.status, 400)
  assert.equal((await asking.get('/summary')).status, 200)
})

test('issue 4, part 4: a publisher reads its own write through any node', async (t) => {
  const cwd = temporaryDirectory(t)
  const url = await newSmallBook(primary)
  await standby.caughtUp()
  const nodes = [
    await startNode(t, url),
    await startNode(t, atPorts(url, standby.port)),
    await startNode(t, atPorts(url, standby.port), '--no-memo'),
  ]
  const clients = await Promise.all(nodes.map(({ port }) => client(t, port)))
  for (const { get } of clients) {
    await get('/rates/current')
    await get('/rates/current')
  }
  for (let position = 4; position <= 5; position++) {
    await publish(cwd, url, position)
    for (const { get } of clients) {
      const line = `Ratebook-Min-Position: ${position}`
      const { status, head, body } = await get('/rates/current', line)
      assert.equal(status, 200)
      assert.match(head, new RegExp(`^ratebook-position: ${position}\r$`, 'im'))
      assert.match(body, new RegExp(`"rate_pa":"${position}\\.000"`))
    }
  }
  // A standby that has it a moment later, and one that does not have it in time.
  await standby.sql('SELECT pg_wal_replay_pause()')
  await publish(cwd, url, 6)
  const [onPrimary, onStandby] = clients
  assert.equal((await onPrimary?.get('/summary', 'Ratebook-Min-Position: 6'))?.status, 200)
  assert.equal((await onStandby?.get('/summary', 'Ratebook-Min-Position: 6'))?.status, 503)
  const waited = onStandby?.get('/summary', 'Ratebook-Min-Position: 6')
  await sleep(300)
  await standby.sql('SELECT pg_wal_replay_resume()')
  assert.equal((await waited)?.status, 200)
})
