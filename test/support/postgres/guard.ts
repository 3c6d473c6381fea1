import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

/**
 * A process that ends and removes what this one leaves behind, however this one ends: its input then closes.
 * A test that takes too long is ended by a signal, which no hook of its own survives.
 */
const guardian = spawn(process.execPath, [fileURLToPath(new URL('guardian.ts', import.meta.url))], {
  detached: true,
  stdio: ['pipe', 'ignore', 'ignore'],
})
guardian.unref()
const input = guardian.stdin as Socket
input.unref()

/** What the guardian is told: a folder to remove, a server that runs in it, and the end of that. */
export type Word = readonly ['folder', string] | readonly ['started' | 'ended', number]

/** Tells the guardian. */
export function tellGuardian(word: Word): void {
  input.write(`${JSON.stringify(word)}\n`)
}
