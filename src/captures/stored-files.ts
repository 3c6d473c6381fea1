import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Instant } from '../domain/instant.ts'
import { isDigest } from './captures.ts'
import { isMissing, temporaryEnding, toCapturesError } from './disk.ts'
import { capturePath } from './folder.ts'

/** A file below `sha256` in a folder of captures. */
export type StoredFile = {
  /** Below the folder of captures. */
  readonly path: string
  readonly kind: 'capture' | 'temporary' | 'other'
  /** The digest that a capture is named by. */
  readonly digest?: string
  /** When it was written last. */
  readonly writtenAt: Instant
  readonly size: number
}

/** The files below `sha256`, in the order of their paths; none if the folder does not exist. */
export async function storedFiles(folder: string): Promise<readonly StoredFile[]> {
  const root = resolve(folder)
  const files: StoredFile[] = []
  for (const path of await pathsIn(root)) {
    try {
      const { mtimeMs, size } = await stat(join(root, path))
      files.push({ path, ...kindOf(path), writtenAt: Math.floor(mtimeMs) as Instant, size })
    } catch (error) {
      // A temporary file may be gone by now.
      if (!isMissing(error)) throw toCapturesError(join(root, path), error)
    }
  }
  return files
}

async function pathsIn(root: string): Promise<readonly string[]> {
  const path = join(root, 'sha256')
  try {
    const found = await readdir(path, { recursive: true, withFileTypes: true })
    return found
      .filter((one) => !one.isDirectory())
      .map((one) => join('sha256', one.parentPath.slice(path.length), one.name))
      .toSorted()
  } catch (error) {
    if (isMissing(error)) return []
    throw toCapturesError(path, error)
  }
}

function kindOf(path: string): Pick<StoredFile, 'kind' | 'digest'> {
  if (path.endsWith(temporaryEnding)) return { kind: 'temporary' }
  const digest = basename(path, '.gz')
  const isCapture = isDigest(digest) && path === capturePath(digest)
  return isCapture ? { kind: 'capture', digest } : { kind: 'other' }
}
