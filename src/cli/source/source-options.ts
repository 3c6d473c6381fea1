import { existsSync } from 'node:fs'
import { Option } from 'commander'
import { loadSources } from '../../collect/source/load-source.ts'
import type { LoadedSource } from '../../collect/source/parse-source.ts'
import { sourceProblemLine } from '../../collect/source/source-problem.ts'
import { Failure } from '../../domain/failure.ts'

/** The option values of all commands about sources. */
export type SourcesOption = { readonly sources: string }

/** `--sources`. */
export function sourcesOption(): Option {
  return new Option('--sources <folder>', 'the source definitions: <country>/<institution>.yaml')
    .env('RATEBOOK_SOURCES')
    .default('sources')
}

/** Throws a `Failure` if there is no folder of sources. */
export function checkSourcesFolder(folder: string): void {
  if (existsSync(folder)) return
  throw new Failure(
    'configuration',
    `There is no folder ${folder}; give the folder of the source definitions: --sources.`,
  )
}

/** The source of an institution. Throws a `Failure` with the problems of its file if there is none that can be used. */
export function findSource(folder: string, institutionId: string): LoadedSource {
  checkSourcesFolder(folder)
  const { sources, problems } = loadSources(folder)
  const own = problems.filter(({ file }) => file.endsWith(`/${institutionId}.yaml`))
  if (own.length > 0) throw new Failure('refused', own.map(sourceProblemLine).join('\n'))
  const source = sources.find(({ definition }) => definition.institution === institutionId)
  if (source !== undefined) return source
  throw new Failure('usage', `${folder} has no source of ${institutionId}.`)
}
