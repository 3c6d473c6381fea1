import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  utimesSync,
  type Stats,
} from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { diskFaultOf } from '../../domain/failure.ts'

/** A copy of the folder of a book, and of files elsewhere. */
export type Copy = {
  /** The folder of the original book. */
  readonly book: string
  /** The folder of the copy. */
  readonly folder: string
  /** Files that are never copied as files, because programs write in them. */
  readonly databases: readonly string[]
}

/** The file of a backup that lists it. */
export const listName = 'BACKUP.txt'

/** Whether a folder with files of these names is a backup. */
export function isBackup(names: readonly string[]): boolean {
  const parts = [listName, 'book', 'outside']
  return names.includes(listName) && names.every((name) => parts.includes(name))
}

/** The number and size of the files that were copied from a path, and a sentence for each that could not be read. */
export type Copied = {
  readonly files: number
  readonly bytes: number
  readonly unread: readonly string[]
}

/** Whether a path is a folder or lies in it. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`)
}

/** Whether a file or folder exists; also true if this user may not find out. */
export function isThere(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
  }
}

/** Where a copy has a path: in `book` what lies in the folder of the book, and in `outside` everything else. */
export function placeOf({ book, folder }: Copy, path: string): string {
  return isWithin(book, path)
    ? join(folder, 'book', relative(book, path))
    : join(folder, 'outside', relative(resolve('/'), path))
}

/** A value of a setting, relative to a folder. If it is a copied path, perhaps after a flag, the copy takes its place. */
export function valueInCopy(
  copy: Copy,
  copied: ReadonlySet<string>,
  folder: string,
  value: string,
): string {
  const [, flag = '', name = ''] = /^(--[\w-]+=)?(.*)$/s.exec(value) ?? []
  const path = resolve(folder, name)
  return copied.has(path) ? `${flag}${placeOf(copy, path)}` : value
}

/** Copies a file, or a folder with everything in it. Private files get mode 0600. */
export function copyPath(copy: Copy, path: string, isPrivate: boolean): Copied {
  const found = { files: 0, bytes: 0, unread: [] as string[] }
  const place = placeOf(copy, path)
  const copyFile = (from: string, to: string, stats: Stats): void => {
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
    keepStats(to, stats, isPrivate ? 0o600 : stats.mode)
    found.files++
    found.bytes += stats.size
  }
  const copyOne = (from: string, to: string): void => {
    if (copy.databases.includes(from.replace(/-(?:wal|shm|journal)$/, ''))) return
    const isLink = from !== path && lstatSync(from).isSymbolicLink()
    const stats = statSync(from)
    if (from === path) makeFolders(copy, dirname(path), dirname(place))
    if (stats.isFile()) return copyFile(from, to, stats)
    // A link to a folder above would never end.
    if (!stats.isDirectory() || isLink)
      return void found.unread.push(`${from} is neither a file nor a folder of its own.`)
    mkdirSync(to, { recursive: true })
    for (const name of readdirSync(from)) copyReadable(join(from, name), join(to, name))
    keepStats(to, stats, stats.mode | 0o700)
  }
  const copyReadable = (from: string, to: string): void => {
    try {
      copyOne(from, to)
    } catch (error) {
      if (!(error instanceof Error) || diskFaultOf(error) !== undefined) throw error
      // A temporary file may be gone by now.
      if (isThere(from)) found.unread.push(`${from} cannot be read: ${error.message}.`)
    }
  }
  copyReadable(path, place)
  return found
}

/** Makes the folders above a copied file like those above the original, because `cp -a` restores these, too. */
export function makeFolders(copy: Copy, original: string, place: string): void {
  if (existsSync(place)) return
  if (dirname(place) !== copy.folder) makeFolders(copy, dirname(original), dirname(place))
  mkdirSync(place, { recursive: true })
  const isTop = place === join(copy.folder, 'outside')
  const stats = statSync(isTop ? copy.folder : original)
  keepStats(place, stats, stats.mode | 0o700)
}

/** Gives a copied file the times of the original and, if root copies it, the owner. */
export function keepStats(to: string, { uid, gid, atimeMs, mtimeMs }: Stats, mode: number): void {
  if (process.getuid?.() === 0) chownSync(to, uid, gid)
  chmodSync(to, mode & 0o7777)
  utimesSync(to, atimeMs / 1_000, mtimeMs / 1_000)
}

/** The paths in the folder of a book that were not copied. A folder with nothing copied in it is one path. */
export function leftIn(folder: string, copied: ReadonlySet<string>): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (copied.has(path) || isCompanion(path, copied)) return []
    const hasCopied = copied.values().some((one) => isWithin(path, one))
    return hasCopied ? leftIn(path, copied) : [path]
  })
}

/** Whether SQLite, or a program that locks a copied file, made a file. */
function isCompanion(path: string, copied: ReadonlySet<string>): boolean {
  return copied.has(path.replace(/(?:-wal|-shm|-journal|\.lock)$/, ''))
}
