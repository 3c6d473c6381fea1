import { closeSync, createReadStream, existsSync, globSync, openSync, readSync } from 'node:fs'
import { problemLine, type InputProblem } from './problem.ts'
import { fileLimit } from './read-text.ts'
import { firstProblems } from '../../../domain/text.ts'
import { reasonOf } from '../../../domain/failure.ts'

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
