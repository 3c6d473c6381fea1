import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { diskFaultOf } from '../../domain/failure.ts'
import { CapturesError } from './captures.ts'

/** The ending of temporary files. `ratebook captures prune` removes those that a killed run left behind. */
export const temporaryEnding = '.new'

/** Writes a whole file below `root`, or replaces it. After a crash or a power failure it is there as before, or whole. */
export async function writeWhole(root: string, path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(join(root, path))
  const temporary = `${join(root, path)}.${randomUUID()}${temporaryEnding}`
  try {
    await mkdir(folder, { recursive: true })
    const file = await open(temporary, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, join(root, path))
    await syncFolders(root, folder)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw toCapturesError(join(root, path), error)
  }
}

/** Makes new names in a folder durable, and the folders above it up to the parent of `root`: each of them may be new. */
export async function syncFolders(root: string, folder: string): Promise<void> {
  for (let at = folder; ; at = dirname(at)) {
    await syncFolder(at)
    if (at === dirname(root) || at === dirname(at)) return
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Whether an error says that there is no such file. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** Whether an error says that there is such a file or folder already. */
export function isPresentError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

/** Turns an error of the file system into a `CapturesError`; returns any other error unchanged. */
export function toCapturesError(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CapturesError || !('code' in error))
    return error
  const { code, message } = error
  switch (code) {
    case 'EIO':
      return new CapturesError(
        'disk',
        `The disk of ${path} failed. Check the system log, then run the same command again.`,
        error,
      )
    case 'EACCES':
    case 'EPERM':
    case 'EEXIST':
    case 'EISDIR':
    case 'ENOTDIR':
    case 'ENAMETOOLONG':
      return new CapturesError(
        'configuration',
        `${path} cannot be used: ${message}. Check --captures and the permissions of that folder.`,
        error,
      )
    default: {
      const fault = diskFaultOf(error)
      return fault === undefined
        ? error
        : new CapturesError('disk', `${path} cannot be written: ${fault}`, error)
    }
  }
}
