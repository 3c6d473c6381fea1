import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { entriesOf } from './drafts.ts'
import { temporaryDirectory } from './sqlite-books.ts'

const appender = fileURLToPath(new URL('appender.ts', import.meta.url))

function startAppender(
  path: string,
  appends: number,
): ChildProcess & { acknowledged: Promise<number[]> } {
  const child = spawn(process.execPath, [appender, path, String(appends)])
  return Object.assign(child, { acknowledged: text(child.stdout).then(positionsIn) })
}

/** The positions in complete lines; a killed process may leave an incomplete one. */
function positionsIn(lines: string): number[] {
  const whole = lines.slice(0, lines.lastIndexOf('\n') + 1)
  return whole.split(/\s/).filter(Boolean).map(Number)
}

async function positionsOf(path: string): Promise<number[]> {
  const store = await openSqliteStore(path, { mode: 'read' })
  const positions = (await entriesOf(store)).map((entry) => entry.position)
  await store.close()
  return positions
}

const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)

test('two processes create one book and append concurrently, without gaps', async (t) => {
  const path = join(temporaryDirectory(t), 'book.db')
  const appenders = [startAppender(path, 50), startAppender(path, 50)]
  const acknowledged = await Promise.all(appenders.map((child) => child.acknowledged))
  assert.deepEqual(
    acknowledged.flat().toSorted((a, b) => a - b),
    upTo(500),
  )
  assert.deepEqual(await positionsOf(path), upTo(500))
})

test('a reader never sees half of an append by another process', async (t) => {
  const path = join(temporaryDirectory(t), 'book.db')
  await (await openSqliteStore(path, { mode: 'create' })).close()
  const reader = await openSqliteStore(path, { mode: 'read' })
  const child = startAppender(path, 100)
  for (let seen = 0; seen < 500; await sleep(1)) {
    seen = (await entriesOf(reader)).length
    assert.equal(seen % 5, 0)
  }
  await child.acknowledged
  await reader.close()
})

test('a killed process leaves whole appends, including all that it acknowledged', async (t) => {
  const path = join(temporaryDirectory(t), 'book.db')
  await (await openSqliteStore(path, { mode: 'create' })).close()
  let before = 0
  for (let kill = 0; kill < 5; kill++) {
    const child = startAppender(path, 1_000_000)
    if (child.stdout !== null) await once(child.stdout, 'data')
    await sleep(Math.random() * 20)
    child.kill('SIGKILL')
    const acknowledged = (await child.acknowledged).length
    const positions = await positionsOf(path)
    assert.deepEqual(positions, upTo(positions.length))
    assert.equal(positions.length % 5, 0)
    assert.ok(positions.length >= before + acknowledged)
    before = positions.length
  }
})

test('a full disk is a disk error, and the book has exactly the acknowledged entries', async (t) => {
  const path = join(temporaryDirectory(t), 'book.db')
  // A limit on the file size, in blocks, simulates a full disk without root privileges.
  const limited = `ulimit -f 400 && exec "$0" "$@"`
  const child = spawn('sh', ['-c', limited, process.execPath, appender, path, '1000000'])
  const [out, kind] = await Promise.all([text(child.stdout), text(child.stderr)])
  assert.equal(kind, 'disk')
  const acknowledged = positionsIn(out)
  assert.ok(acknowledged.length > 0)
  assert.deepEqual(await positionsOf(path), acknowledged)
})
