import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Option, type Command } from 'commander'
import { auditBook, auditFailure } from '../book/audit/audit-book.ts'
import {
  copyPath,
  isBackup,
  isThere,
  isWithin,
  keepStats,
  leftIn,
  listName,
  makeFolders,
  placeOf,
  type Copied,
  type Copy,
} from '../share/backup/copy-files.ts'
import { capturePath } from '../collect/captures/folder.ts'
import { readCitations } from '../collect/source/cited-figures.ts'
import { proofPaths, proveCopy } from '../share/backup/prove-copy.ts'
import { openDeskDatabase } from '../desk/database/desk-database.ts'
import { counted } from '../domain/text.ts'
import { Failure } from '../domain/failure.ts'
import { writeReplacing } from '../share/release/partial-folder.ts'
import { compareBooks, copyBook } from '../book/store/copy.ts'
import { withEntries, withStore } from '../book/store/open-store.ts'
import { isPostgres, withoutPassword } from '../book/store/postgres/address.ts'
import { warnIfAhead } from './clock.ts'
import { capturesOption, command, sourcesOption } from './options.ts'
import { print, tell, withProgress } from './output.ts'
import { pathOf } from './settings/apply-settings.ts'
import {
  databaseOf,
  findOriginal,
  isPrivate,
  serverOf,
  settingsOfCopy,
  type BackupOptions,
  type NamedFile,
  type Original,
} from './settings/named-files.ts'

const example = `ratebook backup /backup/ratebook
ratebook backup /backup/ratebook --also notes.txt`

export default command(
  'backup',
  'copy the book and all that its settings and systemd units name, and prove the copy with a server',
  example,
)
  .argument('<folder>', 'the folder of the backup; an earlier backup is replaced')
  .addOption(capturesOption())
  .addOption(sourcesOption())
  .addOption(
    new Option('--units <folder>', 'the systemd units of this machine')
      .env('RATEBOOK_UNITS')
      .default('/etc/systemd/system'),
  )
  .option('--also <path...>', 'further files and folders to copy')
  .action(async (folder: string, options: BackupOptions, self: Command) => {
    const path = resolve(folder)
    const original = findOriginal(options, pathOf(self))
    const around = original.files.find((file) => isWithin(file.path, path))
    if (around !== undefined)
      throw new Failure(
        'usage',
        `${path} lies in ${around.path}, which is copied; name another folder.`,
      )
    let unread: readonly string[] = []
    await writeReplacing(path, { kind: 'backup', hasOnly: isBackup }, async (complete) => {
      const { book, database, desk = '' } = original
      const copy = { book, folder: complete, databases: [database, desk] }
      unread = await writeBackup(copy, original, path)
    })
    print(`${path} is the backup now.`)
    if (unread.length > 0)
      throw new Failure(
        'waiting',
        `Not copied:\n${unread.join('\n')}\nRun it as a user who may read them.`,
      )
  })

/** Writes and proves a backup. Returns sentences about what could not be read. */
async function writeBackup(
  copy: Copy,
  original: Original,
  path: string,
): Promise<readonly string[]> {
  const { book, database, desk, files } = original
  const lines: string[] = []
  const unread: string[] = []
  const say = (line: string): void => {
    print(line)
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
  if (desk !== undefined) say(await copyDesk(copy, desk))
  const { to, position, cited } = await copyEntries(copy, database)
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
  await prove(copy, original, to, position)
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
async function copyDesk(copy: Copy, path: string): Promise<string> {
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
  const copied = openDeskDatabase(place)
  const passkeys = copied.prepare('SELECT count(*) AS value FROM passkey').get()?.['value']
  copied.close()
  keepStats(place, statSync(path), 0o600)
  return `copied ${path}: ${counted(passkeys as number, 'passkey')}, as ${relative(copy.folder, place)}`
}

/** Copies the entries of a book, which may be in use, and audits the copy. A book in PostgreSQL becomes a file. */
async function copyEntries(
  copy: Copy,
  database: string,
): Promise<{ readonly to: string; readonly position: number; readonly cited: readonly string[] }> {
  const isFile = !isPostgres(database)
  const to = isFile ? placeOf(copy, database) : join(copy.folder, 'book', 'ratebook.db')
  if (isFile) makeFolders(copy, join(database, '..'), join(to, '..'))
  const copied = await withEntries(database, (source) =>
    withStore(to, 'create', async (target) => {
      if (source.otherSchema !== undefined) tell(source.otherSchema.finding)
      await warnIfAhead(source)
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

/** Starts a server from the copy, with the settings of the unit that serves the original. */
async function prove(copy: Copy, original: Original, to: string, position: number): Promise<void> {
  const { book, config, ofSettings } = original
  const place = config === undefined ? undefined : placeOf(copy, config)
  const outside = ofSettings.filter(({ path }) => !isWithin(book, path))
  const changed = outside.length === 0 ? undefined : `${place}.proof`
  if (config !== undefined && changed !== undefined)
    writeFileSync(changed, settingsOfCopy(copy, config, outside))
  try {
    await proveCopy(serverOf(original, copy, changed ?? place, to), position)
  } finally {
    if (changed !== undefined) rmSync(changed)
    // The server only read the book, so these files hold no entries.
    for (const ending of ['-wal', '-shm']) rmSync(`${to}${ending}`, { force: true })
  }
}
