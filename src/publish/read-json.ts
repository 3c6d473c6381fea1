import type { Refuse } from './problem.ts'
import { scanJson } from '../domain/scan-json.ts'
import { quoted } from './text-problem.ts'

/** Parses JSON and refuses duplicate keys. Returns `undefined` if the text is not JSON. */
export function readJson(text: string, refuse: Refuse): unknown {
  if (text.trim() === '') return refuse('not-json', '', 'The file is empty.')
  const { fault, duplicates } = scanJson(text)
  const placeOf = placesIn(text)
  for (const { key, index } of duplicates) {
    const message = `The key ${quoted(key)} occurs twice in one object; keep one.`
    refuse('duplicate-key', placeOf(index), message)
  }
  if (fault === undefined) return JSON.parse(text)
  return refuse('not-json', placeOf(fault.index), `The file is not JSON: ${fault.message}.`)
}

/** A function that gives the place of an index, such as `line 3, column 5`, for rising indexes: it reads the text only once. */
function placesIn(text: string): (index: number) => string {
  const lineEnd = /\r\n|\r|\n/g
  let [line, start] = [1, 0]
  let next = lineEnd.exec(text)
  return (index) => {
    for (; next !== null && next.index < index; next = lineEnd.exec(text)) {
      line++
      start = lineEnd.lastIndex
    }
    return `line ${line}, column ${index - start + 1}`
  }
}
