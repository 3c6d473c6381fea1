import type { Option } from 'commander'
import { placedProblems, readYaml, readYamlFile } from '../../collect/source/read-yaml.ts'
import {
  schemaProblems,
  sourceProblemLine,
  type ValueProblem,
} from '../../collect/source/schema-problems.ts'
import type { BookSettings } from '../../domain/book-settings.ts'
import { isPostgres, withoutPassword } from '../../book/store/postgres/address.ts'
import { bookFromData, pathIn } from './book-from-data.ts'
import type { SectionName } from './sections.ts'
import {
  isList,
  keyOf,
  optionsOf,
  settingsSchema,
  sharedOptions,
  type BookData,
} from './settings-schema.ts'

/** Option values by the names of the options in the code. */
type OptionValues = Readonly<Record<string, string | readonly string[]>>

/** The contents of a `ratebook.yaml`. */
export type SettingsFile = {
  readonly settings: BookSettings
  /** The values for every command. */
  readonly shared: OptionValues
  readonly sections: Readonly<Record<SectionName, OptionValues>>
}

/** Reads a `ratebook.yaml`. Returns every problem as a line with its place, if there is one. */
export function readSettingsFile(
  file: string,
): SettingsFile | { readonly problems: readonly string[] } {
  const text = readYamlFile(file)
  if (typeof text !== 'string')
    return { problems: [`The settings file ${file} cannot be read: ${text.reason}.`] }
  const yaml = readYaml(text)
  if ('problems' in yaml)
    return { problems: yaml.problems.map((problem) => sourceProblemLine({ file, ...problem })) }
  const data = withoutEmpty(yaml.value) as BookData & Data
  const inSchema = schemaProblems(settingsSchema, data)
  const { settings, problems } =
    inSchema.length > 0 ? { settings: undefined, problems: inSchema } : bookFromData(data, file)
  const found: readonly ValueProblem[] = [...problems, ...passwordProblems(data)]
  if (settings === undefined || found.length > 0)
    return { problems: placedProblems(file, yaml, found).map(sourceProblemLine) }
  const sectionOf = (name: SectionName): OptionValues =>
    valuesOf(optionsOf(name), (data[name] ?? {}) as Data, file)
  return {
    settings,
    shared: valuesOf(sharedOptions, data, file),
    sections: {
      serve: sectionOf('serve'),
      collect: sectionOf('collect'),
      desk: sectionOf('desk'),
      alerts: sectionOf('alerts'),
      release: sectionOf('release'),
    },
  }
}

/** A password in the file would be read by everybody who may read the settings. */
function passwordProblems({ database }: Data): readonly ValueProblem[] {
  if (typeof database !== 'string' || !isPostgres(database)) return []
  if (withoutPassword(database) === database) return []
  const message =
    'A password does not belong here: remove it from the address, and put it into ~/.pgpass or the variable PGPASSWORD.'
  return [{ path: ['database'], message }]
}

/** Leaves out a section in which every line is a comment; so may be the file. */
function withoutEmpty(value: unknown): unknown {
  if (value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null))
}

type Data = Readonly<Record<string, unknown>>

/** The values of options, as flags would give them. Paths are relative to the file. */
function valuesOf(options: readonly Option[], data: Data, file: string): OptionValues {
  const values: Record<string, string | readonly string[]> = {}
  for (const option of options) {
    const given = data[keyOf(option)]
    if (given === undefined) continue
    const texts = [given].flat().map(String)
    const paths = isPath(option) ? texts.map((text) => pathOf(text, file)) : texts
    values[option.attributeName()] = isList(option) ? paths : (paths[0] ?? '')
  }
  return values
}

function isPath({ flags }: Option): boolean {
  return /<(book|file|folder)>$/.test(flags)
}

function pathOf(text: string, file: string): string {
  return isPostgres(text) ? text : pathIn(file, text)
}
