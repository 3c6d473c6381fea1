import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, type TestContext } from 'node:test'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { verifierKeyOf, type NoteSigner } from '../../../src/domain/checkpoint.ts'
import { Failure } from '../../../src/domain/failure.ts'
import type { StoredEntry } from '../../../src/domain/stored-entry.ts'
import { readVerifierKey } from '../../../src/share/checkpoints/checkpoint.ts'
import { mirrorOnce } from '../../../src/share/mirror/mirror-log.ts'
import { openMirroredBook } from '../../../src/share/mirror/mirrored-book.ts'
import type { LogLimits } from '../../../src/share/mirror/read-log.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { fillEditedBook } from '../../long/edited-book.ts'
import { logFiles, serveFiles, type LogFiles } from './log-server.ts'

/** The limits of a mirror in tests: attacks on the time end soon, and a short line is a long one. */
export const testLimits: LogLimits = { progress: 5_000, total: 20_000, line: 20_000 }

/** The 23 entries of the edited book, made before the first test of a file. */
export function editedEntries(): () => readonly StoredEntry[] {
  let entries: readonly StoredEntry[] = []
  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ratebook-'))
    const store = await openSqliteStore(join(folder, 'book.db'), { mode: 'create' })
    entries = await fillEditedBook(store)
    rmSync(folder, { recursive: true })
  })
  return () => entries
}

/** The result of one run of the mirror: how many entries it has, and why it failed. */
export type MirrorResult = {
  readonly position: number
  readonly exitCode?: number
  readonly message?: string
}

/** Mirrors a log once, as the command does. */
export async function mirrorInto(
  path: string,
  url: string,
  limits: Partial<LogLimits> = {},
  signer?: NoteSigner,
): Promise<MirrorResult> {
  const verifier = signer && readVerifierKey(verifierKeyOf(signer))
  const { signal } = new AbortController()
  const store = await openSqliteStore(path, { mode: 'create' })
  try {
    const mirror = await openMirroredBook(store, url, { verifier, signal })
    await mirrorOnce(mirror, { limits: { ...testLimits, ...limits }, signal })
    return { position: (await store.head()).position }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { exitCode, message } = error
    return { position: (await store.head()).position, exitCode, message }
  } finally {
    await store.close()
  }
}

/** A mirror of some entries, whose log then has other files. */
export type ChangedLog = {
  readonly path: string
  readonly url: string
  readonly change: (files: LogFiles) => void
  readonly again: (limits?: Partial<LogLimits>, signer?: NoteSigner) => Promise<MirrorResult>
}

/** Mirrors entries, and lets the caller change the log. */
export async function mirrorOf(
  t: TestContext,
  entries: readonly StoredEntry[],
): Promise<ChangedLog> {
  const path = join(temporaryDirectory(t), 'mirror.db')
  let files = logFiles(entries)
  const { url } = await serveFiles(t, () => files)
  if (entries.length > 0) await mirrorInto(path, url)
  return {
    path,
    url,
    change: (changed) => void (files = changed),
    again: (limits, signer) => mirrorInto(path, url, limits, signer),
  }
}
