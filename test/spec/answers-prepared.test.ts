import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Said } from '../../src/http/answers.ts'
import { answersOver, whole, type Answering } from '../support/answering.ts'
import { movingMarkets } from '../support/moving-markets.ts'

const [first, second] = movingMarkets(30, 1)
assert.ok(first && second)

/** Everything that is answered to some questions, with how it came about. */
async function answersTo({ say }: Answering, targets: readonly string[]): Promise<readonly Said[]> {
  return Promise.all(targets.map((target) => say(target, 'gzip')))
}

const popular = [
  '/summary',
  '/compare?tenure_months=12',
  '/rates/current',
  '/health',
  '/reports/best-rates',
]

test('what is asked often is there before a new market is served, as if it were made then', async () => {
  const asked = answersOver(first)
  const { served, made, answers, say } = asked
  for (let times = 0; times < 3; times++) await answersTo(asked, popular)
  await say('/institutions')
  made.clear()
  await answers.prepare(second)
  assert.equal(made.size, popular.length)
  const old = await answersTo(asked, popular)
  served.market = second
  const prepared = await answersTo(asked, popular)
  assert.deepEqual(
    prepared.map(({ via }) => via),
    popular.map(() => 'cache'),
  )
  assert.deepEqual(
    [...made.values()],
    popular.map(() => 1),
    'nothing was made again',
  )
  const expected = await answersTo(answersOver(second), popular)
  assert.deepEqual(prepared.map(whole), expected.map(whole))
  assert.notDeepEqual(prepared.map(whole)[0], old.map(whole)[0])
  assert.equal((await say('/institutions')).via, 'made', 'asked for once, made when asked again')
})

test('while the next market is prepared, the old one is answered from, and what is asked then is right', async () => {
  const asked = answersOver(first)
  const { served, answers, say } = asked
  for (let times = 0; times < 3; times++) await answersTo(asked, popular)
  const before = await answersTo(asked, popular)
  const preparing = answers.prepare(second)
  for (let times = 0; times < 3; times++) {
    const meanwhile = await answersTo(asked, popular)
    assert.deepEqual(meanwhile.map(whole), before.map(whole))
  }
  await preparing
  assert.equal((await say('/summary')).reply.headers['ratebook-position'], String(first.position))
  served.market = second
  assert.equal((await say('/summary')).reply.headers['ratebook-position'], String(second.position))
})

test('what was prepared for a market is of no use for another, nor once the book cannot be read', async () => {
  const [, , third] = movingMarkets(30, 2)
  assert.ok(third)
  for (const change of [{ market: third }, { market: second, isHealthy: false }]) {
    const asked = answersOver(first)
    for (let times = 0; times < 3; times++) await answersTo(asked, popular)
    await asked.answers.prepare(second)
    Object.assign(asked.served, change)
    const said = await asked.say('/summary')
    assert.equal(said.via, 'made')
    assert.equal(said.reply.headers['ratebook-position'], String(change.market.position))
  }
})
