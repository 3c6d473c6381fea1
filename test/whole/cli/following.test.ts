import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { now } from '../../../src/cli/clock.ts'
import { loadBook } from '../../../src/cli/load-book.ts'
import { followBook, type Following } from '../../../src/serve/server/following.ts'
import { openStore } from '../../../src/book/store/open-store.ts'
import type { Draft } from '../../../src/domain/entry.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { until } from '../../support/cli.ts'
import { checked, registered } from '../../book/store/drafts.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { checkpointOver } from '../../support/test-signer.ts'

const day = '2026-06-01T00:00:00Z'

async function makeBook(path: string, drafts: readonly Draft[]): Promise<void> {
  const store = await openSqliteStore(path, { mode: 'create' })
  await store.append(() => Promise.resolve(drafts))
  await store.close()
}

/** The tree has the root of the followed book at every size, and the proof that it contains the size before. */
async function checkTree(following: Following): Promise<void> {
  const digests: string[] = []
  const tree = following.tree()
  for (let size = 1; size <= following.market().position; size++) {
    digests.push((await following.digestAt(size)) ?? '')
    assert.equal(tree.root(size), checkpointOver(digests).root)
    assert.ok(tree.inclusion(size, digests.at(-1) ?? '', size), `position ${size}`)
    assert.equal(tree.inclusion(size, '0'.repeat(64), size), undefined)
  }
}

test('a book with different earlier entries is refused, even if its last entries are equal', async (t) => {
  const folder = temporaryDirectory(t)
  const [path, other, longer] = ['book.db', 'other.db', 'longer.db'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const rest = [registered('z', day), checked('z', day)]
  await makeBook(path, [registered('a', day), ...rest])
  await makeBook(other, [registered('b', day), ...rest, checked('z', day)])
  await makeBook(longer, [registered('a', day), ...rest, checked('z', day)])
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
  const following = await followBook((follow) => openStore(path, 'read', follow), {
    log,
    now,
    loadBook,
  })
  try {
    const [before, digest] = [following.market(), following.digest()]
    renameSync(other, path)
    assert.ok(await until(() => !following.isHealthy()))
    assert.ok(await until(() => lines.some((line) => line.includes('not the one that was served'))))
    assert.deepEqual([following.market() === before, following.digest()], [true, digest])
    // A book with the same past and more entries is followed.
    renameSync(longer, path)
    assert.ok(await until(() => following.isHealthy() && following.market().position === 4))
    assert.ok(following.market().institutions.has('a'))
    assert.notEqual(following.digest(), digest)
    await checkTree(following)
  } finally {
    await following.close()
  }
})

test('a follower that writes has its own entry in the market once it has caught up', async (t) => {
  const path = join(temporaryDirectory(t), 'book.db')
  await makeBook(path, [registered('a', day)])
  const log = pino({ level: 'silent' })
  const following = await followBook((follow) => openStore(path, 'write', follow), {
    log,
    now,
    loadBook,
  })
  try {
    for (let position = 2; position <= 21; position++) {
      const own = following.store().append(() => Promise.resolve([checked('a', day)]))
      const polls = [own.then(following.caughtUp), following.caughtUp()]
      await Promise.all(polls)
      assert.equal(following.market().position, position)
    }
    await checkTree(following)
    assert.equal(following.isHealthy(), true)
  } finally {
    await following.close()
  }
})
