import { isUtf8 } from 'node:buffer'
import { closeSync, createReadStream, existsSync, globSync, openSync, readSync } from 'node:fs'
import { reasonOf } from '../../../domain/failure.ts'
import { scanJson } from '../../../domain/json.ts'
import { firstProblems, quoted } from '../../../domain/text.ts'
import { problemLine, type InputProblem, type Refuse } from './problem.ts'

/** Reads a file, or standard input for `-`. Stops just after the size limit, so that the reader can refuse the file. */
export async function readInput(path: string): Promise<Uint8Array | InputProblem> {
  try {
    return await readChunks(path === '-' ? process.stdin : createReadStream(path))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const message =
      code === 'EISDIR'
        ? `It is a directory; name its files, such as ${path.replace(/\/$/, '')}/*.json.`
        : `It cannot be read: ${reasonOf(error)}.`
    return { code: 'not-a-file', location: '', message }
  }
}

async function readChunks(source: AsyncIterable<unknown>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    chunks.push(chunk as Uint8Array)
    size += (chunk as Uint8Array).byteLength
    if (size > fileLimit) break
  }
  return Buffer.concat(chunks)
}

/** Reads a file whole, or a pipe. Throws an error, whose message follows "cannot be read:", just after the limit. */
export function readWhole(path: string, limit = fileLimit): Uint8Array {
  const file = openSync(path, 'r')
  try {
    const chunks: Uint8Array[] = []
    let size = 0
    for (;;) {
      const chunk = Buffer.alloc(65_536)
      const count = readSync(file, chunk)
      if (count === 0) return Buffer.concat(chunks)
      chunks.push(chunk.subarray(0, count))
      size += count
      if (size > limit) throw new RangeError(`it has more than ${limit} bytes, the maximum`)
    }
  } finally {
    closeSync(file)
  }
}

/** Expands globs to sorted paths. A path that exists, or a glob that matches nothing, stays as it is. */
export function expandGlobs(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (path === '-' || !/[*?[{]/.test(path) || existsSync(path)) return [path]
    const found = globSync(path).toSorted()
    return found.length === 0 ? [path] : found
  })
}

/** The name of an input in messages. */
export function nameOf(path: string): string {
  return path === '-' ? 'standard input' : path
}

/** The problems of a file as lines, under its name. */
export function problemLines(path: string, problems: readonly InputProblem[]): string {
  return [
    `${nameOf(path)}: refused`,
    ...firstProblems(problems.map(problemLine), (rest) => rest).map((line) => `  ${line}`),
  ].join('\n')
}

/** The maximum size of an input file, in bytes. */
const fileLimit = 32 * 1024 * 1024

/**
 * Decodes a file: UTF-8, or the encoding of `--encoding`. `form` is absent where there is no such option. A byte-order mark at its
 * start is dropped.
 */
export function readText(
  bytes: Uint8Array,
  refuse: Refuse,
  form?: { readonly encoding?: string },
): string | undefined {
  if (bytes.byteLength > fileLimit) {
    // `readInput` stops reading just after the limit, so the real size is unknown.
    return refuse(
      'too-large',
      '',
      `The file is larger than ${fileLimit / 1024 / 1024} MiB, the maximum size.`,
    )
  }
  const encoding = form?.encoding ?? 'utf-8'
  const notUtf8 = (problem: string, likely: string): undefined => {
    const option = form === undefined ? '' : `, or give its encoding, such as --encoding ${likely}`
    return refuse('not-utf-8', '', `${problem}; save the file as UTF-8${option}.`)
  }
  const utf16 = encoding === 'utf-8' ? utf16Of(bytes) : undefined
  if (utf16 !== undefined) return notUtf8('The file is UTF-16', utf16)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return encoding === 'utf-8'
      ? notUtf8(`Byte ${firstBadByte(bytes)} is not UTF-8`, 'windows-1252')
      : refuse('not-utf-8', '', `The file has bytes that are not ${encoding}.`)
  }
}

/** Whether a label names an encoding, as web pages do. */
export function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

/** The kind of UTF-16 of a file that begins with its byte-order mark, or has a NUL in its first character, as UTF-16 without one has. */
function utf16Of([first, second]: Uint8Array): string | undefined {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : undefined
}

/** Finds the first byte that is not UTF-8, by binary search for the longest prefix that decodes. */
function firstBadByte(bytes: Uint8Array): number {
  let [good, bad] = [0, bytes.byteLength]
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, middle), { stream: true })
      good = middle
    } catch {
      bad = middle
    }
  }
  // The prefix may end with an incomplete character; the error is then at its first byte.
  while (!isUtf8(bytes.subarray(0, good))) good--
  return good
}

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
