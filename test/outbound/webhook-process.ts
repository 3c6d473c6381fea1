import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { run, start } from '../support/cli.ts'
import type { Receiver } from './receiver.ts'

/** A secret for tests. */
export const testSecret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`

/** `ratebook events --follow --webhook` in a process of its own. */
export type WebhookProcess = {
  readonly child: ChildProcess
  readonly stderr: () => string
  /** Sends a signal and waits for the end; `took` is in milliseconds. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<{ code: number | null; took: number }>
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
      const began = performance.now()
      child.kill(signal)
      await exited
      return { code: child.exitCode, took: performance.now() - began }
    },
    async ended() {
      await exited
      return child.exitCode
    },
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
