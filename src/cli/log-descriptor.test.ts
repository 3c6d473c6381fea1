import assert from 'node:assert/strict'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { temporaryDirectory } from '../../test/store/sqlite-books.ts'
import { fileOf } from '../../test/support/log-file.ts'
import { makePipe } from '../../test/support/pipe.ts'
import { atOnceTo, plenty, unbroken, withoutBlocking } from './log-descriptor.ts'

/** The writer of a pipe whose reader does not read. */
function writerOf(t: TestContext): number {
  const path = join(temporaryDirectory(t), 'pipe')
  const reader = makePipe(path)
  const writer = openSync(path, 'w')
  t.after(() => {
    closeSync(writer)
    closeSync(reader)
  })
  return writer
}

test('several processes write much at once to a file, and to a pipe no more than it takes whole', (t) => {
  const { fd } = fileOf(t)
  assert.deepEqual([atOnceTo(fd, true), atOnceTo(fd, false)], [plenty, plenty])
  const writer = writerOf(t)
  assert.deepEqual([atOnceTo(writer, true), atOnceTo(writer, false)], [4_096, plenty])
  assert.equal(unbroken, 4_096)
})

test('a pipe that is full says so, and holds nobody; whatever else it is stays as it is', (t) => {
  const fd = withoutBlocking(writerOf(t))
  t.after(() => {
    closeSync(fd)
  })
  const fill = (): void => {
    for (;;) writeSync(fd, 'x'.repeat(unbroken))
  }
  assert.throws(fill, { code: 'EAGAIN' })
  const { fd: file } = fileOf(t)
  assert.equal(withoutBlocking(file), file)
})

test('a descriptor of nothing is left to whoever writes to it', () => {
  const nothing = 1_000_000
  assert.equal(withoutBlocking(nothing), nothing)
  assert.equal(atOnceTo(nothing, true), unbroken)
})
