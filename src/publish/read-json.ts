import type { Refuse } from './problem.ts'

/** Parses JSON and refuses duplicate keys. Returns `undefined` if the text is not JSON. */
export function readJson(text: string, refuse: Refuse): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return refuse('not-json', '', `The file is not JSON: ${reasonOf(error)}.`)
  }
  for (const { key, line } of duplicateKeys(text)) {
    refuse(
      'duplicate-key',
      `line ${line}`,
      `The key ${JSON.stringify(key)} occurs twice in one object; keep one.`,
    )
  }
  return value
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/ in JSON| is not valid JSON/g, '').replace(/\s+/g, ' ')
}

/**
 * Finds duplicate keys, of which `JSON.parse` silently keeps the last. The text is valid JSON, so scanning its strings and
 * brackets is enough. It uses a stack instead of recursion, so that deep nesting cannot overflow.
 */
function duplicateKeys(text: string): { key: string; line: number }[] {
  const found: { key: string; line: number }[] = []
  const open: (Set<string> | undefined)[] = []
  const tokens = /["{}[\]]/g
  const colon = /\s*:/y
  let [line, read] = [1, 0]
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const token = match[0]
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else {
      const end = endOfString(text, match.index)
      tokens.lastIndex = end
      colon.lastIndex = end
      if (!colon.test(text)) continue
      const key = JSON.parse(text.slice(match.index, end)) as string
      const keys = open.at(-1)
      if (keys?.has(key)) {
        for (; read < match.index; read++) if (text[read] === '\n') line++
        found.push({ key, line })
      }
      keys?.add(key)
    }
  }
  return found
}

/** The index after a string's closing quote. A loop, because a regular expression overflows on millions of escapes. */
function endOfString(text: string, start: number): number {
  let end = start + 1
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end + 1
}
