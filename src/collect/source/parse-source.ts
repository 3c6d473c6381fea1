import type { SourceRef } from '../../domain/origin.ts'
import type { SourceRules } from '../../book/gate/checked-sheet.ts'
import { textProblem } from '../../book/publish/input/problem.ts'
import { sourceSchema, type SourceDefinition } from '../read/source-schema.ts'
import { definitionProblems } from './definition-problems.ts'
import { placedProblems, readYaml } from './read-yaml.ts'
import { rulesOfSource } from './rules-of-source.ts'
import { schemaProblems } from './schema-problems.ts'
import type { SourceProblem } from './source-problem.ts'
import { hash } from 'node:crypto'
import { canonicalJson } from '../../domain/json.ts'

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

/**
 * Reads a source definition. Returns every problem, each with its place, if there is one. `name` is the path inside the folder
 * of sources, such as `lk/peoples-bank.yaml`.
 */
export function parseSource(
  text: string,
  { file, name }: { readonly file: string; readonly name: string },
): LoadedSource | { readonly problems: readonly SourceProblem[] } {
  const nameProblem = textProblem(name)
  if (nameProblem !== undefined) {
    const message = `Entries cannot keep the path of the file; rename its folder: ${nameProblem}`
    return { problems: [{ file, line: 1, column: 1, message }] }
  }
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
