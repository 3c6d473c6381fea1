import { readlinkSync, realpathSync } from 'node:fs'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Failure } from '../../domain/failure.ts'

/** The most bytes of a state file. A device, or a pipe that nobody writes to, would never end. */
const longestFile = 16 * 1_048_576

/** Reads a JSON file; `undefined` if there is none, and null if its text is not JSON. `what` names the file in messages. */
export async function readJsonFile(what: string, path: string): Promise<unknown> {
  let text: string
  try {
    const found = await stat(path)
    if (!found.isFile() || found.size > longestFile)
      throw new Error(`it is no file of at most ${longestFile} bytes`)
    text = await readFile(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new Failure('configuration', `The ${what} ${path} cannot be read: ${message}.`)
  }
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Replaces a JSON file; a symbolic link stays, and the file that it leads to is replaced. After a crash or a power failure the file
 * holds either the old value or the new one.
 */
export async function replaceJsonFile(path: string, value: unknown): Promise<void> {
  const file = fileOf(path)
  const temporary = `${file}.new`
  const written = await open(temporary, 'w', 0o600)
  try {
    await written.writeFile(`${JSON.stringify(value)}\n`)
    await written.sync()
  } finally {
    await written.close()
  }
  await rename(temporary, file)
  const folder = await open(dirname(file))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Locks a file for this process and returns a function that unlocks it. The lock is that of a SQLite transaction on an empty
 * file next to it: the operating system releases it when the process ends, however it ends. Symbolic links to the file have the
 * same lock. `what` names the file in messages.
 */
export function lockFile(what: string, path: string): () => void {
  try {
    const lock = new DatabaseSync(`${fileOf(path)}.lock`, { timeout: 0 })
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

/** The file that a path leads to through symbolic links. It may not exist yet. */
function fileOf(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const target = linkTarget(path)
  return target === undefined ? path : fileOf(resolve(realpathSync(dirname(path)), target))
}

/** Where a symbolic link points; `undefined` if there is none. */
function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/** SQLITE_BUSY. */
const sqliteBusy = 5
