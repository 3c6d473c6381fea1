import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at } from '../../../test/support/sample-market.ts'
import type { Answered } from '../answers.ts'
import type { Told } from '../message/observation.ts'
import { viewed } from './head-number.ts'
import { createHotHeads, type HotHeads } from './hot.ts'

const now = at('2027-06-01T00:00:00Z')

/** Answers the head with a number by what is kept, or by a response of so many bytes; whether that is kept then. */
function isKept(heads: HotHeads, number: number, size = 10_000): boolean {
  const head = Buffer.from(`GET /summary?${number} HTTP/1.1\r\n\r\n`)
  const arrived = viewed(head)
  const isFound = () => heads.find(number, arrived.view, 0, head.length) !== undefined
  if (isFound()) return true
  heads.keep(number, arrived, 0, head.length, sentOf(size), now)
  return isFound()
}

/** A response of so many bytes. */
function sentOf(size: number) {
  const told: Told = {
    endpoint: '/summary',
    method: 'GET',
    target: '/summary',
    status: 200,
    bytes: 1,
  }
  const answer = { content: {}, uses: { asked: 1 } } as Answered
  return { bytes: Buffer.alloc(size), dateAt: 0, told, answer }
}

test('a response is kept when it is sent again soon: here after others of less than half of the room', () => {
  const heads = createHotHeads(1_000_000)
  assert.deepEqual([isKept(heads, 0), isKept(heads, 0), isKept(heads, 1)], [false, true, false])
  for (let number = 2; number < 46; number++) assert.equal(isKept(heads, number), false)
  assert.equal(isKept(heads, 1), true)
})

test('what would have been dropped before it is asked for again is not copied', () => {
  const heads = createHotHeads(1_000_000)
  for (let round = 0; round < 3; round++)
    for (let number = 0; number < 100; number++) assert.equal(isKept(heads, number), false)
  // Nor do those stay that are more than half of the room, though all of it would hold them.
  for (let round = 0; round < 3; round++)
    for (let number = 300; number < 360; number++) assert.equal(isKept(heads, number), false)
  // Nor what there is never room for.
  for (let times = 0; times < 3; times++) assert.equal(isKept(heads, 200, 600_000), false)
})

test('of two whose numbers share a place, one is kept as soon as it is asked for twice in a row', () => {
  const heads = createHotHeads(1_000_000)
  const [one, other] = [1, 65_536]
  for (const number of [one, other, one, other]) assert.equal(isKept(heads, number), false)
  assert.deepEqual(
    [isKept(heads, other), isKept(heads, one), isKept(heads, one)],
    [true, false, true],
  )
})

test('what is asked for between others is kept', () => {
  const heads = createHotHeads(1_000_000)
  isKept(heads, 0)
  for (let number = 1; number < 200; number++) {
    isKept(heads, number)
    assert.equal(isKept(heads, 0), true)
  }
})

test('a response is kept for the bytes between the places of its head, wherever those are', () => {
  const heads = createHotHeads(1_000_000)
  const [before, head] = ['GET /health HTTP/1.1\r\n\r\n', 'GET /summary HTTP/1.1\r\n\r\n']
  const [start, end] = [before.length, before.length + head.length]
  const arrived = viewed(Buffer.from(before + head))
  for (let times = 0; times < 2; times++) heads.keep(7, arrived, start, end, sentOf(10), now)
  const alone = viewed(Buffer.from(head))
  assert.ok(heads.find(7, alone.view, 0, head.length))
  assert.equal(heads.find(7, arrived.view, 0, end), undefined)
})
