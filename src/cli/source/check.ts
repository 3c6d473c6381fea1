import { basename, relative, sep } from 'node:path'
import { readAndCheckInCage } from '../../collect/cage.ts'
import { checkExample } from '../../collect/source/example.ts'
import { loadSource, loadSources, type LoadedSources } from '../../collect/source/load-source.ts'
import type { LoadedSource } from '../../collect/source/parse-source.ts'
import { sourceProblemLine } from '../../collect/source/source-problem.ts'
import { Failure } from '../../domain/failure.ts'
import { plainCommand } from '../options.ts'
import { print, progress, tell } from '../output.ts'
import { differencesText, findingTexts } from './sheet-text.ts'
import { checkSourcesFolder, sourcesOption, type SourcesOption } from './source-options.ts'

const example = `ratebook source check
ratebook source check sources/lk/peoples-bank.yaml`

/** `ratebook source check`. */
export const checkCommand = plainCommand(
  'check',
  'check source definitions, and read their example pages',
  example,
)
  .argument('[file...]', 'source definitions; by default all of the folder')
  .addOption(sourcesOption())
  .action(async (files: readonly string[], { sources: folder }: SourcesOption) => {
    const { sources, problems } = loadNamed(files, folder)
    for (const problem of problems) tell(sourceProblemLine(problem))
    const bar = progress('checking', sources.length)
    let wrong = 0
    for (const [index, source] of sources.entries()) {
      const isRight = await checkOne(source, bar.end)
      if (!isRight) wrong++
      bar.step(index + 1)
    }
    bar.end()
    if (sources.length === 0 && problems.length === 0)
      throw new Failure('usage', `${folder} has no sources.`)
    if (wrong > 0 || problems.length > 0) throw new Failure('refused', '')
  })

function loadNamed(files: readonly string[], folder: string): LoadedSources {
  if (files.length > 0) {
    const loaded = files.map((file) => loadSource(file, nameIn(folder, file)))
    return {
      sources: loaded.flatMap((one) => ('problems' in one ? [] : [one])),
      problems: loaded.flatMap((one) => ('problems' in one ? one.problems : [])),
    }
  }
  checkSourcesFolder(folder)
  return loadSources(folder)
}

/** The path of a file inside the folder of sources; of a file elsewhere, its name. */
function nameIn(folder: string, file: string): string {
  const path = relative(folder, file)
  return path.startsWith('..') ? basename(file) : path.split(sep).join('/')
}

/** Checks one source and prints the result. `beforeLine` clears the progress bar. */
async function checkOne(source: LoadedSource, beforeLine: () => void): Promise<boolean> {
  const result = await checkExample(source, readAndCheckInCage)
  beforeLine()
  const { file } = source
  switch (result.kind) {
    case 'none':
      print(`${file}: valid; it has no example page, so nothing was read`)
      return true
    case 'failed':
      tell(`${file}: ${result.message}`)
      return false
    case 'different':
      tell(`${file}: the example page does not give the expected sheet`)
      if (result.differences.length > 0)
        tell(differencesText(result.differences, ['expected', 'read']))
      for (const line of findingTexts(result.findings)) tell(`  ${line}`)
      return false
    case 'same':
      print(`${file}: ${result.offers} offers, as expected`)
      for (const line of result.unmatched) print(`  ${line}`)
      return true
    default:
      throw result satisfies never
  }
}
