import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join, sep } from 'node:path'
import { problemLine } from '../../../src/book/publish/input/problem.ts'
import { readSheets } from '../../../src/book/publish/input/read-sheet.ts'
import { loadSource, type LoadedSource } from '../../../src/collect/source/load-source.ts'
import { sourceProblemLine } from '../../../src/collect/source/schema-problems.ts'
import type { Sheet } from '../../../src/domain/offer.ts'
import { pageFormats } from '../../../src/domain/origin.ts'

/** What a server sent, with the source that reads it and the sheet that a person read on it. */
export type CapturedFile = {
  /** Its path inside the folder, `<country>/<file>`. */
  readonly name: string
  readonly body: Uint8Array
  /** Absent if no source has its name; a sentence if the source or the sheet has mistakes. */
  readonly source: LoadedSource | string | undefined
  /** Absent if nobody has written down the figures of the page. */
  readonly expected: Sheet | undefined
}

/**
 * The captures of a folder, in order of their names. The source of a capture lies in the folder of sources, or beside the capture; in
 * the same folder as the source lies `<institution>.csv`, the figures that a person read on the page.
 */
export function capturedFiles(folder: string, sources: string): readonly CapturedFile[] {
  const endings = pageFormats.map((format) => `*/*.${format}`)
  return globSync(endings, { cwd: folder })
    .map((path) => path.split(sep).join('/'))
    .toSorted()
    .map((name) => capturedFile(name, [sources, folder], readFileSync(join(folder, name))))
}

function capturedFile(name: string, folders: readonly string[], body: Uint8Array): CapturedFile {
  const file = folders.map((folder) => sourceFileOf(folder, name)).find((one) => one !== undefined)
  if (file === undefined) return { name, body, source: undefined, expected: undefined }
  const source = loadSource(file, `${dirname(name)}/${basename(file)}`)
  if ('problems' in source)
    return {
      name,
      body,
      source: source.problems.map(sourceProblemLine).join(' '),
      expected: undefined,
    }
  const sheet = file.replace(/\.yaml$/, '.csv')
  if (!existsSync(sheet)) return { name, body, source, expected: undefined }
  const [{ sheet: expected, problems } = { sheet: undefined, problems: [] }] = readSheets(
    readFileSync(sheet),
  )
  return expected === undefined
    ? { name, body, source: `${sheet}: ${problems.map(problemLine).join(' ')}`, expected }
    : { name, body, source, expected }
}

/** The source whose name begins like the file, or the reverse: `judo-bank.yaml` is for `judo.json`. The longest name counts. */
function sourceFileOf(folder: string, name: string): string | undefined {
  const wanted = basename(name, extname(name)).replaceAll('_', '-')
  const [found] = globSync('*.yaml', { cwd: join(folder, dirname(name)) })
    .filter((file) => {
      const institution = basename(file, '.yaml')
      return institution.startsWith(wanted) || wanted.startsWith(institution)
    })
    .toSorted((a, b) => b.length - a.length)
  return found === undefined ? undefined : join(folder, dirname(name), found)
}
