import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, Socket, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { isStraight, readInto, writeTo } from './straight.ts'

/** A connection as a server has it, and as its client does. */
type Ends = { readonly ours: Socket; readonly theirs: Socket }

async function connected(t: TestContext): Promise<Ends> {
  const server = createServer({ noDelay: true })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const [[ours], theirs] = await Promise.all([
    once(server, 'connection') as Promise<[Socket]>,
    new Promise<Socket>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket))
    }),
  ])
  t.after(() => {
    ours.destroy()
    theirs.destroy()
    server.close()
  })
  return { ours, theirs }
}

/** Everything that comes, and the end of it. */
async function received(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function until(holds: () => boolean): Promise<void> {
  for (let turns = 0; !holds(); turns++) {
    assert.ok(turns < 5_000, 'it never came to be')
    await wait(1)
  }
}

/** Bytes of which each part is told from the others. */
function marked(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE(at, at)
  return bytes
}

test('the Node that the package brings is read and written below its streams', () => {
  assert.ok(isStraight)
})

test('what comes over several connections comes into one memory, and no listener of data hears of it', async (t) => {
  const memory = Buffer.alloc(65_536)
  const all = await Promise.all([connected(t), connected(t), connected(t)])
  const heard = all.map(() => '')
  for (const [index, { ours }] of all.entries()) {
    ours.on('data', () => assert.fail('The stream was told.'))
    readInto(ours, memory, (length) => {
      heard[index] += memory.toString('latin1', 0, length)
    })
  }
  for (let round = 0; round < 20; round++) {
    for (const [index, { theirs }] of all.entries()) theirs.write(`${index}:${round};`)
    await turn()
  }
  const expected = (index: number): string =>
    Array.from({ length: 20 }, (_, round) => `${index}:${round};`).join('')
  await until(() => heard.every((text, index) => text.length === expected(index).length))
  assert.deepEqual(heard, [0, 1, 2].map(expected))
  const [{ ours, theirs }] = all
  theirs.end()
  await once(ours, 'end')
  await once(ours, 'close')
})

test('a connection that is paused is not read until it is resumed', async (t) => {
  const { ours, theirs } = await connected(t)
  const memory = Buffer.alloc(65_536)
  let heard = ''
  ours.on('data', () => {})
  readInto(ours, memory, (length) => {
    heard += memory.toString('latin1', 0, length)
  })
  theirs.write('a')
  await until(() => heard === 'a')
  ours.pause()
  theirs.write('b')
  await wait(50)
  assert.equal(heard, 'a')
  ours.resume()
  await until(() => heard === 'ab')
})

test('a reset comes as an error of the connection, as it does from a stream', async (t) => {
  const { ours, theirs } = await connected(t)
  ours.on('data', () => {})
  readInto(ours, Buffer.alloc(65_536), () => {})
  theirs.resetAndDestroy()
  const [error] = (await once(ours, 'error')) as [NodeJS.ErrnoException]
  assert.equal(error.code, 'ECONNRESET')
})

test('what goes at once leaves nothing waiting', async (t) => {
  const { ours, theirs } = await connected(t)
  const bytes = marked(10_000)
  const sent = received(theirs)
  for (let times = 0; times < 3; times++) {
    writeTo(ours, bytes)
    assert.equal(ours.writableLength, 0)
  }
  assert.equal(ours.bytesWritten, 30_000)
  ours.end()
  assert.deepEqual(await sent, Buffer.concat([bytes, bytes, bytes]))
})

test('what does not go at once waits as a write of the stream does, and all comes in its order', async (t) => {
  const { ours, theirs } = await connected(t)
  const large = marked(20_000_000)
  writeTo(ours, large)
  assert.equal(ours.writableLength, large.length)
  assert.ok(ours.writableNeedDrain)
  let isCalled = false
  ours.write('after it', () => {
    isCalled = true
  })
  await wait(20)
  assert.ok(!isCalled)
  const sent = received(theirs)
  await once(ours, 'drain')
  assert.equal(ours.writableLength, 0)
  assert.ok(isCalled)
  writeTo(ours, Buffer.from(', and straight again'))
  assert.equal(ours.writableLength, 0)
  ours.end()
  const expected = Buffer.concat([large, Buffer.from('after it, and straight again')])
  assert.ok((await sent).equals(expected))
})

test('what does not go at once is told of when it is not needed any more, and what goes is not', async (t) => {
  for (const isStreamed of [false, true]) {
    const [read, left] = [await connected(t), await connected(t)]
    const told: string[] = []
    for (const [name, { ours }] of Object.entries({ read, left })) {
      // Node's stream is asked where there is no handle of the kind that is known here.
      if (isStreamed) Object.assign(ours, { encrypted: true })
      const tell = (size: number) => () => told.push(`${name} ${size}`)
      assert.equal(writeTo(ours, marked(1_000), tell(1_000)), true)
      assert.equal(writeTo(ours, marked(20_000_000), tell(20_000_000)), false)
    }
    await wait(20)
    assert.deepEqual(told, [])
    const sent = received(read.theirs)
    await until(() => told.length === 1)
    read.ours.end()
    assert.equal((await sent).length, 20_001_000)
    left.ours.destroy()
    await until(() => told.length === 2)
    assert.deepEqual(told, ['read 20000000', 'left 20000000'])
  }
})

test('a socket knows as much of a write that waits as of one of its stream', async (t) => {
  const bytes = marked(20_000_000)
  // What a slow reader has taken is told from it, so that it is not taken for an idle one.
  const counted = Object.getOwnPropertySymbols(new Socket()).find(
    ({ description }) => description === 'lastWriteQueueSize',
  )
  assert.ok(counted)
  const [straight, streamed] = [await connected(t), await connected(t)]
  writeTo(straight.ours, bytes)
  streamed.ours.write(bytes)
  const known = ({ ours }: Ends): unknown => {
    const { writableLength, writableNeedDrain, bytesWritten } = ours
    return { writableLength, writableNeedDrain, bytesWritten, counts: counted in ours }
  }
  assert.deepEqual(known(straight), known(streamed))
  for (const { ours } of [straight, streamed])
    assert.equal((ours as unknown as Record<symbol, number>)[counted], bytes.length)
})

test('a connection that is closed while a write waits, or before one, takes nobody with it', async (t) => {
  const waiting = await connected(t)
  writeTo(waiting.ours, marked(20_000_000))
  waiting.ours.destroy()
  await once(waiting.ours, 'close')
  const closed: unknown[] = []
  waiting.ours.on('error', (error) => closed.push(error))
  writeTo(waiting.ours, Buffer.from('too late'))
  await turn()
  // As Node has it: a write to what was destroyed is refused without an event.
  assert.deepEqual(closed, [])

  const { ours, theirs } = await connected(t)
  const failed = once(ours, 'error') as Promise<[NodeJS.ErrnoException]>
  // The reset is there before anything is read.
  theirs.resetAndDestroy()
  writeTo(ours, Buffer.from('nobody is there'))
  const [error] = await failed
  assert.match(error.code ?? '', /^(?:EPIPE|ECONNRESET)$/)
  assert.equal(error.syscall, 'write')
})
