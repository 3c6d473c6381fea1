import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { pino } from 'pino'
import { now as systemClock } from '../../src/cli/clock.ts'
import { loadBook } from '../../src/cli/load-book.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { createApp, type AppOptions } from '../../src/serve/server/app.ts'
import { followBook, openServedBook, type Following } from '../../src/serve/server/following.ts'

/** A server that follows a book until the test ends, and what it logs. */
export async function followedApp(
  t: Pick<TestContext, 'after'>,
  database: string,
  options: AppOptions = {},
  now: () => Instant = systemClock,
): Promise<{
  readonly app: ReturnType<typeof createApp>
  readonly following: Following
  readonly lines: readonly string[]
}> {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
  const following = await followBook(openServedBook(database, log), { log, now, loadBook })
  const app = createApp({ ...following, now }, options)
  t.after(async () => {
    await app.close()
    await following.close()
  })
  return { app, following, lines }
}

/** Serves a book from its database at a fixed instant, until the test ends. Returns its address. */
export async function serveBook(
  t: Pick<TestContext, 'after'>,
  database: string,
  at: Instant,
  options: AppOptions = {},
): Promise<string> {
  const { app } = await followedApp(t, database, options, () => at)
  await app.listen({ host: '127.0.0.1', port: 0 })
  await app.warmUp()
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}
