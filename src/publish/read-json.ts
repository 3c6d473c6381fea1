import type { Refuse } from './problem.ts'

/** The value of a JSON text in which no object has a key twice; `undefined` once it is refused. */
export function readJson(text: string, refuse: Refuse): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return refuse('not-json', '', `The file is not JSON: ${reason(error)}.`)
  }
  const found = duplicateKeys(text)
  for (const { key, line } of found) {
    refuse(
      'duplicate-key',
      `line ${line}`,
      `The key ${JSON.stringify(key)} stands twice in one object; keep one.`,
    )
  }
  return found.length === 0 ? value : undefined
}

function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/ in JSON| is not valid JSON/g, '').replace(/\s+/g, ' ')
}

/**
 * `JSON.parse` keeps the last of two equal keys without a word. The text is known to be JSON here, so its strings and
 * brackets are enough to follow it, and no depth of nesting costs more than an array element.
 */
function duplicateKeys(text: string): { key: string; line: number }[] {
  const found: { key: string; line: number }[] = []
  const open: (Set<string> | undefined)[] = []
  let [line, read] = [1, 0]
  for (const match of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g)) {
    const token = match[0]
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (match[1] !== undefined) {
      const key = JSON.parse(token.slice(0, token.length - match[1].length)) as string
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
