import { isList, isObject, isScalar, scalarText, type JsonValue } from './parse-json.ts'

/** The most paths that are listed, and the deepest one. */
const limits = { paths: 60, steps: 16 }

/** The paths to everything in a JSON value that can be a table with figures, for the author of a source. */
export function recordPaths(
  root: JsonValue,
  parse: (text: string) => JsonValue | undefined,
): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>()
  const walk = (value: JsonValue, path: readonly string[]): void => {
    if (found.size >= limits.paths || path.length > limits.steps) return
    if (typeof value === 'string') {
      const inner = /^\s*[[{]/.test(value) ? parse(value) : undefined
      if (inner !== undefined) walk(inner, [...path, '{}'])
      if (/<table[\s>]/i.test(value)) found.set(JSON.stringify(path), [...path, '<>'])
      return
    }
    if (isTable(value)) found.set(JSON.stringify(path), path)
    const members = isList(value)
      ? value.slice(0, 500).map((item) => ['*', item] as const)
      : isObject(value)
        ? Object.entries(value)
        : []
    for (const [step, member] of members) walk(member, [...path, step])
  }
  walk(root, [])
  return [...found.values()]
}

/** Whether a value is a list of records or of lists, or an object of records, one of which has a figure. */
function isTable(value: JsonValue): boolean {
  const items = isList(value) ? value : isObject(value) ? Object.values(value) : []
  if (items.length === 0 || !(items.every(isObject) || items.every(isList))) return false
  return items.some((item) => {
    const cells = isList(item) ? item : isObject(item) ? Object.values(item) : []
    return cells.some(
      (cell) => isScalar(cell) && /^\s*\d{1,3}(?:[.,]\d+)?\s*%?/.test(scalarText(cell)),
    )
  })
}

/** The paths of the values inside the records of a list, for `members`: of nested objects, and of the items that a word names. */
export function memberPaths(records: JsonValue): Readonly<Record<string, readonly string[]>> {
  const items = isList(records) ? records.filter(isObject) : []
  const paths = new Map<string, readonly string[]>()
  for (const record of items)
    for (const [key, value] of Object.entries(record)) {
      if (isObject(value))
        for (const [inner, member] of Object.entries(value))
          if (isScalar(member)) paths.set(`${key} ${inner}`, [key, inner])
      if (!isList(value) || !value.every(isObject)) continue
      const naming = namingKey(value)
      if (naming === undefined) continue
      for (const item of value) {
        const word = scalarText(item[naming] as string)
        for (const [inner, member] of Object.entries(item))
          if (inner !== naming && isScalar(member) && typeof member !== 'string')
            paths.set(`${word} ${inner}`, [key, `[${naming}=${word}]`, inner])
      }
    }
  return Object.fromEntries([...paths].slice(0, 12))
}

/** The key of a code, such as `MONTH`, that differs in each item of a list. */
function namingKey(items: readonly JsonValue[]): string | undefined {
  const [first] = items
  if (!isObject(first)) return undefined
  return Object.keys(first).find((key) => {
    const words = items.map((item) => (isObject(item) ? item[key] : undefined))
    const isWord = words.every(
      (word) => typeof word === 'string' && /^[A-Z][A-Z_]{1,20}$/.test(word),
    )
    return isWord && new Set(words).size === items.length
  })
}
