import {
  isCollection,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Document,
  LineCounter,
  type Node,
} from 'yaml'
import { readWhole } from '../../book/publish/input/read-file.ts'
import { firstProblems } from '../../domain/text.ts'
import type { SourceProblem, ValuePath, ValueProblem } from './schema-problems.ts'

/** A place in a text. Lines and columns begin with 1. */
export type Place = Pick<SourceProblem, 'line' | 'column'>

/** A YAML text that was read, and the places of its values. */
export type YamlText = {
  readonly value: unknown
  /** The place of a value, or of the key that leads to it. Of a missing value, its nearest parent. */
  readonly placeOf: (path: ValuePath, isAboutKey?: boolean) => Place
}

/** Messages for the mistakes that people make, in place of those of the parser. */
const messages: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'This key is given twice; keep one of them.',
  TAB_AS_INDENT: 'A tab cannot indent a line; use spaces.',
  TAG_RESOLVE_FAILED: 'Tags are not allowed; write the value without it.',
  MULTIPLE_DOCS: 'A file has one document; remove the line "---" and what follows it.',
}

/** The most bytes of a YAML file. Parsing takes much memory, and time with the square of the keys; no definition comes near it. */
const longestFile = 65_536

/** The most levels of lists and keys: more than any file of ours has. */
const deepest = 32

/** Reads the text of a YAML file, or says why it cannot be read. */
export function readYamlFile(file: string): string | { readonly reason: string } {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readWhole(file, longestFile))
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not UTF-8' : (error as Error).message
    return { reason }
  }
}

/** Reads a YAML text. Returns every mistake in its form, if there is one. */
export function readYaml(
  text: string,
): YamlText | { readonly problems: readonly (Place & { readonly message: string })[] } {
  const lines = new LineCounter()
  const firstPlaced = (found: readonly { readonly offset: number; readonly message: string }[]) =>
    firstProblems(found, (message) => ({ offset: found.at(-1)?.offset ?? 0, message })).map(
      ({ offset, message }) => ({ ...placeAt(offset), message }),
    )
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
  })
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const wrong = [...document.errors, ...document.warnings]
  const tooDeep = depthOffset(document)
  if (tooDeep !== undefined) {
    const message = `The values are nested too deeply here: at most ${deepest} levels are read.`
    return { problems: [{ ...placeAt(tooDeep), message }] }
  }
  if (wrong.length > 0) {
    const problems = wrong.map(({ code, message, pos: [offset] }) => ({
      offset,
      message: messages[code] ?? `This is not valid YAML: ${message}.`,
    }))
    return { problems: firstPlaced(problems) }
  }
  // Aliases of aliases in a few lines would become more values than memory can hold.
  const aliases: number[] = []
  visit(document, { Alias: (_key, node) => void aliases.push(startOf(node) ?? 0) })
  if (aliases.length > 0) {
    const message = 'Aliases are not allowed; write the value here.'
    return { problems: firstPlaced(aliases.map((offset) => ({ offset, message }))) }
  }
  return {
    value: document.toJS(),
    placeOf: (path, isAboutKey = false) => {
      let node: unknown = document.contents
      let place = startOf(node) ?? 0
      for (const [depth, step] of path.entries()) {
        const pair = stepInto(node, step)
        if (pair === undefined) break
        const isLastKey = isAboutKey && depth === path.length - 1
        place =
          startOf(isLastKey ? (pair.key ?? pair.value) : pair.value) ?? startOf(pair.key) ?? place
        node = pair.value
      }
      return placeAt(place)
    },
  }
}

/** Where a document is nested too deeply; `undefined` if it is not. The parser itself gives up at some thousand levels. */
function depthOffset(document: Document.Parsed): number | undefined {
  const overflow = document.errors.find(({ message }) => /call stack|Stack overflow/.test(message))
  if (overflow !== undefined) return overflow.pos[0]
  let found: number | undefined
  visit(document, {
    Collection: (_key, node, path) => {
      if (path.filter(isCollection).length < deepest) return undefined
      found = startOf(node) ?? 0
      return visit.BREAK
    },
  })
  return found
}

/** The first hundred problems of a file, in the order of the file. The count of the rest stands at the last one. */
export function placedProblems(
  file: string,
  { placeOf }: YamlText,
  found: readonly ValueProblem[],
): readonly SourceProblem[] {
  const path = found.at(-1)?.path ?? []
  return firstProblems(found, (message): ValueProblem => ({ path, message }))
    .map((one) => ({ file, ...placeOf(one.path, one.isAboutKey), message: one.message }))
    .toSorted((a, b) => a.line - b.line || a.column - b.column)
}

function stepInto(
  node: unknown,
  step: string | number,
): { readonly key?: unknown; readonly value: unknown } | undefined {
  if (isSeq(node)) {
    const value = typeof step === 'number' ? node.items[step] : undefined
    return value === undefined ? undefined : { value }
  }
  if (!isMap(node)) return undefined
  return node.items.find(({ key }) => isScalar(key) && key.value === step)
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0]
}
