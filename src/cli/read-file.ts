import { closeSync, existsSync, globSync, openSync, readSync } from 'node:fs'
import { fileLimit } from '../publish/read-text.ts'
import { problemLine, type Problem } from '../publish/problem.ts'

const chunkSize = 64 * 1024

/** A file's bytes, or why it cannot be read; a byte more than the limit is read, so that the reader can refuse it. */
export async function readInput(path: string): Promise<Uint8Array | Problem> {
  try {
    return path === '-' ? await readChunks(process.stdin) : await readPath(path)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code
    const message =
      reason === 'EISDIR'
        ? `It is a directory; name its files, such as ${path.replace(/\/$/, '')}/*.json.`
        : `It cannot be read: ${error instanceof Error ? error.message : String(error)}.`
    return { code: 'not-a-file', place: '', message }
  }
}

/** At once and not by a stream, which is 3 ms of a command that has nothing else to do. */
async function readPath(path: string): Promise<Uint8Array> {
  const file = openSync(path, 'r')
  try {
    return await readChunks(chunksOf(file))
  } finally {
    closeSync(file)
  }
}

function* chunksOf(file: number): Generator<Uint8Array> {
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkSize)
    const count = readSync(file, chunk, 0, chunkSize, null)
    if (count === 0) return
    // Of a pipe that brings little at a time, no more is kept than it brought.
    yield count < chunkSize ? Buffer.from(chunk.subarray(0, count)) : chunk
  }
}

async function readChunks(source: Iterable<unknown> | AsyncIterable<unknown>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    chunks.push(chunk as Uint8Array)
    size += (chunk as Uint8Array).byteLength
    if (size > fileLimit) break
  }
  return Buffer.concat(chunks)
}

/** The files that arguments name: a glob in order of its names, anything else itself, whether it is there or not. */
export function expandGlobs(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (path === '-' || !/[*?[{]/.test(path) || existsSync(path)) return [path]
    const found = globSync(path).toSorted()
    return found.length === 0 ? [path] : found
  })
}

/** What a file is called where people read of it. */
export function nameOf(path: string): string {
  return path === '-' ? 'standard input' : path
}

/** Several problems as lines under the name of their file. */
export function problemLines(path: string, problems: readonly Problem[]): string {
  return [
    `${nameOf(path)}: refused`,
    ...problems.map((problem) => `  ${problemLine(problem)}`),
  ].join('\n')
}
