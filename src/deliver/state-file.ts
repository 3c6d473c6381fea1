import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Failure } from '../domain/failure.ts'

/** Reads a JSON file; `undefined` if there is none, and null if its text is not JSON. `what` names the file in messages. */
export async function readJsonFile(what: string, path: string): Promise<unknown> {
  const text = await readText(what, path)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function readText(what: string, path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new Failure('configuration', `The ${what} ${path} cannot be read: ${message}.`)
  }
}

/** Replaces a JSON file. After a crash or a power failure the file holds either the old value or the new one. */
export async function replaceJsonFile(path: string, value: unknown): Promise<void> {
  const temporary = `${path}.new`
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(value)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
  const folder = await open(dirname(path))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Locks a file for this process and returns a function that unlocks it. The lock is that of a SQLite transaction on an empty
 * file next to it: the operating system releases it when the process ends, however it ends. `what` names the file in messages.
 */
export function lockFile(what: string, path: string): () => void {
  try {
    const lock = new DatabaseSync(`${path}.lock`, { timeout: 0 })
    lock.exec('BEGIN EXCLUSIVE')
    return () => lock.close()
  } catch (error) {
    const { message, errcode } = error as Error & { readonly errcode?: number }
    const reason =
      errcode === sqliteBusy
        ? `Another process uses the ${what} ${path}.`
        : `The ${what} ${path} cannot be locked: ${message}.`
    throw new Failure('configuration', reason)
  }
}

/** SQLITE_BUSY. */
const sqliteBusy = 5
