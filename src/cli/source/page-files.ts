import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { LoadedSource } from '../../collect/source/parse-source.ts'
import type { CapturedBody } from '../../collect/source/try-pages.ts'
import { now } from '../clock.ts'
import { Failure } from '../../domain/failure.ts'

/** The files of `--page` as the pages of a source: `FILE`, or `NAME=FILE` where the source has several. */
export function readPageFiles(
  { definition }: LoadedSource,
  given: readonly string[],
): readonly CapturedBody[] {
  const { pages } = definition
  const files = pages.length === 1 && given.length === 1 ? [`${pages[0]?.name}=${given[0]}`] : given
  return pages.map(({ name, url, format }) => {
    const file = files.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1)
    if (file === undefined)
      throw new Failure('usage', `The source has the page "${name}": give --page ${name}=FILE.`)
    const body = bodyOf(file)
    const capture = { page: name, url, at: now(), digest: hash('sha256', body), format }
    return { capture, body }
  })
}

function bodyOf(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new Failure('refused', `${file} cannot be read: ${(error as Error).message}.`)
  }
}
