import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { isThere } from './copy-files.ts'

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
export function unitsOf(systemd: string, book: string): readonly Unit[] {
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
