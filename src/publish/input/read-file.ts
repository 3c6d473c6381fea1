import { createReadStream, existsSync, globSync } from 'node:fs'
import { problemLine, type InputProblem } from './problem.ts'
import { fileLimit } from './read-text.ts'

/** Reads a file, or standard input for `-`. Stops just after the size limit, so that the reader can refuse the file. */
export async function readInput(path: string): Promise<Uint8Array | InputProblem> {
  try {
    return await readChunks(path === '-' ? process.stdin : createReadStream(path))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const message =
      code === 'EISDIR'
        ? `It is a directory; name its files, such as ${path.replace(/\/$/, '')}/*.json.`
        : `It cannot be read: ${error instanceof Error ? error.message : String(error)}.`
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
    ...problems.map((problem) => `  ${problemLine(problem)}`),
  ].join('\n')
}
