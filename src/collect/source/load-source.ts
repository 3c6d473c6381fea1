import { hash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import type { SourceRules } from '../../book/gate/checked-sheet.ts'
import { textProblem } from '../../book/publish/input/problem.ts'
import { Failure } from '../../domain/failure.ts'
import { canonicalJson } from '../../domain/json.ts'
import type { SourceRef } from '../../domain/origin.ts'
import { sourceSchema, type SourceDefinition } from '../read/source-schema.ts'
import { definitionProblems } from './definition-problems.ts'
import { placedProblems, readYaml, readYamlFile } from './read-yaml.ts'
import { rulesOfSource } from './rules-of-source.ts'
import { schemaProblems, sourceProblemLine, type SourceProblem } from './schema-problems.ts'

/** A source definition that was read and checked. */
export type LoadedSource = {
  /** The path of its file, as it was opened. */
  readonly file: string
  readonly definition: SourceDefinition
  /** The reference that entries record: the path inside the folder of sources, and the digest. */
  readonly ref: SourceRef
  /** The rules that the definition gives the gate. */
  readonly rules: SourceRules
}

/** The sources that could be read, by path, and the problems of the others. */
export type LoadedSources = {
  readonly sources: readonly LoadedSource[]
  readonly problems: readonly SourceProblem[]
}

type Loaded = LoadedSource | { readonly problems: readonly SourceProblem[] }

/** Loads every source of a folder: the files `<country>/<institution>.yaml`. One bad file does not stop the others. */
export function loadSources(folder: string): LoadedSources {
  const names = globSync('*/*.{yaml,yml}', { cwd: folder }).toSorted()
  const { sources: all, problems } = separated(
    names.map((name) => loadSource(join(folder, name), name.split(sep).join('/'))),
  )
  const byInstitution = Map.groupBy(all, ({ definition }) => definition.institution)
  const first = new Set([...byInstitution.values()].map(([one]) => one))
  // Institutions may have two sources, such as in the folders of two countries.
  const doubles = all
    .filter((one) => !first.has(one))
    .flatMap(({ file, definition: { institution } }) => {
      const [other] = byInstitution.get(institution) ?? []
      return problemsOfFile(file, `${institution} has another source: ${other?.file}.`).problems
    })
  return { sources: all.filter((one) => first.has(one)), problems: [...problems, ...doubles] }
}

/** Loads the named files, or without names all of a folder. Throws a `Failure` if there is no such folder. */
export function loadNamedSources(files: readonly string[], folder: string): LoadedSources {
  if (files.length > 0)
    return separated(files.map((file) => loadSource(file, nameIn(folder, file))))
  checkSourcesFolder(folder)
  return loadSources(folder)
}

function separated(loaded: readonly Loaded[]): LoadedSources {
  return {
    sources: loaded.flatMap((one) => ('problems' in one ? [] : [one])),
    problems: loaded.flatMap((one) => ('problems' in one ? one.problems : [])),
  }
}

/** A problem of a file as a whole. */
function problemsOfFile(file: string, message: string) {
  return { problems: [{ file, line: 1, column: 1, message }] }
}

/** The institutions whose files have mistakes, by the names of the files. Those with a second file have a source all the same. */
export function mistakenInstitutions({ problems }: LoadedSources): ReadonlySet<string> {
  return new Set(problems.map(({ file }) => basename(file).replace(/\.ya?ml$/, '')))
}

/** The problems of source files as lines, and a sentence that names the institutions without a source because of them. */
export function sourceMistakes(loaded: LoadedSources): string {
  const collected = new Set(loaded.sources.map(({ definition }) => definition.institution))
  const names = [...mistakenInstitutions(loaded)].filter((id) => !collected.has(id))
  const sentence = `Not collected, because of mistakes in their source files: ${names.join(', ')}.`
  const lines = loaded.problems.map(sourceProblemLine)
  return [...lines, ...(names.length > 0 ? [sentence] : [])].join('\n')
}

/** The source of one institution; `undefined` if there is none that can be read. */
export function loadSourceOf(folder: string, institutionId: string): LoadedSource | undefined {
  const [name] = globSync(`*/${institutionId}.{yaml,yml}`, { cwd: folder }).toSorted()
  const loaded = name === undefined ? undefined : loadSource(join(folder, name), name)
  return loaded === undefined || 'problems' in loaded ? undefined : loaded
}

/** Loads one source. `name` is its path inside the folder of sources. */
export function loadSource(file: string, name: string): Loaded {
  const text = readYamlFile(file)
  if (typeof text !== 'string')
    return problemsOfFile(file, `The file cannot be read: ${text.reason}.`)
  const loaded = parseSource(text, { file, name })
  if ('problems' in loaded) return loaded
  const { institution } = loaded.definition
  return basename(file) === `${institution}.yaml`
    ? loaded
    : problemsOfFile(file, `The file must have the name of its institution: ${institution}.yaml.`)
}

/** The path of a file inside the folder of sources; of a file elsewhere, its name. */
function nameIn(folder: string, file: string): string {
  const path = relative(folder, file)
  return path.startsWith('..') ? basename(file) : path.split(sep).join('/')
}

/** The source of an institution. Throws a `Failure` with the problems of its file if there is none that can be used. */
export function findSource(folder: string, institutionId: string): LoadedSource {
  checkSourcesFolder(folder)
  const { sources, problems } = loadSources(folder)
  const own = problems.filter(({ file }) => file.endsWith(`/${institutionId}.yaml`))
  if (own.length > 0) throw new Failure('refused', own.map(sourceProblemLine).join('\n'))
  const source = sources.find(({ definition }) => definition.institution === institutionId)
  if (source !== undefined) return source
  throw new Failure('usage', `${folder} has no source of ${institutionId}.`)
}

/** Throws a `Failure` if there is no folder of sources. */
function checkSourcesFolder(folder: string): void {
  if (existsSync(folder)) return
  throw new Failure(
    'configuration',
    `There is no folder ${folder}; give the folder of the source definitions: --sources.`,
  )
}

/**
 * Reads a source definition. Returns every problem, each with its place, if there is one. `name` is the path inside the folder
 * of sources, such as `lk/peoples-bank.yaml`.
 */
export function parseSource(
  text: string,
  { file, name }: { readonly file: string; readonly name: string },
): Loaded {
  const nameProblem = textProblem(name)
  if (nameProblem !== undefined)
    return problemsOfFile(
      file,
      `Entries cannot keep the path of the file; rename its folder: ${nameProblem}`,
    )
  const yaml = readYaml(text)
  if ('problems' in yaml)
    return { problems: yaml.problems.map((problem) => ({ file, ...problem })) }
  const inSchema = schemaProblems(sourceSchema, yaml.value)
  const definition = yaml.value as SourceDefinition
  const found = inSchema.length > 0 ? inSchema : definitionProblems(definition)
  if (found.length > 0) return { problems: placedProblems(file, yaml, found) }
  const ref = { file: name, digest: sourceDigest(definition) }
  return { file, definition, ref, rules: rulesOfSource(definition) }
}

/**
 * SHA-256 of the canonical JSON (RFC 8785) of what decides how pages are read, in lower-case hex. The same digest reads the same
 * pages in the same way, so a new schedule needs no new acceptance.
 */
function sourceDigest(definition: SourceDefinition): string {
  const { institution: _, schedule: _1, verified_live: _2, ...reading } = definition
  return hash('sha256', canonicalJson(reading), 'hex')
}
