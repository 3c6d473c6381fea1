import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurnQueue, type TurnQueue } from './turn-queue.ts'

type Connection = { readonly name: string }

/** Work of some stretches for a connection. It writes the name of the connection at each of them. */
async function work(turns: TurnQueue, connection: Connection, count: number, log: string[]) {
  for (let stretch = 0; stretch < count; stretch++) {
    await turns.next(connection)
    log.push(connection.name)
  }
}

test('connections take turns, and one with many requests gets no more turns than the others', async () => {
  const turns = createTurnQueue()
  const many = { name: 'many' }
  const log: string[] = []
  await Promise.all([
    ...Array.from({ length: 20 }, () => work(turns, many, 2, log)),
    work(turns, { name: 'one' }, 3, log),
    work(turns, { name: 'other' }, 3, log),
  ])
  assert.deepEqual(
    log.slice(0, 9),
    [1, 2, 3].flatMap(() => ['many', 'one', 'other']),
  )
  assert.deepEqual(log.slice(9), Array(37).fill('many'))
})

test('the requests of one connection run in their order', async () => {
  const turns = createTurnQueue()
  const only = { name: 'only' }
  const log: number[] = []
  await Promise.all(
    [1, 2, 3].map(async (request) => {
      for (let stretch = 0; stretch < 2; stretch++) {
        await turns.next(only)
        log.push(request)
      }
    }),
  )
  assert.deepEqual(log, [1, 2, 3, 1, 2, 3])
})

test('a turn of the event loop has one stretch', async () => {
  const turns = createTurnQueue()
  let [turn, isOver] = [0, false]
  const count = (): void => {
    turn++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const turnsOfStretches: number[] = []
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let stretch = 0; stretch < 10; stretch++) {
        await turns.next({})
        turnsOfStretches.push(turn)
      }
    }),
  )
  isOver = true
  assert.equal(new Set(turnsOfStretches).size, 100)
})
