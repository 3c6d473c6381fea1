import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { filled, placeOf, roomAt, socketThat } from '../../../test/support/room.ts'
import { createRoom } from './room.ts'

test('what is sent in a turn goes at its end, in its order', async () => {
  const room = roomAt()
  const sockets = [1, 2, 3].map(() => socketThat(false))
  room.open()
  for (const [index, { socket }] of sockets.entries())
    room.send(socket, filled(room, socket, 1_000, index))
  assert.ok(sockets.every(({ waiting }) => waiting.length === 0))
  await turn()
  for (const [index, { waiting }] of sockets.entries()) {
    const [sent] = waiting
    assert.ok(sent?.bytes.equals(Buffer.alloc(1_000, index)))
    assert.equal(waiting.length, 1)
  }
  const [{ socket, waiting } = socketThat(true)] = sockets
  room.open()
  room.send(socket, filled(room, socket, 10, 9))
  await turn()
  assert.equal(waiting.length, 2)
})

test('of many in one turn sixteen wait for one another, and no more memory is taken for it', () => {
  const room = roomAt()
  const { socket } = socketThat(true)
  const memories = Array.from({ length: 100 }, () => {
    const bytes = filled(room, socket, 1_000, 1)
    room.send(socket, bytes)
    return placeOf(bytes)
  })
  assert.equal(new Set(memories).size, 16)
  assert.equal(new Set(memories.slice(0, 16)).size, 16)
})

test('of large ones fewer wait: what is taken behind 192 KB goes after them', () => {
  const room = roomAt()
  const { socket, waiting } = socketThat(false)
  for (const [size, sent] of [
    [100_000, 0],
    [96_608, 0],
    [1, 0],
    [10, 3],
    [131_072, 3],
    [131_072, 3],
    [10, 6],
  ] as const) {
    room.send(socket, filled(room, socket, size, 1))
    assert.equal(waiting.length, sent, `${size}`)
  }
})

test('what waits goes before anything else is done with its socket, and only then', () => {
  const room = roomAt()
  const [one, other, third] = [socketThat(false), socketThat(false), socketThat(false)]
  for (const { socket } of [one, other]) room.send(socket, filled(room, socket, 10, 1))
  room.settle(third.socket)
  assert.deepEqual([one.waiting.length, other.waiting.length], [0, 0])
  room.settle(other.socket)
  assert.deepEqual([one.waiting.length, other.waiting.length], [1, 1])
  room.settle(other.socket)
  assert.deepEqual([one.waiting.length, other.waiting.length], [1, 1])
  room.send(third.socket, filled(room, third.socket, 10, 1))
  room.settle()
  assert.equal(third.waiting.length, 1)
})

test('what waits for a client that has gone is dropped', () => {
  const room = roomAt()
  const { socket, waiting } = socketThat(false)
  room.send(socket, filled(room, socket, 10, 1))
  Object.assign(socket, { writable: false })
  room.settle(socket)
  assert.equal(waiting.length, 0)
})

test('nothing waits for much longer than a millisecond while others are answered', () => {
  let now = 0
  const room = roomAt(() => now)
  const { socket, waiting } = socketThat(false)
  room.send(socket, filled(room, socket, 10, 1))
  now = 1
  room.settleLate()
  assert.equal(waiting.length, 0)
  now = 1.1
  room.settleLate()
  assert.equal(waiting.length, 1)
})

test('one that cannot be sent is given up, and what waited behind it is not sent twice', () => {
  const room = roomAt()
  const [one, broken] = [socketThat(false), socketThat(false)]
  Object.assign(broken.socket, {
    write() {
      throw new Error('of ours')
    },
  })
  for (const { socket } of [one, broken]) room.send(socket, filled(room, socket, 10, 1))
  assert.throws(() => room.settle(), /of ours/)
  room.settle()
  assert.equal(one.waiting.length, 1)
})

test('what sending takes is told', () => {
  let [now, told] = [0, 0]
  const room = createRoom(
    () => now,
    (milliseconds) => {
      told += milliseconds
    },
  )
  const { socket } = socketThat(true)
  const write = socket.write.bind(socket)
  Object.assign(socket, {
    write(bytes: Buffer) {
      now += 2
      return write(bytes)
    },
  })
  for (let times = 0; times < 3; times++) room.send(socket, filled(room, socket, 10, 1))
  room.settle()
  assert.equal(told, 6)
})
