import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { crc32, deflateRaw, gunzip } from 'node:zlib'
import { diskFaultOf } from '../../domain/failure.ts'
import type { Instant } from '../../domain/instant.ts'
import { bodyLimit, digestOfBody, isDigest, type Captures, CapturesError } from './captures.ts'

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
  }
}

/** The bytes that are written to find out whether there is room for a page. */
const probeSize = 65_536

/** Creates the folder of captures if there is none. Throws a `CapturesError` if a file cannot be written there. */
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
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!isThere) throw toCapturesError(root, error)
  }
  const probe = join('sha256', `probe${temporaryEnding}`)
  await writeWhole(root, probe, new Uint8Array(probeSize))
  await rm(join(root, probe), { force: true })
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

const deflate = promisify(deflateRaw)
const inflate = promisify(gunzip)

/** A body as it was decompressed, and whether every bit of the file is as it was written. */
type GunzippedBody = { readonly body: Uint8Array; readonly isAsWritten: boolean }

/**
 * Compresses a body with gzip. An extra field of the header (RFC 1952) has the CRC-32 of the compressed bytes: some bits of a
 * compressed file do not change the body, and `captures verify` finds these too.
 */
export async function gzipBody(body: Uint8Array): Promise<Uint8Array> {
  const compressed = await deflate(body)
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(body))
  trailer.writeUInt32LE(body.byteLength, 4)
  return Buffer.concat([headerOf(compressed), compressed, trailer])
}

/** Decompresses a file up to the size limit; `undefined` if it is no whole gzip file. The caller verifies the digest. */
export async function gunzipBody(file: Uint8Array): Promise<GunzippedBody | undefined> {
  try {
    const body = await inflate(file, { maxOutputLength: bodyLimit })
    const header = headerOf(file.subarray(headerLength, -trailerLength))
    return { body, isAsWritten: header.equals(file.subarray(0, headerLength)) }
  } catch {
    return undefined
  }
}

const headerLength = 20
const trailerLength = 8

/** The header: deflate, one extra field, no time, unknown system; then the field `RB` of four bytes. */
function headerOf(compressed: Uint8Array): Buffer {
  const header = Buffer.from('1f8b08040000000000ff08005242040000000000', 'hex')
  header.writeUInt32LE(crc32(compressed), headerLength - 4)
  return header
}

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
  for (const name of await filesIn(join(root, 'sha256'))) {
    const path = join('sha256', name)
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

/** The paths of all files below a folder, in order; none if there is no such folder. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    const found = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = found.filter((one) => !one.isDirectory())
    return files.map((one) => relative(folder, join(one.parentPath, one.name))).toSorted()
  } catch (error) {
    if (isMissing(error)) return []
    throw toCapturesError(folder, error)
  }
}

function kindOf(path: string): Pick<StoredFile, 'kind' | 'digest'> {
  if (path.endsWith(temporaryEnding)) return { kind: 'temporary' }
  const digest = basename(path, '.gz')
  const isCapture = isDigest(digest) && path === capturePath(digest)
  return isCapture ? { kind: 'capture', digest } : { kind: 'other' }
}

/** The ending of temporary files. `ratebook captures prune` removes those that a killed run left behind. */
const temporaryEnding = '.new'

/** Writes a whole file below `root`, or replaces it. After a crash or a power failure it is there as before, or whole. */
async function writeWhole(root: string, path: string, bytes: Uint8Array): Promise<void> {
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
    const opened = await open(at)
    try {
      await opened.sync()
    } finally {
      await opened.close()
    }
    if (at === dirname(root) || at === dirname(at)) return
  }
}

/** Whether an error says that there is no such file. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
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
