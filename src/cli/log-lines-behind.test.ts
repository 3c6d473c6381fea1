import assert from 'node:assert/strict'
import fs, { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { temporaryDirectory } from '../../test/store/sqlite-books.ts'
import { until } from '../../test/support/cli.ts'
import { fileOf, indexes, line } from '../../test/support/log-file.ts'
import { makePipe } from '../../test/support/pipe.ts'
import { plenty, unbroken } from './log-descriptor.ts'
import { createLogLines } from './log-lines.ts'

test('a pipe that is read slowly and in odd sizes: every byte comes, once and in its place', async (t) => {
  for (const atOnce of [plenty, unbroken]) {
    const path = join(temporaryDirectory(t), 'pipe')
    const reader = makePipe(path)
    const writer = openSync(path, 'w')
    const lines = createLogLines(writer, atOnce)
    let [sent, read] = ['', '']
    for (let index = 0; index < 300; index++) {
      // Some are more than is written at once, or than the pipe holds.
      const more = `${index} ${'x'.repeat(index % 60 === 59 ? 30_000 : index % 7)}\n`.repeat(9)
      sent += more
      lines.write(more)
      // Meanwhile the pipe is found full, and what comes then has to wait.
      if (index % 20 === 19) await sleep(2)
    }
    lines.flush()
    const bytes = Buffer.alloc(70_001)
    assert.ok(
      await until(() => {
        read += bytes.toString('latin1', 0, readWhatIs(reader, bytes))
        return read.length >= sent.length
      }, 60_000),
    )
    await lines.end()
    assert.equal(lines.dropped(), 0)
    assert.ok(read === sent, `${read.length} of ${sent.length}`)
    closeSync(writer)
    closeSync(reader)
  }
})

/** Reads from a pipe that may be empty. */
function readWhatIs(fd: number, into: Buffer): number {
  try {
    return readSync(fd, into)
  } catch {
    return 0
  }
}

test(
  'a full disk: the lines are counted as lost, and nothing waits',
  { skip: !existsSync('/dev/full') },
  async () => {
    const fd = openSync('/dev/full', 'w')
    const lines = createLogLines(fd, plenty)
    for (let index = 0; index < 1_000; index++) lines.write(line(index))
    await lines.end()
    assert.equal(lines.dropped(), 1_000)
    closeSync(fd)
  },
)

/** Has files take so many more bytes before the disk is full, and returns what waits until all writes are over. */
function narrow(t: TestContext): { allow: (bytes: number) => void; settled: () => Promise<void> } {
  type Done = (error: Error | null, written: number) => void
  const { write } = fs
  let room = 0
  const writes = { underWay: 0 }
  const inRoom = (fd: number, bytes: Buffer, done: Done): void => {
    const fits = Math.min(room, bytes.length)
    room -= fits
    writes.underWay++
    const over: Done = (...outcome) => {
      done(...outcome)
      writes.underWay--
    }
    if (fits > 0) write(fd, bytes, 0, fits, null, over)
    else setImmediate(over, Object.assign(new Error('No space'), { code: 'ENOSPC' }), 0)
  }
  const replace = (by: unknown): void => {
    Object.assign(fs, { write: by })
    syncBuiltinESMExports()
  }
  replace(inRoom)
  t.after(() => {
    replace(write)
  })
  return {
    allow: (bytes) => (room = bytes),
    async settled() {
      while (writes.underWay > 0) await turn()
    },
  }
}

test('a disk that is full for a while: no more than one line is torn, and what is lost is counted', async (t) => {
  const disk = narrow(t)
  const whole = line(100).length
  for (const [rooms, torn, lost] of [
    [[10.5 * whole], 1, 10],
    [[0, 10.5 * whole, 0], 1, 50],
    [[10 * whole], 0, 10],
    // A line that lacks nothing but its end has that later.
    [[20 * whole - 1], 0, 0],
    [[20 * whole - 1, 0], 0, 20],
    [[10.5 * whole, 1], 1, 30],
  ] as const) {
    const { path, fd } = fileOf(t)
    const lines = createLogLines(fd, plenty)
    let sent = 0
    for (const room of [...rooms, 1_000 * whole]) {
      for (let more = 0; more < 20; more++) lines.write(line(100 + sent++))
      disk.allow(Math.floor(room))
      lines.flush()
      await disk.settled()
    }
    const written = readFileSync(path, 'latin1').split('\n').slice(0, -1)
    const intact = written.filter((one) => one.length === whole - 1)
    assert.equal(written.length - intact.length, torn, rooms.join())
    assert.deepEqual([lines.dropped(), sent - intact.length], [lost, lost], rooms.join())
    assert.equal(new Set(indexes(`${intact.join('\n')}\n`)).size, intact.length)
    await lines.end()
  }
})

test('a line that was cut ends with the process, in time or before it', async (t) => {
  const disk = narrow(t)
  for (const isInTime of [true, false]) {
    const { path, fd } = fileOf(t)
    const lines = createLogLines(fd, plenty)
    const atExit = process.listeners('exit').at(-1)
    lines.write(line(0))
    disk.allow(line(0).length - 1)
    lines.flush()
    await disk.settled()
    if (isInTime) await lines.end()
    else {
      lines.write(line(1))
      atExit?.(0)
    }
    assert.equal(readFileSync(path, 'latin1'), line(0) + (isInTime ? '' : line(1)))
    await lines.end()
  }
})

test('what waits when the process ends is written, all of it and once, but for what is under way', async (t) => {
  const disk = narrow(t)
  const { path, fd } = fileOf(t)
  const lines = createLogLines(fd, unbroken)
  const atExit = process.listeners('exit').at(-1)
  lines.write(line(0))
  disk.allow(line(0).length)
  // The first is under way when the others come, which take several blocks.
  lines.flush()
  for (let index = 1; index < 100; index++) lines.write(line(index))
  atExit?.(0)
  await disk.settled()
  const expected = Array.from({ length: 100 }, (_, index) => index)
  const found = indexes(readFileSync(path, 'utf8'))
  assert.deepEqual(
    found.toSorted((a, b) => a - b),
    expected,
  )
  await lines.end()
})

test(
  'a reader that stands still: what waits is bounded, the rest is lost, and the end does not wait for it',
  { skip: process.platform === 'win32' },
  async (t) => {
    const path = join(temporaryDirectory(t), 'pipe')
    const reader = makePipe(path)
    const fd = openSync(path, 'w')
    const lines = createLogLines(fd, unbroken)
    // However often it is asked to write what is there: each line alone takes no memory of its own.
    const before = process.memoryUsage().arrayBuffers
    for (let index = 0; index < 5_000; index++) {
      lines.write(line(index))
      lines.flush()
    }
    assert.ok(process.memoryUsage().arrayBuffers - before < 10_000_000)
    const count = 100_000
    for (let index = 0; index < count; index++) {
      lines.write(line(index))
      if (index % 1_000 === 0) await turn()
    }
    const lost = lines.dropped()
    // Four megabytes wait, and the system has some more.
    assert.ok(lost > count / 2 && lost < count - 10_000, String(lost))
    const began = performance.now()
    await lines.end()
    assert.ok(performance.now() - began < 20_000)
    const bytes = Buffer.alloc(1_048_576)
    const read = readSync(reader, bytes)
    assert.deepEqual(indexes(bytes.toString('latin1', 0, 4 * line(0).length)), [0, 1, 2, 3])
    assert.ok(read >= 4_096)
    closeSync(reader)
    closeSync(fd)
  },
)
