import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before } from 'node:test'
import { startServer } from '../support/cli.ts'

/** One server of a book for all tests of a file, in a process of its own; returns its address. */
export function sharedServer(
  make: (folder: string) => Promise<string>,
  args: readonly string[] = [],
): () => string {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-page-'))
  const ends: (() => void)[] = []
  let address = ''
  before(async () => {
    const book = await make(folder)
    const server = await startServer({ after: (end: () => void) => ends.push(end) }, args, {
      cwd: dirname(book),
    })
    address = server.address
  })
  after(() => {
    for (const end of ends) end()
    rmSync(folder, { recursive: true })
  })
  return () => address
}
