import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createRoom, type Room } from './room.ts'
import { newSendingMemory } from './sending-memory.ts'

/** A socket of which the system takes everything at once, or nothing before it is told to. */
function socketThat(takes: boolean, isEncrypted = false) {
  const waiting: { readonly bytes: Buffer; readonly done: (() => void) | undefined }[] = []
  const socket = {
    ...(isEncrypted && { encrypted: true }),
    writable: true,
    writableLength: 0,
    write(bytes: Buffer, done?: () => void) {
      if (takes) done?.()
      else {
        waiting.push({ bytes, done })
        this.writableLength += bytes.length
      }
    },
  }
  return { socket: socket as unknown as Socket, waiting }
}

/** A room whose clock stands still, unless told otherwise. */
const roomAt = (clock = () => 0): Room => createRoom(clock, () => {})

const filled = (room: Room, socket: Socket, size: number, byte: number): Buffer =>
  room.take(socket, size).fill(byte)

/** A text for the memory in which some bytes are. */
const placeOf = ({ buffer, byteOffset }: Buffer): string => {
  if (!buffers.includes(buffer)) buffers.push(buffer)
  return `${buffers.indexOf(buffer)} ${byteOffset}`
}
const buffers: ArrayBufferLike[] = []

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
