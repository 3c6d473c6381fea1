import {
  isList,
  isObject,
  isScalar,
  parseJson,
  scalarText,
  type JsonValue,
} from '../json/parse-json.ts'
import { keysOfPointer } from '../json/pointer.ts'
import { createViewWriter, type ViewWriter } from './view-writer.ts'
import { writeHtml } from './write-html.ts'

/** A place that is lit, seen from a value: the keys that lead to it, and what follows inside the string there. */
type Lit = {
  readonly keys: readonly string[]
  readonly isKey: boolean
  readonly inside: readonly string[]
}

/** A JSON text in lines, with the digits of its numbers. The place at the fragments is lit; JSON inside a string is shown in it. */
export function viewJson(text: string, fragments: readonly string[]): string {
  const writer = createViewWriter()
  writer.markup('<pre>')
  writeValue(parseJson(text), litAt(fragments), '', writer)
  writer.markup('</pre>')
  return writer.end()
}

function litAt([first, ...inside]: readonly string[]): Lit | undefined {
  if (first === undefined) return undefined
  const isKey = first.startsWith('key=')
  const keys = keysOfPointer(isKey ? first.slice('key='.length) : first)
  return keys && { keys, isKey, inside }
}

/** `parseJson` refuses deep nesting, so recursion is safe. */
function writeValue(
  value: JsonValue,
  lit: Lit | undefined,
  indent: string,
  writer: ViewWriter,
): void {
  const isHere = lit?.keys.length === 0
  if (isHere && lit.inside.length > 0 && typeof value === 'string') {
    const [word] = lit.inside
    if (word?.startsWith('char=') === true) {
      writer.markup('</pre><p class="note">HTML in a string:</p><div>')
      writeHtml(value, word, writer)
      return writer.markup('</div><pre>')
    }
    writer.text(`JSON in a string:\n${indent}  `)
    return writeValue(parseJson(value), litAt(lit.inside), `${indent}  `, writer)
  }
  if (isScalar(value)) {
    const printed = typeof value === 'string' ? JSON.stringify(value) : scalarText(value)
    return isHere && !lit.isKey ? writer.lit(printed) : writer.text(printed)
  }
  const members = isList(value)
    ? value.map((item, index) => [String(index), item] as const)
    : Object.entries(value)
  const [open, close] = isList(value) ? '[]' : '{}'
  writer.text(`${open}\n`)
  for (const [key, item] of members) {
    if (writer.isFull()) return
    const inner = lit?.keys[0] === key ? { ...lit, keys: lit.keys.slice(1) } : undefined
    writer.text(`${indent}  `)
    if (isObject(value)) {
      const write = inner?.isKey === true && inner.keys.length === 0 ? writer.lit : writer.text
      write(JSON.stringify(key))
      writer.text(': ')
    }
    writeValue(item, inner, `${indent}  `, writer)
    writer.text('\n')
  }
  writer.text(`${indent}${close ?? ''}`)
}
