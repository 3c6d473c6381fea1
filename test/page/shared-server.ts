import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before } from 'node:test'
import { startServer } from '../support/cli.ts'

/** Starts one server for all tests of a file, in a process of its own. Returns a function that returns its address. */
export function sharedServer(
  makeBook: (folder: string) => Promise<string>,
  args: readonly string[] = [],
): () => string {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-page-'))
  const cleanups: (() => void)[] = []
  let address = ''
  before(async () => {
    const book = await makeBook(folder)
    const server = await startServer(
      { after: (cleanup: () => void) => cleanups.push(cleanup) },
      args,
      {
        cwd: dirname(book),
      },
    )
    address = server.address
  })
  after(() => {
    for (const cleanup of cleanups) cleanup()
    rmSync(folder, { recursive: true })
  })
  return () => address
}
