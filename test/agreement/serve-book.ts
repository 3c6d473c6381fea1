import type { TestContext } from 'node:test'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { loadBook } from '../../src/cli/load-book.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { createApp, type AppOptions } from '../../src/server/app.ts'
import { followBook, openServedBook } from '../../src/server/following.ts'

/** Serves a book from its database at a fixed instant, until the test ends. Returns its address. */
export async function serveBook(
  t: Pick<TestContext, 'after'>,
  database: string,
  now: Instant,
  options: AppOptions = {},
): Promise<string> {
  const log = pino({ level: 'silent' })
  const clock = (): Instant => now
  const book = await followBook(openServedBook(database, log), { log, now: clock, loadBook })
  t.after(() => book.close())
  const app = createApp({ ...book, now: clock }, options)
  t.after(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  await app.warmUp()
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}
