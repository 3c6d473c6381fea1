import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Option } from 'commander'
import { parseDocument } from 'yaml'
import { placeOf, valueInCopy, type Copy } from '../../share/backup/copy-files.ts'
import type { ServerOfCopy } from '../../share/backup/prove-copy.ts'
import { unitsOf, type Unit } from '../../share/backup/units.ts'
import { Failure } from '../../domain/failure.ts'
import { isPostgres } from '../../book/store/postgres/address.ts'
import type { DatabaseOption } from '../options.ts'
import { cursorOption } from '../webhook-options.ts'
import { pathIn } from './read-settings-file.ts'
import { sections } from './sections.ts'
import { keyOf, optionsOf, sharedOptions } from './settings-schema.ts'

/** A file or folder that a setting names. */
export type NamedFile = {
  readonly path: string
  /** The key of the setting, such as `signing_key`. */
  readonly kind: string
}

/** A file that `ratebook.yaml` names, and the place of its key. */
type KeyedFile = NamedFile & { readonly key: readonly string[] }

/** The option values of `ratebook backup`. */
export type BackupOptions = DatabaseOption & {
  readonly captures: string
  readonly sources: string
  readonly units: string
  readonly also?: readonly string[]
}

/** The paths that a backup copies, and the units that start the server of the original. */
export type Original = {
  /** The folder of the settings, or the current one. */
  readonly book: string
  readonly database: string
  readonly config: string | undefined
  readonly ofSettings: readonly KeyedFile[]
  readonly units: readonly Unit[]
  /** Each path once, but that of the desk's database. */
  readonly files: readonly NamedFile[]
  readonly desk: string | undefined
}

/** Finds all that the settings, the variables and the units of a book name. */
export function findOriginal(options: BackupOptions, config: string | undefined): Original {
  const { database, captures, sources, also = [] } = options
  const missing = also.find((path) => !existsSync(path))
  if (missing !== undefined) throw new Failure('usage', `--also ${missing} does not exist.`)
  const book = resolve(config === undefined ? '.' : dirname(config))
  const units = unitsOf(options.units, book)
  const ofSettings = config === undefined ? [] : filesOfSettings(config)
  const usual = (path: string, kind: string): NamedFile => ({ path: resolve(path), kind })
  const named = [
    ...ofSettings,
    ...filesOfVariables(process.env, '.'),
    ...units.flatMap(filesOfUnit),
    ...[config ?? [], also].flat().map((path) => usual(path, 'usual')),
    usual(captures, 'captures'),
    usual(sources, 'sources'),
    ...['institutions.json', 'systemd'].map((name) => usual(join(book, name), 'usual')),
    usual(join(book, 'desk.db'), 'desk_database'),
  ]
  const files = [
    ...new Map(named.toReversed().map((file) => [file.path, file])).values(),
  ].toReversed()
  const isDesk = ({ kind }: NamedFile): boolean => kind === 'desk_database'
  return {
    book,
    database: isPostgres(database) ? database : resolve(database),
    config: config === undefined ? undefined : resolve(config),
    ofSettings,
    units,
    files: files.filter((file) => !isDesk(file)),
    desk: files.find((file) => isDesk(file) && existsSync(file.path))?.path,
  }
}

/** The book of a unit, if its command or its variables name one. */
export function databaseOf({ words, variables, folder }: Unit): string | undefined {
  const given = valueIn(words, '--database') ?? variables['RATEBOOK_DATABASE']
  return given === undefined || isPostgres(given) ? given : resolve(folder, given)
}

/** Whether only its owner may read a copied file, also if the original has another mode. */
export function isPrivate({ kind }: NamedFile): boolean {
  return ['tls_key', 'signing_key', 'webhook_secret_file', 'environment'].includes(kind)
}

/** The socket of a proxy, and releases, which are written again from the book. */
const notKept = ['socket', 'folder']

function isKept(option: Option): boolean {
  return /<(?:file|folder)>$/.test(option.flags) && !notKept.includes(keyOf(option))
}

const keptOptions = [...Object.values(sections).flat(), ...sharedOptions, cursorOption].filter(
  isKept,
)

/** The files and folders that a valid settings file names. */
function filesOfSettings(file: string): readonly KeyedFile[] {
  const document = parseDocument(readFileSync(file, 'utf8'))
  const keys = [
    ['catalogues'],
    ['operator', 'logo'],
    ...sharedOptions.filter(isKept).map((option) => [keyOf(option)]),
    ...(Object.keys(sections) as readonly (keyof typeof sections)[]).flatMap((section) =>
      optionsOf(section)
        .filter(isKept)
        .map((option) => [section, keyOf(option)]),
    ),
  ]
  const data: unknown = document.toJS()
  return keys.flatMap((key) => {
    const value = key.reduce<unknown>(
      (at, name) => (Object(at) as Readonly<Record<string, unknown>>)[name],
      data,
    )
    if (typeof value !== 'string') return []
    return { path: resolve(pathIn(file, value)), key, kind: key.at(-1) ?? '' }
  })
}

/** The files and folders that environment variables name, relative to a folder. */
function filesOfVariables(variables: NodeJS.Dict<string>, folder: string): readonly NamedFile[] {
  return keptOptions.flatMap((option) => {
    const value = variables[option.envVar ?? '']
    return value === undefined || value === '' ? [] : named(option, folder, value)
  })
}

/** The files of a unit, and the files and folders that its command and its variables name. */
function filesOfUnit(unit: Unit): readonly NamedFile[] {
  const ofWords = keptOptions.flatMap((option) => {
    const value = valueIn(unit.words, option.long ?? '')
    return value === undefined ? [] : named(option, unit.folder, value)
  })
  return [
    ...ofWords,
    ...filesOfVariables(unit.variables, unit.folder),
    ...unit.files.map((path) => ({ path, kind: 'unit' })),
    ...unit.environmentFiles.map((path) => ({ path, kind: 'environment' })),
  ]
}

/** The last value of a flag in a command. */
function valueIn(words: readonly string[], flag: string): string | undefined {
  const values = words.flatMap((word, index) => {
    if (word.startsWith(`${flag}=`)) return word.slice(flag.length + 1)
    return word === flag ? (words[index + 1] ?? []) : []
  })
  return values.at(-1)
}

function named(option: Option, folder: string, value: string): NamedFile {
  return { path: resolve(folder, value), kind: keyOf(option) }
}

/** The text of a settings file that names the copies of some files. */
export function settingsOfCopy(copy: Copy, file: string, files: readonly KeyedFile[]): string {
  const document = parseDocument(readFileSync(file, 'utf8'))
  for (const { key, path } of files) document.setIn(key, placeOf(copy, path))
  return document.toString()
}

/** The server that is started from a copy: as the unit that serves the original, but on a free port of this machine. */
export function serverOf(
  { units, files }: Original,
  copy: Copy,
  config: string | undefined,
  database: string,
): ServerOfCopy {
  const copied = new Set(files.map((file) => file.path))
  const unit = units.find(({ words }) => words[0] === 'serve')
  const own = Object.entries(process.env).map(([name, value = '']) => [
    name,
    name.startsWith('RATEBOOK_') ? valueInCopy(copy, copied, '.', value) : value,
  ])
  const ofUnit = Object.entries(unit?.variables ?? {}).map(([name, value = '']) => [
    name,
    valueInCopy(copy, copied, unit?.folder ?? '', value),
  ])
  const variables = Object.fromEntries([...own, ...ofUnit]) as NodeJS.Dict<string>
  for (const name of ['PORT', 'RATEBOOK_CONFIG', 'RATEBOOK_SAMPLE']) delete variables[name]
  const words = [
    ...(unit?.words.slice(1).map((word) => valueInCopy(copy, copied, unit.folder, word)) ?? []),
    ...(config === undefined ? [] : ['--config', config]),
    ...'--host 127.0.0.1 --port 0 --drain 0 --log-level warn --rate-limit 1000'.split(' '),
    ...'--metrics-host 127.0.0.1 --metrics-port 0'.split(' '),
    '--database',
    database,
  ]
  return { words, variables, folder: join(copy.folder, 'book') }
}
