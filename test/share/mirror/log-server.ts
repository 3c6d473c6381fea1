import { createServer, type ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { checkpointText, type NoteSigner } from '../../../src/domain/checkpoint.ts'
import { logLine, type StoredEntry } from '../../../src/domain/stored-entry.ts'
import { listen } from '../../collect/fetch/raw-server.ts'
import { checkpointOver, testSigner } from '../../support/test-signer.ts'

/** A file of a log by its path: its text, or what answers a request for it. */
export type LogFiles = Map<string, string | ((response: ServerResponse) => void)>

/** The pages of a log, as a folder of static files has them. */
export function logFiles(entries: readonly StoredEntry[]): LogFiles {
  return filesOf(entries.map(logLine))
}

/** The pages of a log with these lines. */
export function filesOf(lines: readonly string[]): LogFiles {
  const files: LogFiles = new Map()
  for (let page = 0; page * 1000 < lines.length; page++) {
    const text = lines.slice(page * 1000, (page + 1) * 1000).map((line) => `${line}\n`)
    files.set(`/log/${page}`, text.join(''))
  }
  return files
}

/** The signed checkpoint of all entries. */
export function signedCheckpoint(
  entries: readonly StoredEntry[],
  signer: NoteSigner = testSigner,
): string {
  const digests = entries.map(({ digest }) => digest)
  return signer.sign(checkpointText(checkpointOver(digests, signer.name)))
}

/** Serves files until the test ends; they may change meanwhile. Returns the address and the paths that were requested. */
export async function serveFiles(
  t: Pick<TestContext, 'after'>,
  current: () => LogFiles,
): Promise<{ readonly url: string; readonly requested: string[] }> {
  const requested: string[] = []
  const server = createServer(({ url: path = '' }, response) => {
    requested.push(path)
    const file = current().get(path)
    if (typeof file === 'function') return file(response)
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': 'text/plain' })
    response.end(file ?? 'not found')
  })
  const port = await listen(t, server)
  return { url: `http://127.0.0.1:${port}`, requested }
}
