import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from '../support/cli.ts'
import { makeSampleBook } from '../support/sample-book.ts'
import { sharedByFiles } from './shared.ts'

/** A server in a process of its own, for all tests of a file. Returns a function that returns its address. */
export function sharedServer(
  makeBook: (folder: string) => Promise<string>,
  args: readonly string[] = [],
): () => string {
  return serverOf(makeBook, args)()
}

const sampleSettings = fileURLToPath(
  new URL('../../samples/sri-lanka/ratebook.yaml', import.meta.url),
)

/** A server of the sample market, which test files share. */
export const sampleServer = serverOf(makeSampleBook, ['--config', sampleSettings])

function serverOf(
  makeBook: (folder: string) => Promise<string>,
  args: readonly string[] = [],
): () => () => string {
  const shared = sharedByFiles(
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'ratebook-page-'))
      const cwd = dirname(await makeBook(folder))
      return { folder, server: await startServer({ after: () => {} }, args, { cwd }) }
    },
    async ({ folder, server }) => {
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  )
  return () => {
    const opened = shared()
    return () => opened().server.address
  }
}
