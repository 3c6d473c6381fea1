import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { openDeskDatabase } from '../desk/database/desk-database.ts'
import { Failure } from '../domain/failure.ts'
import { isBackup, isWithin } from '../share/backup/copy-files.ts'
import { findOriginal, type BackupOptions, type FileSetting } from '../share/backup/original.ts'
import { writeBackup } from '../share/backup/write-backup.ts'
import { writeReplacing } from '../share/release/partial-folder.ts'
import { warnIfAhead } from './clock.ts'
import { capturesOption, command, sourcesOption } from './options.ts'
import { print, tell, withProgress } from './output.ts'
import { pathOf } from './settings/apply-settings.ts'
import { sections, type SectionName } from './settings/sections.ts'
import { keyOf, optionsOf, sharedOptions } from './settings/settings-schema.ts'
import { cursorOption } from './webhook-options.ts'

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
    const original = findOriginal(options, pathOf(self), fileSettings())
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
      unread = await writeBackup(copy, original, path, {
        print,
        async warn(store) {
          if (store.otherSchema !== undefined) tell(store.otherSchema.finding)
          await warnIfAhead(store)
        },
        withProgress,
        openDesk: openDeskDatabase,
      })
    })
    print(`${path} is the backup now.`)
    if (unread.length > 0)
      throw new Failure(
        'waiting',
        `Not copied:\n${unread.join('\n')}\nRun it as a user who may read them.`,
      )
  })

/** The socket of a proxy, and releases, which are written again from the book. */
const notKept = ['socket', 'folder']

/** The settings that name files and folders. */
function fileSettings(): readonly FileSetting[] {
  const settingsOf = (options: readonly Option[], ...section: readonly string[]) =>
    options
      .filter(
        (option) => /<(?:file|folder)>$/.test(option.flags) && !notKept.includes(keyOf(option)),
      )
      .map((option) => {
        const kind = keyOf(option)
        return { kind, key: [...section, kind], flag: option.long, variable: option.envVar }
      })
  const names = Object.keys(sections) as readonly SectionName[]
  return [
    { kind: 'catalogues', key: ['catalogues'] },
    { kind: 'logo', key: ['operator', 'logo'] },
    ...settingsOf([...sharedOptions, cursorOption]),
    ...names.flatMap((name) => settingsOf(optionsOf(name), name)),
  ]
}
