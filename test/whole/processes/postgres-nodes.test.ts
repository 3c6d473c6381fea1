import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../../support/cli.ts'
import { atPorts } from '../../support/postgres/database.ts'
import { createCleanup } from '../../support/postgres/cleanup.ts'
import { newSmallBook, publishAt, startNode, type Node } from '../../support/postgres/node.ts'
import { startPrimary } from '../../support/postgres/primary.ts'
import type { Server } from '../../support/postgres/server.ts'
import { startStandby, type Standby } from '../../support/postgres/standby.ts'
import { client } from '../../support/served.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'

const all = createCleanup()
let primary: Server
let standby: Standby

before(async () => {
  primary = await startPrimary(all)
  standby = await startStandby(all, primary)
})
after(all.end)

const reaches = async (node: Node, position: number): Promise<void> => {
  assert.ok(await until(async () => (await node.position()) === position), node.stderr())
}

test('nodes of a primary and of a standby', async (t) => {
  const cwd = temporaryDirectory(t)
  const url = await newSmallBook(primary)
  await standby.caughtUp()
  const onPrimary = await startNode(t, url)
  const onStandby = await startNode(t, atPorts(url, standby.port))

  await t.test('a publication is visible on nodes of a primary and of a standby', async () => {
    await onPrimary.says(/read from 127\.0\.0\.1:\d+, a primary\./)
    await onStandby.says(/read from 127\.0\.0\.1:\d+, a standby\./)
    await publishAt(cwd, url, 4)
    await Promise.all([reaches(onPrimary, 4), reaches(onStandby, 4)])
  })

  await t.test('a publisher reads its own write through any node', async (t) => {
    const clients = await Promise.all([onPrimary, onStandby].map(({ port }) => client(t, port)))
    for (const { get } of clients) {
      await get('/rates/current')
      await get('/rates/current')
    }
    for (let position = 5; position <= 6; position++) {
      await publishAt(cwd, url, position)
      await Promise.all([reaches(onPrimary, position), reaches(onStandby, position)])
      for (const { get } of clients) {
        const line = `Ratebook-Min-Position: ${position}`
        const { status, head, body } = await get('/rates/current', line)
        assert.equal(status, 200)
        assert.match(head, new RegExp(`^ratebook-position: ${position}\r$`, 'im'))
        assert.match(body, new RegExp(`"rate_pa":"${position}\\.000"`))
      }
    }
  })
})

test('a node of a primary', async (t) => {
  const url = await newSmallBook(primary)
  const node = await startNode(t, url)

  await t.test(
    'Ratebook-Min-Position waits for a position, then 503 with Retry-After; other requests are answered',
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
      const late = waiting.get('/summary', 'ratebook-min-position: 4')
      const huge = far.get('/summary', `Ratebook-Min-Position: ${'9'.repeat(40)}`)
      assert.equal((await other.get('/summary')).status, 200)
      assert.equal((await other.get('/ready', 'Ratebook-Min-Position: 4')).status, 200)
      assert.equal((await other.get('/health', 'Ratebook-Min-Position: 4')).status, 200)
      const { status, head, body } = await late
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
})
