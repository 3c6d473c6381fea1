import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { now } from '../../src/cli/clock.ts'
import { loadBook } from '../../src/cli/load-book.ts'
import { createApp } from '../../src/server/app.ts'
import { followBook, type Following } from '../../src/server/following.ts'
import { openStore } from '../../src/store/open-store.ts'

/** A server that follows a book until the test ends, and what it logs. */
export async function followedApp(
  t: TestContext,
  database: string,
): Promise<{
  readonly app: FastifyInstance
  readonly following: Following
  readonly lines: readonly string[]
}> {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
  const following = await followBook((follow) => openStore(database, 'read', follow), {
    log,
    now,
    loadBook,
  })
  const app = createApp({ ...following, now })
  t.after(async () => {
    await app.close()
    await following.close()
  })
  return { app, following, lines }
}
