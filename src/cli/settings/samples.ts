import { existsSync, globSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Failure } from '../../domain/failure.ts'

/** The sample markets of Ratebook: folders with a `ratebook.yaml`, an `institutions.json` and `sheets`. */
const samples = fileURLToPath(new URL('../../../samples/', import.meta.url))

/** A sample market of `serve --sample`: its folder, its settings, and a book of its own. */
export type Sample = {
  readonly folder: string
  readonly config: string
  readonly database: string
}

/** Finds a sample by its name, or by its folder. Throws a `Failure` that names those there are. */
export function findSample(name: string): Sample {
  const folder = [join(samples, name), name].find((one) => existsSync(join(one, 'ratebook.yaml')))
  if (folder === undefined) {
    const names = globSync('*/ratebook.yaml', { cwd: samples }).map(dirname).toSorted()
    throw new Failure(
      'configuration',
      `--sample ${name} is not a sample: give ${names.join(', ')}, or a folder with ratebook.yaml, institutions.json and sheets.`,
    )
  }
  const config = join(folder, 'ratebook.yaml')
  return { folder, config, database: `sample-${basename(resolve(folder))}.db` }
}

/** Whether a file is one of the samples of Ratebook. */
export function isSampleFile(path: string): boolean {
  return !relative(samples, resolve(path)).startsWith('..')
}
