/** A value in the body of an entry. Numbers are whole. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined }

/**
 * The canonical text of a value (RFC 8785): keys sorted by code unit, no white space, undefined members left out.
 * `JSON.stringify` writes strings and numbers as the RFC requires, except lone surrogates, which the sheet reader refuses.
 */
export function canonicalJson(value: Json): string {
  return JSON.stringify(withSortedKeys(value))
}

function withSortedKeys(value: Json | undefined): Json | undefined {
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map((item) => withSortedKeys(item) ?? null)
  const sorted: Record<string, Json | undefined> = {}
  for (const key of Object.keys(value).toSorted()) sorted[key] = withSortedKeys(value[key])
  return sorted
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

/** A token that the JSON grammar requires at some place, in words for an error message. */
type Expected =
  | 'a value'
  | 'a value or ]'
  | 'a key in double quotes'
  | 'a key in double quotes or }'
  | 'a colon'
  | 'a comma or ]'
  | 'a comma or }'
  | 'the end of the file'

/** The first place where a text is not JSON, and why. */
export type JsonFault = { readonly index: number; readonly message: string }

/** A key that occurs twice in one object, of which `JSON.parse` silently keeps the last. */
export type DuplicateKey = { readonly index: number; readonly key: string }

/**
 * Finds the first fault of a JSON text, because the messages of `JSON.parse` do not always name its place, and the duplicate
 * keys. It uses a stack instead of recursion, so that deep nesting cannot overflow.
 */
export function scanJson(text: string): {
  readonly fault: JsonFault | undefined
  readonly duplicates: readonly DuplicateKey[]
  /** How many lists and objects are nested at most. */
  readonly depth: number
} {
  const duplicates: DuplicateKey[] = []
  // The keys of each open object, and `undefined` for each open list.
  const open: (Set<string> | undefined)[] = []
  let expected: Expected = 'a value'
  let index = 0
  let depth = 0
  const afterValue = (): Expected => {
    if (open.length === 0) return 'the end of the file'
    return open.at(-1) === undefined ? 'a comma or ]' : 'a comma or }'
  }
  const stopAt = (message: string, at = index) => ({
    fault: { index: at, message },
    duplicates,
    depth,
  })
  for (;;) {
    index = endOf(space, text, index)
    const token = text[index]
    if (token === undefined && expected === 'the end of the file')
      return { fault: undefined, duplicates, depth }
    if (token === undefined) return stopAt(`the file ends where ${expected} is expected`)
    const wantsValue = expected.startsWith('a value')
    const wantsKey = expected.startsWith('a key')
    const closing = open.at(-1) === undefined ? ']' : '}'
    let end = index + 1
    if (token === closing && expected.endsWith(` or ${closing}`)) {
      open.pop()
      expected = afterValue()
    } else if (token === ',' && expected.startsWith('a comma')) {
      expected = open.at(-1) === undefined ? 'a value' : 'a key in double quotes'
    } else if (token === ':' && expected === 'a colon') {
      expected = 'a value'
    } else if (token === '"' && (wantsKey || wantsValue)) {
      const string = readString(text, index)
      if ('message' in string) return stopAt(string.message, string.index)
      end = string.end
      if (wantsKey) {
        const key = JSON.parse(text.slice(index, end)) as string
        const keys = open.at(-1)
        if (keys?.has(key)) duplicates.push({ index, key })
        keys?.add(key)
      }
      expected = wantsKey ? 'a colon' : afterValue()
    } else if (wantsValue && (token === '{' || token === '[')) {
      open.push(token === '{' ? new Set() : undefined)
      depth = Math.max(depth, open.length)
      expected = token === '{' ? 'a key in double quotes or }' : 'a value or ]'
    } else if (wantsValue && endOf(literal, text, index) > index) {
      end = endOf(literal, text, index)
      expected = afterValue()
    } else return stopAt(`${expected} is expected here`)
    index = end
  }
}

const space = /[ \t\n\r]*/y
const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** The end of a match that begins at an index, or the index itself if there is none. */
function endOf(pattern: RegExp, text: string, index: number): number {
  pattern.lastIndex = index
  return pattern.test(text) ? pattern.lastIndex : index
}

/** Everything but quotes, backslashes and control characters. */
const plain = /[ !#-[\]-\uFFFF]*/y
const escape = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y

/** The end of the string that begins at an index. A loop, because a regular expression overflows on millions of escapes. */
function readString(text: string, start: number): { readonly end: number } | JsonFault {
  let index = start + 1
  for (;;) {
    index = endOf(plain, text, index)
    if (text[index] === '"') return { end: index + 1 }
    if (text[index] === undefined)
      return { index: start, message: 'the text that begins here has no closing quote' }
    if (text[index] !== '\\')
      return { index, message: 'a control character must be written as an escape, such as \\n' }
    const end = endOf(escape, text, index)
    if (end === index)
      return { index, message: 'a backslash must begin an escape, such as \\n or \\u00e9' }
    index = end
  }
}
