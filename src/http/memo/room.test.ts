import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filled, placeOf, roomAt, socketThat } from '../../../test/support/room.ts'
import { newSendingMemory } from '../rows/sending-memory.ts'
import { createRoom } from './room.ts'

test('what was sent makes room for the next, encrypted or not', () => {
  for (const isEncrypted of [false, true]) {
    const room = roomAt()
    const { socket } = socketThat(true, isEncrypted)
    for (const size of [100, 131_072, 131_073, 1_000_000]) {
      const first = filled(room, socket, size, 1)
      room.send(socket, first)
      room.settle(socket)
      const second = room.take(socket, size)
      assert.equal(placeOf(second), placeOf(first))
      assert.equal(second.length, size)
      room.send(socket, second)
      room.settle(socket)
    }
  }
})

test('what the system has not taken yet is not written over, however slowly it is read', () => {
  for (const isEncrypted of [false, true]) {
    const room = roomAt()
    const { socket, waiting } = socketThat(false, isEncrypted)
    const sizes = [100, 200, 1_000_000, 131_072, 2_000_000, 300, 1_000_000]
    for (const [index, size] of sizes.entries()) {
      room.send(socket, filled(room, socket, size, index + 1))
      // What is larger is written at once: each is sent before the next, as it is on a connection.
      room.settle(socket)
    }
    for (const [index, { bytes }] of waiting.entries()) {
      assert.ok(bytes.every((byte) => byte === index + 1))
      assert.equal(bytes.length, sizes[index])
    }
    const memories = new Set(waiting.filter(({ done }) => done).map(({ bytes }) => bytes.buffer))
    for (const { done } of waiting) done?.()
    const large = [1, 2, 3].map(() => room.take(socket, 1_000_000).buffer)
    assert.ok(
      large.every((memory) => memories.has(memory)),
      'they come back',
    )
    assert.equal(new Set(large).size, 3)
  }
})

test('of what comes back no more is kept than a few megabytes', () => {
  const room = roomAt()
  const { socket, waiting } = socketThat(false)
  for (let i = 0; i < 30; i++) room.send(socket, filled(room, socket, 1_000_000, 1))
  const memories = new Set(waiting.map(({ bytes }) => bytes.buffer))
  for (const { done } of waiting) done?.()
  const again = Array.from({ length: 30 }, () => room.take(socket, 1_000_000).buffer)
  assert.equal(again.filter((memory) => memories.has(memory)).length, 8)
})

test('what the system takes slowly of several that wait is not written over by those that wait next', () => {
  const room = roomAt()
  const slow = Array.from({ length: 16 }, () => socketThat(false))
  for (const round of [1, 2]) {
    for (const [index, { socket }] of slow.entries())
      room.send(socket, filled(room, socket, 1_000, round * 16 + index))
    room.settle()
  }
  for (const [index, { waiting }] of slow.entries())
    assert.deepEqual(
      waiting.map(({ bytes }) => bytes[999]),
      [16 + index, 32 + index],
    )
})

test('a slot is not free because what was sent from other memory in its place is written', () => {
  const sending = newSendingMemory()
  assert.ok(sending)
  const room = createRoom(
    () => 0,
    () => {},
    sending,
  )
  const slow = [1, 2].map((byte) => {
    const { socket, waiting } = socketThat(false)
    room.send(socket, filled(room, socket, 1_000, byte))
    room.settle()
    return waiting[0]
  })
  const [first, second] = slow
  assert.ok(first && second)
  assert.equal(placeOf(first.bytes), placeOf(Buffer.from(sending.buffer)))
  second.done?.()
  const { socket } = socketThat(true)
  for (const byte of [3, 4]) {
    room.send(socket, filled(room, socket, 1_000, byte))
    room.settle()
  }
  assert.ok(first.bytes.every((byte) => byte === 1))
  first.done?.()
  assert.equal(placeOf(filled(room, socket, 1_000, 5)), placeOf(first.bytes))
})
