import { LineCounter, isMap, isScalar, isSeq, parseDocument, visit, type Node } from 'yaml'
import type { SourceProblem, ValuePath } from './source-problem.ts'

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

/** Reads a YAML text. Returns every mistake in its form, if there is one. */
export function readYaml(
  text: string,
): YamlText | { readonly problems: readonly (Place & { readonly message: string })[] } {
  const lines = new LineCounter()
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
  if (wrong.length > 0) {
    const problems = wrong.map(({ code, message, pos: [offset] }) => ({
      ...placeAt(offset),
      message: messages[code] ?? `This is not valid YAML: ${message}.`,
    }))
    return { problems }
  }
  // Aliases of aliases in a few lines would become more values than memory can hold.
  const aliases: number[] = []
  visit(document, { Alias: (_key, node) => void aliases.push(startOf(node) ?? 0) })
  if (aliases.length > 0) {
    const message = 'Aliases are not allowed; write the value here.'
    return { problems: aliases.map((offset) => ({ ...placeAt(offset), message })) }
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
