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

/** The first place where a text is not JSON, and why. */
type JsonFault = { readonly index: number; readonly message: string }

/** A key that occurs twice in one object, of which `JSON.parse` silently keeps the last. */
type DuplicateKey = { readonly index: number; readonly key: string }

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

/** A scan at the token that begins at `index`. */
type Scan = {
  readonly text: string
  index: number
  expected: Expected
  /** The keys of each open object, and `undefined` for each open list. */
  readonly open: (Set<string> | undefined)[]
  readonly duplicates: DuplicateKey[]
  depth: number
}

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
  const scan: Scan = { text, index: 0, expected: 'a value', open: [], duplicates: [], depth: 0 }
  let fault: JsonFault | undefined
  moveTo(scan, 0)
  while (fault === undefined && !(isAtEnd(scan) && scan.expected === 'the end of the file'))
    fault = readToken(scan)
  return { fault, duplicates: scan.duplicates, depth: scan.depth }
}

/** Moves to the next token. */
function moveTo(scan: Scan, end: number): void {
  scan.index = endOf(space, scan.text, end)
}

function isAtEnd({ text, index }: Scan): boolean {
  return index >= text.length
}

function readToken(scan: Scan): JsonFault | undefined {
  const { text, index, expected } = scan
  if (isAtEnd(scan)) return { index, message: `the file ends where ${expected} is expected` }
  const wantsValue = expected.startsWith('a value')
  if (text[index] === '"' && (wantsValue || wantsKey(scan))) return readKeyOrText(scan)
  const isRead = readMark(scan) || (wantsValue && (readOpening(scan) || readLiteral(scan)))
  return isRead ? undefined : { index, message: `${expected} is expected here` }
}

function wantsKey({ expected }: Scan): boolean {
  return expected.startsWith('a key')
}

function readKeyOrText(scan: Scan): JsonFault | undefined {
  const { text, index, open, duplicates } = scan
  const string = readString(text, index)
  if ('message' in string) return string
  if (wantsKey(scan)) {
    const key = JSON.parse(text.slice(index, string.end)) as string
    const keys = open.at(-1)
    if (keys?.has(key)) duplicates.push({ index, key })
    keys?.add(key)
    scan.expected = 'a colon'
  } else scan.expected = afterValue(scan)
  moveTo(scan, string.end)
  return undefined
}

/** Reads a comma, a colon or the end of a list or object, if it is expected. */
function readMark(scan: Scan): boolean {
  const { text, index, expected, open } = scan
  const token = text[index]
  const isList = open.at(-1) === undefined
  const closing = isList ? ']' : '}'
  if (token === closing && expected.endsWith(` or ${closing}`)) {
    open.pop()
    scan.expected = afterValue(scan)
  } else if (token === ',' && expected.startsWith('a comma'))
    scan.expected = isList ? 'a value' : 'a key in double quotes'
  else if (token === ':' && expected === 'a colon') scan.expected = 'a value'
  else return false
  moveTo(scan, index + 1)
  return true
}

/** Reads the beginning of a list or object. */
function readOpening(scan: Scan): boolean {
  const { text, index, open } = scan
  const token = text[index]
  if (token !== '{' && token !== '[') return false
  open.push(token === '{' ? new Set() : undefined)
  scan.depth = Math.max(scan.depth, open.length)
  scan.expected = token === '{' ? 'a key in double quotes or }' : 'a value or ]'
  moveTo(scan, index + 1)
  return true
}

/** Reads a number, `true`, `false` or `null`. */
function readLiteral(scan: Scan): boolean {
  const end = endOf(literal, scan.text, scan.index)
  if (end === scan.index) return false
  scan.expected = afterValue(scan)
  moveTo(scan, end)
  return true
}

function afterValue({ open }: Scan): Expected {
  if (open.length === 0) return 'the end of the file'
  return open.at(-1) === undefined ? 'a comma or ]' : 'a comma or }'
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
