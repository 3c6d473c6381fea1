import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countTurns } from '../../../test/support/count-turns.ts'
import { createTurnQueue, type NextTurn } from './turn-queue.ts'

/** Work of some stretches. It writes a name at each of them. */
async function work(nextTurn: NextTurn, count: number, name: string, log: string[]) {
  for (let stretch = 0; stretch < count; stretch++) {
    await nextTurn()
    log.push(name)
  }
}

test('connections take turns, and one with many requests gets no more turns than the others', async () => {
  const turns = createTurnQueue()
  const many = {}
  const log: string[] = []
  await Promise.all([
    ...Array.from({ length: 20 }, () => work(turns.of(many), 2, 'many', log)),
    work(turns.of({}), 3, 'one', log),
    work(turns.of({}), 3, 'other', log),
  ])
  assert.deepEqual(
    log.slice(0, 9),
    [1, 2, 3].flatMap(() => ['many', 'one', 'other']),
  )
  assert.deepEqual(log.slice(9), Array(37).fill('many'))
})

test('a connection finishes a request before it begins the next', async () => {
  const turns = createTurnQueue()
  const only = {}
  const log: string[] = []
  const other = work(turns.of({}), 4, 'other', log)
  await Promise.all(['1', '2', '3'].map((name) => work(turns.of(only), 2, name, log)))
  await other
  assert.deepEqual(
    log.filter((name) => name !== 'other'),
    ['1', '1', '2', '2', '3', '3'],
  )
})

test('a closed request gets no further turn, and the others go on', async () => {
  const turns = createTurnQueue()
  const [shared, log]: [object, string[]] = [{}, []]
  let isClosed = false
  void work(
    turns.of(shared, () => isClosed),
    3,
    'closed',
    log,
  )
  void work(
    turns.of({}, () => true),
    1,
    'closed before',
    log,
  )
  await work(turns.of({}), 1, 'open', log)
  isClosed = true
  await Promise.all([work(turns.of(shared), 2, 'later', log), work(turns.of({}), 2, 'open', log)])
  assert.deepEqual(log.toSorted(), ['closed', 'later', 'later', 'open', 'open', 'open'])
})

test('a turn of the event loop has one stretch', async () => {
  const turns = createTurnQueue()
  const eventLoop = countTurns()
  const turnsOfStretches: number[] = []
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      const nextTurn = turns.of({})
      for (let stretch = 0; stretch < 10; stretch++) {
        await nextTurn()
        turnsOfStretches.push(eventLoop.now())
      }
    }),
  )
  eventLoop.stop()
  assert.equal(new Set(turnsOfStretches).size, 100)
})
