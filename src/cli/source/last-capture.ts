import { existsSync } from 'node:fs'
import { openCapturesFolder } from '../../captures/folder.ts'
import { earlierRuns } from '../../collect/source/earlier-runs.ts'
import { keptPages, type CapturedBody } from '../../collect/source/try-pages.ts'
import type { LoadedSource } from '../../collect/source/parse-source.ts'
import type { InstitutionBook } from '../../market/market.ts'
import { readBook } from '../../publish/context-from-store.ts'
import { isPostgres } from '../../store/postgres/address.ts'
import { Failure } from '../../domain/failure.ts'
import { withStore } from '../open-store.ts'

/** The book of an institution; `undefined` if it is not registered, or if there is no book yet. */
export async function bookOf(
  database: string,
  institutionId: string,
): Promise<InstitutionBook | undefined> {
  if (!isPostgres(database) && !existsSync(database)) return undefined
  return withStore(database, 'read', (store) => readBook(store, institutionId))
}

/** The pages of the last run that captured all of them. Throws a `Failure` if there are none. */
export async function lastCapture(
  source: LoadedSource,
  book: InstitutionBook | undefined,
  folder: string,
): Promise<readonly CapturedBody[]> {
  const { definition } = source
  const runs = book === undefined ? [] : earlierRuns(book)
  const captures = openCapturesFolder(folder)
  let reason = 'no run has captured its pages.'
  for (const run of runs.toReversed()) {
    const pages = await keptPages(captures, definition, run.captures)
    if (typeof pages !== 'string') return pages
    reason = `${pages.charAt(0).toLowerCase()}${pages.slice(1)}`
  }
  const id = definition.institution
  throw new Failure(
    'refused',
    `There is no capture of ${id}: ${reason} Run: ratebook collect ${id}; or give a file: --page FILE.`,
  )
}
