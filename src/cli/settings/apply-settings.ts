import { existsSync, globSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Command, Option } from 'commander'
import { defaultSettings } from '../../domain/book-settings.ts'
import { Failure } from '../../domain/failure.ts'
import type { SettingsFile } from './read-settings-file.ts'

const defaultFile = 'ratebook.yaml'

/** `--config`, which every command has. */
export const configOption = new Option(
  '--config <file>',
  `the settings of the book and its commands; by default ${defaultFile}, if the current folder has it`,
).env('RATEBOOK_CONFIG')

/** Commands that work without a book, so no settings concern them. */
const withoutSettings: readonly string[] = ['init', 'demo', 'copy']

/**
 * Gives a command its settings before it runs: each option that neither a flag nor a variable sets takes its value from the file, and
 * `settings` has what the file says about the book. Throws a `Failure` that names every problem of the file.
 */
export async function applySettings(command: Command): Promise<void> {
  const sample = sampleOf(command)
  const path = withoutSettings.includes(nameOf(command)) ? undefined : pathOf(command, sample)
  if (path === undefined) {
    command.setOptionValueWithSource('settings', defaultSettings, 'config')
    return
  }
  const { readSettingsFile } = await import('./read-settings-file.ts')
  const read = readSettingsFile(path)
  if ('problems' in read) throw new Failure('configuration', read.problems.join('\n'))
  command.setOptionValueWithSource('settings', read.settings, 'config')
  const own = sample === undefined ? {} : { database: sample.database }
  const values: Readonly<Record<string, unknown>> = { ...own, ...valuesFor(nameOf(command), read) }
  for (const option of command.options) {
    const name = option.attributeName()
    const source = command.getOptionValueSource(name)
    const value = values[name]
    if (value !== undefined && (source === undefined || source === 'default'))
      command.setOptionValueWithSource(name, value, 'config')
  }
}

/** The settings file of a command; `undefined` if there is none. */
export function pathOf(command: Command, sample?: Sample): string | undefined {
  const { config } = command.optsWithGlobals<{ readonly config?: string }>()
  return config ?? sample?.config ?? (existsSync(defaultFile) ? defaultFile : undefined)
}

/** The sample that `serve --sample` names. The option then has its folder. */
function sampleOf(command: Command): Sample | undefined {
  const { sample: name } = command.opts<{ readonly sample?: string }>()
  if (nameOf(command) !== 'serve' || name === undefined) return undefined
  const sample = findSample(name)
  command.setOptionValueWithSource('sample', sample.folder, 'config')
  return sample
}

/** The name of a command; of a subcommand, that of its parent. */
function nameOf(command: Command): string {
  const { parent } = command
  const isAtTop = parent === null || parent.parent === null
  return isAtTop ? command.name() : nameOf(parent)
}

/** The option values that a file has for a command, by the names of the options. */
function valuesFor(
  name: string,
  { shared, sections, settings }: SettingsFile,
): Readonly<Record<string, unknown>> {
  // An invitation leads to the desk, so it needs the desk's database and address.
  const section = name === 'reviewer' ? 'desk' : name
  const contact = name === 'collect' ? { contact: settings.operator.contact } : {}
  return { ...shared, ...contact, ...sections[section] }
}

/** The sample markets of Ratebook: folders with a `ratebook.yaml`, an `institutions.json` and `sheets`. */
const samples = fileURLToPath(new URL('../../../samples/', import.meta.url))

/** A sample market of `serve --sample`: its folder, its settings, and a book of its own. */
type Sample = {
  readonly folder: string
  readonly config: string
  readonly database: string
}

/** Finds a sample by its name, or by its folder. Throws a `Failure` that names those there are. */
function findSample(name: string): Sample {
  const folder = [join(samples, name), name].find((one) => existsSync(join(one, 'ratebook.yaml')))
  if (folder === undefined) {
    const names = globSync('*/ratebook.yaml', { cwd: samples }).map(dirname).toSorted()
    throw new Failure(
      'configuration',
      `--sample ${name} is not a sample: give ${names.join(', ')}, or a folder with ratebook.yaml, institutions.json and sheets.`,
    )
  }
  const config = join(folder, 'ratebook.yaml')
  return { folder, config, database: `sample-${basename(resolve(folder))}.db` }
}

/** Whether a file is one of the samples of Ratebook. */
export function isSampleFile(path: string): boolean {
  return !relative(samples, resolve(path)).startsWith('..')
}
