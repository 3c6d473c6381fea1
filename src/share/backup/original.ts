import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { parseDocument } from 'yaml'
import { isPostgres } from '../../book/store/postgres/address.ts'
import { Failure } from '../../domain/failure.ts'
import { isThere } from './copy-files.ts'

/** A setting whose value is a file or folder that a backup copies. */
export type FileSetting = {
  /** Its name, such as `signing_key`. */
  readonly kind: string
  /** Its place in `ratebook.yaml`. */
  readonly key: readonly string[]
  /** Neither for settings that are only in that file. */
  readonly flag?: string | undefined
  readonly variable?: string | undefined
}

/** A file or folder that a setting names. */
export type NamedFile = {
  readonly path: string
  /** The name of the setting. */
  readonly kind: string
}

/** A file that `ratebook.yaml` names, and the place of its key. */
type KeyedFile = NamedFile & { readonly key: readonly string[] }

/** The option values of `ratebook backup`. */
export type BackupOptions = {
  readonly database: string
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
export function findOriginal(
  options: BackupOptions,
  config: string | undefined,
  settings: readonly FileSetting[],
): Original {
  const { database, captures, sources, also = [] } = options
  const missing = also.find((path) => !existsSync(path))
  if (missing !== undefined) throw new Failure('usage', `--also ${missing} does not exist.`)
  const book = resolve(config === undefined ? '.' : dirname(config))
  const units = unitsOf(options.units, book)
  const ofSettings = config === undefined ? [] : filesOfConfig(config, settings)
  const usual = (path: string, kind: string): NamedFile => ({ path: resolve(path), kind })
  const named = [
    ...ofSettings,
    ...filesNamed(settings, '.', ({ variable }) => variable && process.env[variable]),
    ...units.flatMap((unit) => filesOfUnit(unit, settings)),
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

/** The files and folders that a valid settings file names. */
function filesOfConfig(file: string, settings: readonly FileSetting[]): readonly KeyedFile[] {
  const data: unknown = parseDocument(readFileSync(file, 'utf8')).toJS()
  return settings.flatMap(({ key, kind }) => {
    const value = key.reduce<unknown>(
      (at, name) => (Object(at) as Readonly<Record<string, unknown>>)[name],
      data,
    )
    return typeof value === 'string' ? { path: resolve(dirname(file), value), key, kind } : []
  })
}

/** The files and folders that settings name by some of their values, relative to a folder. */
function filesNamed(
  settings: readonly FileSetting[],
  folder: string,
  valueOf: (setting: FileSetting) => string | undefined,
): readonly NamedFile[] {
  return settings.flatMap((setting) => {
    const value = valueOf(setting) ?? ''
    return value === '' ? [] : { path: resolve(folder, value), kind: setting.kind }
  })
}

/** The files of a unit, and the files and folders that its command and its variables name. */
function filesOfUnit(unit: Unit, settings: readonly FileSetting[]): readonly NamedFile[] {
  const { words, variables, folder } = unit
  return [
    ...filesNamed(settings, folder, ({ flag }) => flag && valueIn(words, flag)),
    ...filesNamed(settings, folder, ({ variable }) => variable && variables[variable]),
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

/** A systemd unit that runs Ratebook, as far as a backup needs it. */
export type Unit = {
  readonly name: string
  /** The folder to which its paths are relative. */
  readonly folder: string
  /** The words of the command after `ratebook`. */
  readonly words: readonly string[]
  readonly variables: NodeJS.Dict<string>
  /** The files that it consists of, and those with its variables, which may be secret. */
  readonly files: readonly string[]
  readonly environmentFiles: readonly string[]
}

/** The units in a folder that run Ratebook in the folder of a book, or name it. */
function unitsOf(systemd: string, book: string): readonly Unit[] {
  return globSync('*.service', { cwd: systemd }).flatMap((name) => {
    const stem = name.replace(/\.service$/, '')
    const files = [name, ...globSync(`${stem}.service.d/*.conf`, { cwd: systemd }).toSorted()]
    const unit = readUnit(
      name,
      files.map((file) => resolve(systemd, file)),
    )
    if (unit === undefined || !isOf(unit, book)) return []
    const timer = resolve(systemd, `${stem}.timer`)
    return [isThere(timer) ? { ...unit, files: [...unit.files, timer] } : unit]
  })
}

function isOf({ folder, words, variables }: Unit, book: string): boolean {
  const texts = [folder, ...words, ...Object.values(variables)]
  return texts.some((text) => text === book || text?.startsWith(`${book}/`) === true)
}

function readUnit(name: string, files: readonly string[]): Unit | undefined {
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const lines = text.replaceAll(/\\\n/g, ' ').split('\n')
  const valuesOf = (key: string): readonly string[] =>
    lines.flatMap((line) => (line.startsWith(`${key}=`) ? line.slice(key.length + 1).trim() : []))
  const [, command] =
    /(?:^|\/)ratebook(?:\.js)?["']?\s+(.+)$/.exec(valuesOf('ExecStart').at(-1) ?? '') ?? []
  if (command === undefined) return undefined
  const environmentFiles = valuesOf('EnvironmentFile')
    .map((path) => path.replace(/^-/, ''))
    .filter(isThere)
  const assigned = valuesOf('Environment').flatMap(wordsOf).join('\n')
  const texts = [assigned, ...environmentFiles.map(readableText)]
  return {
    name,
    folder: resolve(valuesOf('WorkingDirectory').at(-1) ?? '/'),
    words: wordsOf(command),
    variables: Object.assign({}, ...texts.map(parseEnv)) as NodeJS.Dict<string>,
    files,
    environmentFiles,
  }
}

function wordsOf(line: string): readonly string[] {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []
  return words.map((word) => word.replaceAll(/["']/g, ''))
}

/** A file that cannot be read is named when it cannot be copied. */
function readableText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
