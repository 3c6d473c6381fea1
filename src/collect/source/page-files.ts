import { hash } from 'node:crypto'
import { readWhole } from '../../book/publish/input/read-file.ts'
import { Failure } from '../../domain/failure.ts'
import type { Instant } from '../../domain/instant.ts'
import { namesOfPattern, plainPages } from '../read/source/page-pattern.ts'
import type { LoadedSource } from './parse-source.ts'
import type { CapturedBody } from './try-pages.ts'

/** Files in place of captured pages: `FILE`, or `NAME=FILE` where the source has several pages. */
export function readPageFiles(
  { definition }: LoadedSource,
  given: readonly string[],
  at: Instant,
): readonly CapturedBody[] {
  const named = given.map((one) => one.slice(0, one.lastIndexOf('=')))
  const pages = definition.pages.flatMap((page) => plainPages(page, namesOfPattern(page, named)))
  const files = pages.length === 1 && given.length === 1 ? [`${pages[0]?.name}=${given[0]}`] : given
  return pages.map(({ name, url, format }) => {
    const file = files.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1)
    if (file === undefined)
      throw new Failure('usage', `The source has the page "${name}": give --page ${name}=FILE.`)
    const body = bodyOf(file)
    return { capture: { page: name, url, at, digest: hash('sha256', body), format }, body }
  })
}

function bodyOf(file: string): Uint8Array {
  try {
    return readWhole(file)
  } catch (error) {
    throw new Failure('refused', `${file} cannot be read: ${(error as Error).message}.`)
  }
}
