import assert from 'node:assert/strict'
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { temporaryDirectory } from '../../test/store/sqlite-books.ts'
import { makePipe } from '../../test/support/pipe.ts'
import { createLogLines, plenty, unbroken } from './log-lines.ts'

function fileOf(t: TestContext): { path: string; fd: number } {
  const path = join(temporaryDirectory(t), 'log')
  const fd = openSync(path, 'w')
  t.after(() => {
    closeSync(fd)
  })
  return { path, fd }
}
const line = (index: number) => `{"index":${index},"fill":"${'x'.repeat(150)}"}\n`
const indexes = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((one) => (JSON.parse(one) as { index: number }).index)

test('every line is written, whole and in order, whether many or few at once', async (t) => {
  for (const atOnce of [plenty, unbroken]) {
    const { path, fd } = fileOf(t)
    const lines = createLogLines(fd, atOnce)
    const count = 10_000
    for (let index = 0; index < count; index++) {
      lines.write(line(index))
      if (index % 100 === 0) await turn()
    }
    await lines.end()
    assert.equal(lines.dropped(), 0)
    assert.deepEqual(
      indexes(readFileSync(path, 'utf8')),
      Array.from({ length: count }, (_, index) => index),
    )
  }
})

test('one line alone is written within a moment', async (t) => {
  const { path, fd } = fileOf(t)
  const lines = createLogLines(fd, plenty)
  lines.write(line(1))
  for (let left = 100; left > 0 && readFileSync(path).length === 0; left--) await sleep(20)
  assert.equal(readFileSync(path, 'utf8'), line(1))
  await lines.end()
})

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

test(
  'a reader that stands still: what waits is bounded, the rest is lost, and the end does not wait for it',
  { skip: process.platform === 'win32' },
  async (t) => {
    const path = join(temporaryDirectory(t), 'pipe')
    const reader = makePipe(path)
    const fd = openSync(path, 'w')
    const lines = createLogLines(fd, unbroken)
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
