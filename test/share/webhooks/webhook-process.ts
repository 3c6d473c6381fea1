import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { pino } from 'pino'
import type { FollowedEvents } from '../../../src/book/query/events.ts'
import { beforeAllEvents } from '../../../src/book/query/ids.ts'
import { openStore } from '../../../src/book/store/open-store.ts'
import type { FollowOptions, Store } from '../../../src/book/store/store.ts'
import { now } from '../../../src/cli/clock.ts'
import { loadBook } from '../../../src/cli/load-book.ts'
import { readWebhookSettings, type WebhookOptions } from '../../../src/cli/webhook-options.ts'
import { exitCodes, Failure } from '../../../src/domain/failure.ts'
import { followBook } from '../../../src/serve/server/following.ts'
import { postEvents } from '../../../src/share/webhooks/post-events.ts'
import { run, start } from '../../support/cli.ts'
import type { Receiver } from './receiver.ts'

/** A secret for tests. */
export const testSecret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`

/** `ratebook events --follow --webhook` in a process of its own. */
export type WebhookProcess = {
  readonly child: ChildProcess
  readonly stderr: () => string
  /** Sends a signal, waits for the end and returns the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
  /** Waits for the end and returns the exit code. */
  readonly ended: () => Promise<number | null>
}

/** Starts to post the events of a book to a receiver. It ends with the test. */
export function startWebhook(
  t: Pick<TestContext, 'after'>,
  book: string,
  { url }: Pick<Receiver, 'url'>,
  more: readonly string[] = ['--allow-address', '127.0.0.1'],
): WebhookProcess {
  const args = ['events', '--follow', '--database', book, '--webhook', url]
  const child = start([...args, '--cursor', cursorOf(book), ...more], {
    cwd: dirname(book),
    env: { RATEBOOK_WEBHOOK_SECRET: testSecret },
  })
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
  child.stdout?.resume()
  const exited = once(child, 'exit')
  t.after(() => child.kill('SIGKILL'))
  return {
    child,
    stderr: () => stderr,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await exited
      return child.exitCode
    },
    async ended() {
      await exited
      return child.exitCode
    },
  }
}

/** The same delivery in the process of the test, with short delays. */
export type Posting = {
  /** The log, and the message of a failure. */
  readonly log: () => string
  readonly stop: () => Promise<void>
  /** Waits for the end and returns the exit code. */
  readonly ended: () => Promise<number>
}

/** Posts the events of a book to a receiver, as `events --follow --webhook` does. It ends with the test. */
export function startPosting(
  t: Pick<TestContext, 'after'>,
  book: string,
  { url }: Pick<Receiver, 'url'>,
  options: Partial<WebhookOptions & FollowedEvents> = {},
): Posting {
  const stop = new AbortController()
  const { signal } = stop
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
  const post = async (): Promise<number> => {
    const environment = { RATEBOOK_WEBHOOK_SECRET: testSecret }
    const webhook = { allowAddress: ['127.0.0.1'], ...options, webhook: url }
    const settings = readWebhookSettings(webhook, environment)
    const open = (follow: FollowOptions): Promise<Store> => openStore(book, 'read', follow)
    const following = await followBook(open, { log, now, loadBook, startSignal: signal })
    try {
      await postEvents(settings, cursorOf(book), {
        book: following,
        request: { after: beforeAllEvents, ...options },
        log,
        signal,
        now,
        delays: { first: 10, longest: 50, longestRetryAfter: 50 },
      })
      return exitCodes.done
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      lines.push(error.message)
      return error.exitCode
    } finally {
      await following.close()
    }
  }
  const posting = post()
  t.after(() => stop.abort())
  return {
    log: () => lines.join('\n'),
    async stop() {
      stop.abort()
      assert.equal(await posting, exitCodes.done, lines.join('\n'))
    },
    ended: () => posting,
  }
}

/** The cursor file of the tests. */
export function cursorOf(book: string): string {
  return join(dirname(book), 'cursor')
}

/** The id that the cursor holds, or `undefined` if there is no cursor. */
export function cursorId(book: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(cursorOf(book), 'utf8')) as { after: string }).after
  } catch {
    return undefined
  }
}

/** The events of a book as `/events` lists them, each as JSON. */
export async function eventTexts(book: string): Promise<readonly string[]> {
  const { stdout } = await run(['events', '--json', '--limit', '1000', '--database', book])
  return (JSON.parse(stdout) as unknown[]).map((event) => JSON.stringify(event))
}
