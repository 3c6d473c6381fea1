import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fstatSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../test/support/cli.ts'
import { fileOf, indexes, line } from '../../test/support/log-file.ts'
import { plenty, unbroken } from './log-descriptor.ts'
import { createLogLines } from './log-lines.ts'

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

test('several processes write much at once to a file, and no line is torn', async (t) => {
  const { path, fd } = fileOf(t)
  await Promise.all(
    ['a', 'b', 'c'].map(async (name) => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', writing(name)], {
        stdio: ['ignore', 'ignore', fd],
      })
      const [code] = (await once(child, 'close')) as [number]
      assert.equal(code, 0)
    }),
  )
  const own = readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((one) => JSON.parse(one) as { name: string; index: number })
  for (const name of ['a', 'b', 'c']) {
    const expected = Array.from({ length: 9_000 }, (_, index) => index)
    assert.deepEqual(
      own.filter((one) => one.name === name).map(({ index }) => index),
      expected,
    )
  }
})

test('what is written takes no memory of its own each time, and a line that is longer than others is whole', async (t) => {
  const { path, fd } = fileOf(t)
  const lines = createLogLines(fd, plenty)
  const many = line(0).repeat(300)
  let [taken, last] = [0, process.memoryUsage().arrayBuffers]
  for (let times = 1; times <= 100; times++) {
    lines.write(many)
    lines.flush()
    assert.ok(await until(() => fstatSync(fd).size === times * many.length))
    // Only what is added counts: a collection may take away what is not ours.
    const current = process.memoryUsage().arrayBuffers
    taken += Math.max(0, current - last)
    last = current
  }
  assert.ok(taken < 10 * many.length, `${taken} bytes`)
  const long = `{"index":1,"fill":"${'y'.repeat(2 * plenty)}"}\n`
  lines.write(long)
  lines.write(line(2))
  await lines.end()
  assert.equal(readFileSync(path, 'latin1'), many.repeat(100) + long + line(2))
})

test('lines that end where what is written at once ends, before it or behind it, are whole', async (t) => {
  const lineOf = (size: number) => `${'z'.repeat(size - 1)}\n`
  const atOnce = 10_000
  for (const more of [-1, 0, 1]) {
    for (const sizes of [
      [atOnce + more, 100],
      [5_000, 5_000 + more, 100],
      [4_000, 4_000, 2_000 + more, 100],
      [100, atOnce - 100 + more, atOnce + more],
    ]) {
      const { path, fd } = fileOf(t)
      const lines = createLogLines(fd, atOnce)
      const sent = sizes.map(lineOf)
      for (const one of sent) lines.write(one)
      await lines.end()
      assert.ok(readFileSync(path, 'latin1') === sent.join(''), sizes.join())
    }
  }
})

/** A process that writes many lines to its standard error, so fast that they are written much at once. */
const writing = (name: string): string => `
  import { plenty } from ${JSON.stringify(new URL('log-descriptor.ts', import.meta.url).href)}
  import { createLogLines } from ${JSON.stringify(new URL('log-lines.ts', import.meta.url).href)}
  const lines = createLogLines(2, plenty)
  for (let index = 0; index < 9_000; index++) {
    lines.write(JSON.stringify({ name: ${JSON.stringify(name)}, index, fill: 'x'.repeat(150) }) + '\\n')
    if (index % 500 === 0) await new Promise(setImmediate)
  }
  await lines.end()`

test('one line alone is written within a moment', async (t) => {
  const { path, fd } = fileOf(t)
  const lines = createLogLines(fd, plenty)
  lines.write(line(1))
  for (let left = 100; left > 0 && readFileSync(path).length === 0; left--) await sleep(20)
  assert.equal(readFileSync(path, 'utf8'), line(1))
  await lines.end()
})
