import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { storedAfter } from '../../../src/book/store/chain.ts'
import { openStore } from '../../../src/book/store/open-store.ts'
import { bookStart, logLine } from '../../../src/domain/stored-entry.ts'
import { checked, registered } from '../../book/store/drafts.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { logFiles, serveFiles, type LogFiles } from '../../share/mirror/log-server.ts'
import { finished, run, start, until } from '../../support/cli.ts'

/** How many times the command is killed: 5 in `npm test`, 1,000 in `npm run test:faults`. */
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 5)

const pages = 6
const entries = storedAfter(bookStart, [
  registered('alpha', '2026-01-01T00:00:00Z'),
  ...Array.from({ length: 1_000 * pages - 1 }, () => checked('alpha', '2026-01-02T00:00:00Z')),
])
const lines = entries.map(logLine)

async function linesIn(path: string): Promise<readonly string[]> {
  const store = await openStore(path, 'create')
  try {
    return (await Array.fromAsync(store.storedEntries(0))).flat().map(logLine)
  } finally {
    await store.close()
  }
}

test(
  `mirror, killed ${rounds} times, leaves a part of the log from its start, and the same command goes on`,
  { timeout: 3_600_000 },
  async (t) => {
    const files: LogFiles = new Map()
    for (const [path, text] of logFiles(entries))
      // Half a page, a moment, and the rest, so that a command is also killed while a page is on its way.
      files.set(path, (response) => {
        const page = text as string
        response.write(page.slice(0, page.length / 2))
        void sleep(20).then(() => response.end(page.slice(page.length / 2)))
      })
    const { url, requested } = await serveFiles(t, () => files)
    const counts = { nothing: 0, some: 0, all: 0 }
    let cwd = temporaryDirectory(t)
    for (let round = 0; round < rounds; round++) {
      requested.length = 0
      const child = start(['mirror', url, '--database', 'mirror.db'], { cwd })
      const ended = finished(child)
      if (round > 0) {
        await Promise.race([until(() => requested.length > 0), ended])
        await sleep(Math.random() * 80 * pages)
      }
      child.kill('SIGKILL')
      await ended
      const mirrored = await linesIn(join(cwd, 'mirror.db'))
      assert.deepEqual(mirrored, lines.slice(0, mirrored.length))
      const { length } = mirrored
      counts[length === 0 ? 'nothing' : length === lines.length ? 'all' : 'some']++
      if (length === lines.length) cwd = temporaryDirectory(t)
    }
    t.diagnostic(
      `killed with nothing, some and all of the log: ${Object.values(counts).join(', ')}`,
    )
    const last = await run(['mirror', url, '--database', 'mirror.db'], { cwd })
    assert.equal(last.code, 0, last.stderr)
    assert.deepEqual(await linesIn(join(cwd, 'mirror.db')), lines)
  },
)
