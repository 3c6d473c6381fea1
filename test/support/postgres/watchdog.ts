import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

/**
 * A process that stops servers and removes folders after this process has ended, which closes its standard input. Hooks are
 * not enough: the test runner kills a test file that exceeds its timeout.
 */
const watchdog = spawn(
  process.execPath,
  [fileURLToPath(new URL('watchdog-process.ts', import.meta.url))],
  {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  },
)
watchdog.unref()
const input = watchdog.stdin as Socket
input.unref()

/** A folder to remove, or the start or end of a server process. */
export type WatchdogMessage = readonly ['folder', string] | readonly ['started' | 'ended', number]

/** Sends a message to the watchdog. */
export function notifyWatchdog(message: WatchdogMessage): void {
  input.write(`${JSON.stringify(message)}\n`)
}
