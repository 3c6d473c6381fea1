import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { Said } from '../../src/http/answers.ts'
import { bytesOf } from '../../src/http/message/payload.ts'
import { answersOver, whole } from '../support/answering.ts'
import { movingMarkets } from '../support/moving-markets.ts'

const [first, second] = movingMarkets(30, 1)
assert.ok(first && second)
const start = (cacheBytes?: number) => answersOver(first, cacheBytes)

const bodyOf = ({ reply }: Said): string => bytesOf(reply.body).toString('latin1')

const equals: readonly (readonly string[])[] = [
  [
    '/compare?tenure_months=12',
    '/compare?tenure_months=12.0',
    '/compare?tenure_months=12.00&variant=general',
    '/compare?payout_type=maturity&tenure_months=12&variant=general&x=y',
  ],
  ['/summary', '/summary?', '/summary?x=1', '/summary?_'],
  ['/summary?type=bank&variant=general', '/summary?variant=general&type=bank'],
  ['/reports/best-rates', '/reports/best-rates?limit=20'],
  ['/institutions', '/institutions?active_only=true'],
  [
    '/summary/history?tenure_months=6&payout_type=monthly',
    '/summary/history?payout_type=monthly&tenure_months=6.000',
  ],
]

for (const [plainest = '', ...others] of equals) {
  test(`${plainest} is one answer, in however many ways it is asked for`, async () => {
    const { say, made } = start()
    const said = await say(plainest)
    assert.equal(said.via, 'made')
    for (const target of others) {
      const again = await say(target)
      assert.deepEqual([again.via, again.reply], ['cache', said.reply], target)
    }
    assert.deepEqual([...made.values()], [1])
  })
}

test('questions that differ are different answers', async () => {
  const { say } = start()
  const targets = [
    '/compare?tenure_months=12',
    '/compare?tenure_months=6&payout_type=monthly',
    '/compare?tenure_months=120',
    '/summary',
    '/summary?type=bank',
    '/freshness',
    '/freshness?institution_id=alpha',
    '/rates/current',
    '/rates/history/alpha',
    '/rates/history/beta',
    '/rates/changes?institution_id=alpha',
  ]
  const bodies = await Promise.all(targets.map(async (target) => bodyOf(await say(target))))
  assert.equal(new Set(bodies).size, targets.length)
  for (const [index, target] of targets.entries())
    assert.equal(bodyOf(await say(target)), bodies[index])
})

test('without a cache every answer is made, and is the same', async () => {
  const [none, some] = [start(0), start()]
  for (const target of ['/summary', '/summary', '/rates/history/beta', '/health', '/health']) {
    const said = await none.say(target, 'gzip')
    assert.equal(said.via, 'made')
    assert.deepEqual(whole(said), whole(await some.say(target, 'gzip')))
  }
  await none.answers.prepare(second)
  none.served.market = second
  assert.equal((await none.say('/summary')).via, 'made')
})

test('a cache of two answers keeps the two that were asked for last', async () => {
  // An answer with nothing in it counts as 1,000 bytes and its own; half of the room is for what is newest.
  const { say } = start(4_400)
  const via = async (tenure: number) => (await say(`/compare?tenure_months=${tenure}00`)).via
  assert.deepEqual([await via(1), await via(2)], ['made', 'made'])
  assert.deepEqual([await via(1), await via(2)], ['cache', 'cache'])
  for (let tenure = 3; tenure < 20; tenure++) assert.equal(await via(tenure), 'made')
  assert.deepEqual([await via(19), await via(18)], ['cache', 'cache'])
  assert.deepEqual([await via(1), await via(2)], ['made', 'made'])
})

test('a compressed form is made once; two clients that ask before it is there each wait for one of their own', async () => {
  const { say, answers, askingOf, made } = start()
  const wishes = { 'accept-encoding': 'br' }
  const asking = askingOf('/summary')
  assert.equal(answers.sayNow(asking, wishes), undefined)
  const both = await Promise.all([say('/summary', 'br'), say('/summary', 'br')])
  assert.deepEqual(whole(both[0]), whole(both[1]))
  // Whichever was ready last is kept.
  const kept = answers.sayNow(asking, wishes)
  assert.ok(both.some(({ reply }) => reply.body === kept?.reply.body))
  assert.equal((await say('/summary', 'br')).reply.body, kept?.reply.body)
  assert.deepEqual([...made.values()], [1])
})

test('every form of an answer has a name of its own, and decompresses to the same', async () => {
  const { say } = start()
  for (const target of ['/summary', '/rates/history/beta']) {
    const forms = await Promise.all(['', 'gzip', 'br'].map((encoding) => say(target, encoding)))
    assert.equal(new Set(forms.map(({ reply }) => reply.headers['etag'])).size, 3)
    const [plain, gzip] = forms
    assert.ok(plain && gzip)
    assert.equal(gunzipSync(bytesOf(gzip.reply.body)).toString('latin1'), bodyOf(plain))
  }
})

test('the same generation as long as the market is served and its book can be read', async () => {
  const { answers, served, say } = start()
  const generations = new Set([answers.generation()])
  await say('/summary')
  generations.add(answers.generation())
  assert.equal(generations.size, 1)
  served.market = second
  generations.add(answers.generation())
  served.isHealthy = false
  generations.add(answers.generation())
  assert.equal(generations.size, 3)
})

test('a problem is said at once, is of no answer, and is found out each time', () => {
  const { answers, askingOf, made } = start()
  for (let times = 1; times < 3; times++) {
    const said = answers.sayNow(askingOf('/rates/history/nobody'), {})
    assert.deepEqual([said?.answer, said?.reply.status], [undefined, 404])
    assert.deepEqual([...made.values()], [times])
  }
})
