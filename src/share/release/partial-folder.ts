import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Failure, writeFailure } from '../../domain/failure.ts'

/** A folder beside a release, in which one run writes. */
export type PartialFolder = {
  readonly complete: string
  readonly former: string
  readonly remove: () => void
}

/** The lock of a SQLite transaction: the operating system releases it when the run ends, however it ends. */
const lockName = 'lock'
const parts = ['complete', 'former']

/** A kind of folder that a later one replaces. */
export type Replaceable = {
  /** Its name in sentences, such as `release`. */
  readonly kind: string
  /** Whether a folder with files of these names is one. */
  readonly hasOnly: (names: readonly string[]) => boolean
}

/**
 * Writes a folder, and replaces an earlier one of its kind; any other folder is refused. The files are written into a folder next to
 * it, which takes its name once they are complete: a killed run leaves no half-written folder. The next run removes what it left.
 */
export async function writeReplacing(
  path: string,
  replaceable: Replaceable,
  write: (folder: string) => Promise<void>,
): Promise<void> {
  const parent = dirname(path)
  try {
    checkReplaceable(path, replaceable)
    // Not recursive: Node never ends in a file system that makes no folders, such as /proc.
    if (!existsSync(parent)) mkdirSync(parent)
    removeLeftovers(parent)
    const { complete, former, remove } = makePartialFolder(path)
    try {
      mkdirSync(complete)
      await write(complete)
      do checkReplaceable(path, replaceable)
      while (!replace(path, complete, former))
    } finally {
      remove()
    }
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error
    throw writeFailure(`The ${replaceable.kind} ${path} cannot be written`, error)
  }
}

function checkReplaceable(path: string, { kind, hasOnly }: Replaceable): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return
  const names = found.isDirectory() ? namesIn(path) : undefined
  if (names !== undefined && (names.length === 0 || hasOnly(names))) return
  throw new Failure(
    'usage',
    `${path} exists and is not a ${kind}; name a folder that does not exist, or an earlier ${kind} to replace it.`,
  )
}

/** The names in a folder; none if another run has just moved it away. */
function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** Gives the complete folder its name; false if another run has just taken it. The former one comes back if that fails. */
function replace(path: string, complete: string, former: string): boolean {
  rmSync(former, { recursive: true, force: true })
  try {
    renameSync(path, former)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  try {
    renameSync(complete, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOTEMPTY') return false
    if (existsSync(former) && !existsSync(path)) renameSync(former, path)
    throw error
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** Makes and locks a folder for one run, with the paths of the new and the former release in it. */
export function makePartialFolder(release: string): PartialFolder {
  const path = mkdtempSync(join(dirname(release), `.${basename(release)}.partial-`))
  const lock = lockIn(path, 'rwc')
  const [complete, former] = [join(path, 'complete'), join(path, 'former')]
  // Before it was locked, another run may have taken it for one that was left behind.
  if (lock !== undefined && existsSync(join(path, lockName)))
    return {
      complete,
      former,
      remove: () => {
        removeParts(path)
        lock.close()
      },
    }
  lock?.close()
  return makePartialFolder(release)
}

/** Removes the folders that killed runs have left beside a release, of whichever name; a release that was just replaced comes back. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const release = /^\.(.+)\.partial-\w{6}$/.exec(name)?.[1]
    if (release === undefined) continue
    try {
      removeLeftover(join(parent, name), join(parent, release))
    } catch {
      // Its run has just removed it, or it belongs to another user.
    }
  }
}

function removeLeftover(path: string, release: string): void {
  if (!lstatSync(path).isDirectory()) return
  const found = readdirSync(path)
  // Its run is starting, and makes another one then, or was killed so early.
  if (found.length === 0) return rmdirSync(path)
  if (!found.includes(lockName) || found.some((one) => one !== lockName && !parts.includes(one)))
    return
  const lock = lockIn(path, 'rw')
  if (lock === undefined) return
  try {
    restore(release, path)
    removeParts(path)
  } finally {
    lock.close()
  }
}

/** Gives a release its name whose run was killed after it had moved the former one away. */
function restore(release: string, path: string): void {
  if (existsSync(release) || !existsSync(join(path, 'former'))) return
  const whole = parts.find((part) => existsSync(join(path, part))) ?? 'former'
  renameSync(join(path, whole), release)
}

/** The lock goes last, so that a run that is killed here leaves a folder that the next one removes. */
function removeParts(path: string): void {
  for (const part of parts) rmSync(join(path, part), { recursive: true, force: true })
  rmSync(path, { recursive: true, force: true })
}

/** Locks a folder for this process; `undefined` if another one has locked or removed it. */
function lockIn(folder: string, mode: 'rw' | 'rwc'): DatabaseSync | undefined {
  const url = pathToFileURL(join(folder, lockName))
  url.searchParams.set('mode', mode)
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(url, { timeout: 0 })
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock?.close()
    const isBusy = error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
    if (isBusy || !existsSync(join(folder, mode === 'rw' ? lockName : ''))) return undefined
    throw error
  }
}

/** SQLITE_BUSY. */
const sqliteBusy = 5
