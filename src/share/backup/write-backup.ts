import { chmodSync, closeSync, existsSync, openSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { auditBook, auditFailure } from '../../book/audit/audit-book.ts'
import { compareBooks, copyBook } from '../../book/store/copy.ts'
import { withEntries, withStore } from '../../book/store/open-store.ts'
import { isPostgres, withoutPassword } from '../../book/store/postgres/address.ts'
import type { Store } from '../../book/store/store.ts'
import { capturePath } from '../../collect/captures/folder.ts'
import { readCitations } from '../../collect/source/cited-figures.ts'
import { Failure } from '../../domain/failure.ts'
import { counted } from '../../domain/text.ts'
import {
  copyPath,
  isThere,
  keepStats,
  leftIn,
  listName,
  makeFolders,
  placeOf,
  type Copied,
  type Copy,
} from './copy-files.ts'
import { databaseOf, isPrivate, type NamedFile, type Original } from './original.ts'
import { proofPaths, proveCopy } from './prove-copy.ts'

/** What the command lends to a backup. */
export type BackupTools = {
  readonly print: (line: string) => void
  /** Warns of what is odd about the book. */
  readonly warn: (store: Store) => Promise<void>
  readonly withProgress: <T>(
    label: string,
    store: Store,
    work: (step: (done: number) => void) => Promise<T>,
  ) => Promise<T>
  readonly openDesk: (path: string) => DatabaseSync
}

/** Writes and proves a backup, which will get a path. Returns sentences about what could not be read. */
export async function writeBackup(
  copy: Copy,
  original: Original,
  path: string,
  tools: BackupTools,
): Promise<readonly string[]> {
  const { book, database, desk, files } = original
  const lines: string[] = []
  const unread: string[] = []
  const say = (line: string): void => {
    tools.print(line)
    lines.push(line)
  }
  const copyAll = (some: readonly NamedFile[]): void => {
    for (const file of some) {
      const copied = copyPath(copy, file.path, isPrivate(file))
      unread.push(...copied.unread)
      if (copied.files > 0) say(copiedLine(copy, file.path, copied))
    }
  }
  // The backup has keys and passkeys.
  chmodSync(copy.folder, 0o700)
  makeFolders(copy, book, join(copy.folder, 'book'))
  const there = files.filter((file) => isThere(file.path))
  const captures = there.filter(({ kind }) => kind.endsWith('captures'))
  // States go first, so that a restored webhook posts an event again rather than none; pages go last, so that the copied book cites none
  // that is not copied.
  copyAll(there.filter((file) => !captures.includes(file)))
  if (desk !== undefined) say(await copyDesk(copy, desk, tools))
  const { to, position, cited } = await copyEntries(copy, database, tools)
  say(
    `copied ${withoutPassword(database)}: ${counted(position, 'entry', 'entries')}, audited, as ${relative(copy.folder, to)}`,
  )
  copyAll(captures)
  const lost = cited.filter(
    (digest) =>
      !captures.some(({ path: one }) => existsSync(join(placeOf(copy, one), capturePath(digest)))),
  )
  if (lost.length > 0)
    unread.push(
      `${counted(lost.length, 'page')} that the book cites: no setting names a folder of captures that has them.`,
    )
  for (const line of notCopied(original, copy, path)) say(line)
  await proveCopy(copy, original, to, position)
  say(
    `A server started from the copy; it answered ${proofPaths.join(', ')}, from position ${position}.`,
  )
  writeFileSync(join(copy.folder, listName), `${lines.join('\n')}\n`)
  return unread
}

function copiedLine(copy: Copy, path: string, { files, bytes }: Copied): string {
  const place = relative(copy.folder, placeOf(copy, path))
  return `copied ${path}: ${counted(files, 'file')}, ${bytes} bytes, as ${place}`
}

/** Copies the passkeys of the desk, which may run, and opens the copy as the desk does. */
async function copyDesk(copy: Copy, path: string, { openDesk }: BackupTools): Promise<string> {
  const place = placeOf(copy, path)
  makeFolders(copy, join(path, '..'), join(place, '..'))
  closeSync(openSync(place, 'wx', 0o600))
  const url = pathToFileURL(path)
  url.searchParams.set('mode', 'rw')
  const db = new DatabaseSync(url)
  try {
    await backup(db, place)
  } finally {
    db.close()
  }
  const copied = openDesk(place)
  const passkeys = copied.prepare('SELECT count(*) AS value FROM passkey').get()?.['value']
  copied.close()
  keepStats(place, statSync(path), 0o600)
  return `copied ${path}: ${counted(passkeys as number, 'passkey')}, as ${relative(copy.folder, place)}`
}

/** Copies the entries of a book, which may be in use, and audits the copy. A book in PostgreSQL becomes a file. */
async function copyEntries(
  copy: Copy,
  database: string,
  { warn, withProgress }: BackupTools,
): Promise<{ readonly to: string; readonly position: number; readonly cited: readonly string[] }> {
  const isFile = !isPostgres(database)
  const to = isFile ? placeOf(copy, database) : join(copy.folder, 'book', 'ratebook.db')
  if (isFile) makeFolders(copy, join(database, '..'), join(to, '..'))
  const copied = await withEntries(database, (source) =>
    withStore(to, 'create', async (target) => {
      await warn(source)
      await withProgress('copying', source, (step) => copyBook(source, target, 0, step))
      const agreement = await compareBooks(source, target, 0)
      if (agreement.difference !== undefined) throw new Failure('refused', agreement.difference)
      const audited = await withProgress('auditing', target, (step) => auditBook(target, step))
      const { position, difference } = audited
      if (difference !== undefined)
        throw auditFailure(`${source.name}, position ${difference.position}`, difference)
      // A mirror has no pages.
      const { cited } = await readCitations(target)
      return { position, cited: target.mirrorOf === undefined ? [...cited.keys()] : [] }
    }),
  )
  keepStats(to, statSync(isFile ? database : copy.book), 0o640)
  return { to, ...copied }
}

/** Sentences about what was not copied, and about what this command cannot see. */
function notCopied(original: Original, copy: Copy, path: string): readonly string[] {
  const { book, database, desk, files, units } = original
  const known = [...files.map((file) => file.path), database, desk ?? '', path]
  const left = leftIn(book, new Set([...known, join(copy.folder, '..')]))
  const names = left.slice(0, 20).map((one) => relative(book, one))
  const more = left.length > names.length ? ` and ${left.length - names.length} more` : ''
  const others = units.flatMap((unit) => {
    const other = databaseOf(unit)
    if (other === undefined || other === database) return []
    return `not copied: the book ${withoutPassword(other)} of ${unit.name}; it needs a backup of its own`
  })
  const inPostgres = isPostgres(database) ? ', the roles and passwords of PostgreSQL' : ''
  return [
    ...others,
    ...(left.length === 0
      ? []
      : [`not copied, because no setting names it: ${names.join(', ')}${more} (--also copies it)`]),
    `not seen: the settings of programs that no unit starts, proxies and their certificates${inPostgres}`,
  ]
}
