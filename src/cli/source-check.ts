import { counted } from '../domain/text.ts'
import { readAndCheckInCage } from '../collect/cage/cage.ts'
import { checkExample } from '../collect/source/try-pages.ts'
import { loadNamedSources, type LoadedSource } from '../collect/source/load-source.ts'
import { sourceProblemLine } from '../collect/source/schema-problems.ts'
import { Failure } from '../domain/failure.ts'
import { limitsOf, type GateLimits } from '../domain/gate-limits.ts'
import { plainCommand, sourcesOption, type SettingsOption, type SourcesOption } from './options.ts'
import { print, progress, tell } from './output.ts'
import { differencesText, findingTexts } from './source-text.ts'

/** `ratebook source check` */
export const check = plainCommand(
  'check',
  'check source definitions, and read their example pages',
  'ratebook source check\nratebook source check sources/lk/peoples-bank.yaml',
)
  .argument('[file...]', 'source definitions; by default all of the folder')
  .addOption(sourcesOption())
  .action(async (files: readonly string[], options: SourcesOption & SettingsOption) => {
    const { sources: folder } = options
    const limits = limitsOf(options.settings.gate)
    const { sources, problems } = loadNamedSources(files, folder)
    for (const problem of problems) tell(sourceProblemLine(problem))
    const bar = progress('checking', sources.length)
    let wrong = 0
    for (const [index, source] of sources.entries()) {
      const isRight = await checkOne(source, limits, bar.end)
      if (!isRight) wrong++
      bar.step(index + 1)
    }
    bar.end()
    if (sources.length === 0 && problems.length === 0)
      throw new Failure('usage', `${folder} has no sources.`)
    if (wrong > 0 || problems.length > 0) throw new Failure('refused', '')
  })

/** Checks one source and prints the result. `beforeLine` clears the progress bar. */
async function checkOne(
  source: LoadedSource,
  limits: GateLimits,
  beforeLine: () => void,
): Promise<boolean> {
  const result = await checkExample(source, readAndCheckInCage, limits)
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
      print(`${file}: ${counted(result.offers, 'offer')}, as expected`)
      for (const line of result.unmatched) print(`  ${line}`)
      return true
    default:
      throw result satisfies never
  }
}
