import { existsSync } from 'node:fs'
import { Option } from 'commander'
import { Failure } from '../../domain/failure.ts'

/** `--captures`. */
export function capturesOption(): Option {
  return new Option('--captures <folder>', 'the folder of the captured pages')
    .env('RATEBOOK_CAPTURES')
    .default('captures')
}

/** Throws a `Failure` if there is no folder of captures. */
export function checkCapturesFolder(folder: string): void {
  if (existsSync(folder)) return
  throw new Failure(
    'configuration',
    `There is no folder ${folder}; give the folder of the captured pages: --captures.`,
  )
}
