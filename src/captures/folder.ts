import { access, constants, mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { bodyLimit, CapturesError, digestOfBody, isDigest, type Captures } from './captures.ts'
import { isMissing, isPresentError, toCapturesError, writeWhole } from './disk.ts'
import { gunzipBody, gzipBody } from './gzip-body.ts'

/** Opens a folder of captures. It is created when the first body is stored. */
export function openCapturesFolder(folder: string): Captures {
  const root = resolve(folder)
  return {
    put: async (body) => {
      if (body.byteLength > bodyLimit)
        throw new RangeError(`A body of ${body.byteLength} bytes is too large for the captures.`)
      const digest = digestOfBody(body)
      // An equal body is written again, because the stored one may be damaged, and `prune` keeps what is new.
      await writeWhole(root, capturePath(digest), await gzipBody(body))
      return digest
    },
    get: async (digest) => {
      const path = join(root, capturePath(digest))
      const file = isDigest(digest) ? await readIfPresent(path) : undefined
      if (file === undefined) return undefined
      const found = await gunzipBody(file)
      if (found !== undefined && digestOfBody(found.body) === digest) return found.body
      throw new CapturesError(
        'disk',
        `The capture ${path} is damaged: its content does not match its name. Restore this file from a backup. To list all damaged files: ratebook captures verify.`,
      )
    },
    has: async (digest) => isDigest(digest) && (await isPresent(join(root, capturePath(digest)))),
  }
}

/** Creates the folder of captures if there is none. Throws a `CapturesError` if it cannot be written. */
export async function prepareCapturesFolder(folder: string): Promise<void> {
  const root = resolve(folder)
  try {
    await mkdir(root)
  } catch (error) {
    if (isMissing(error))
      throw new CapturesError(
        'configuration',
        `The folder ${root} cannot be created: its parent is missing or takes no folders. Check --captures.`,
        error,
      )
    if (!isPresentError(error)) throw toCapturesError(root, error)
  }
  try {
    // The dot fails if it is a file.
    await access(`${root}/.`, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw toCapturesError(root, error)
  }
}

/** The path of a body below the folder of captures: `sha256/ab/abcd….gz`. */
export function capturePath(digest: string): string {
  return join('sha256', digest.slice(0, 2), `${digest}.gz`)
}

/** Reads a file; `undefined` if there is none. */
export async function readIfPresent(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw toCapturesError(path, error)
  }
}

async function isPresent(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw toCapturesError(path, error)
  }
}
