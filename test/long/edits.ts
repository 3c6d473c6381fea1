import { isDeepStrictEqual } from 'node:util'
import { DatabaseError } from 'pg'
import { now } from '../../src/cli/clock.ts'
import { loadBook } from '../../src/cli/load-book.ts'
import { bookStart, type BookPosition } from '../../src/domain/stored-entry.ts'
import { followBook, openServedBook } from '../../src/serve/server/following.ts'
import { until } from '../support/cli.ts'
import { checkpointOver } from '../support/test-signer.ts'
import type { EditStore } from './edit-stores.ts'
import { entryEdits, type Past } from './entry-edits.ts'
import { auditCode, reopenCode } from './exit-code.ts'
import { serveOnce, silent } from './read-commands.ts'

/** What Ratebook does with an edited book. The numbers are exit codes. */
export type EditResult = {
  readonly name: string
  readonly store: EditStore['name']
  /** `schema`: no entry is edited. `refused`: the database refuses the edit. */
  readonly past: Past | 'schema' | 'refused'
  /** Whether the edit changed a row of the table `entry`. */
  readonly isChanged: boolean
  readonly audit: number
  readonly auditWithCheckpoint: number
  /** For a server that starts; 0 if it answers and its `/health` is 200. */
  readonly serve: number
  /** For a server that has served the book before and opens it again. */
  readonly reopen: number
  /** The milliseconds until `/health` of a running server was 503; `undefined` if it stayed 200. */
  readonly noticedAfter: number | undefined
  /** What the running server serves at the end. */
  readonly served: BookPosition
  /** The end of the book before the edit. */
  readonly end: BookPosition
}

/** Each edit has several connections to PostgreSQL, which allows a hundred. */
const atATime = 16

/** One edit of a copy of the book. */
type EditCase = {
  readonly name: string
  readonly past: Past | 'schema'
  readonly apply: (database: string) => Promise<void>
}

/** All edits of one store. */
function editCases({ entries, schemaEdits, rewrite, runSql }: EditStore): EditCase[] {
  return [
    ...entryEdits.map(({ name, past, apply }) => ({
      name,
      past,
      apply: (database: string) => rewrite(database, apply(entries)),
    })),
    ...schemaEdits.map((edit) => ({
      name: edit.name,
      past: edit.changesRows ? ('changed' as const) : ('schema' as const),
      apply: (database: string) => runSql(database, edit),
    })),
  ]
}

/** Edits a copy of the book while a server follows it, and then does with it what the commands do. */
async function tryEdit(store: EditStore, edit: EditCase, index: number): Promise<EditResult> {
  const database = await store.copy(index)
  const { position, digest } = store.entries.at(-1) ?? bookStart
  const end = { position, digest }
  const before = await store.rows(database)
  const following = await followBook(openServedBook(database, silent), {
    log: silent,
    now,
    loadBook,
  })
  try {
    const isRefused = !(await isApplied(() => edit.apply(database)))
    const began = performance.now()
    const mustNotice = edit.past === 'tail-lost' || edit.past === 'rewritten'
    const isNoticed = await until(() => !following.isHealthy(), mustNotice ? 2_000 : 500)
    const noticedAfter = isNoticed ? performance.now() - began : undefined
    const after = await store.rows(database)
    return {
      name: edit.name,
      store: store.name,
      past: isRefused ? 'refused' : edit.past,
      isChanged: !isDeepStrictEqual(before, after),
      audit: await auditCode(database),
      auditWithCheckpoint: await auditCode(
        database,
        checkpointOver(store.entries.map((entry) => entry.digest)),
      ),
      serve: (await serveOnce(database)).code,
      reopen: await reopenCode(database, end),
      noticedAfter,
      served: { position: following.market().position, digest: following.digest() },
      end,
    }
  } finally {
    await following.close()
  }
}

/** Why a result breaks the promise of `docs/reliability.md`; `undefined` if it keeps it. */
export function brokenEditPromise(result: EditResult): string | undefined {
  const { past, isChanged, audit, auditWithCheckpoint, serve, reopen, noticedAfter } = result
  if ([audit, auditWithCheckpoint, serve, reopen].includes(70)) return 'it is called a bug'
  const isEntryEdit = past !== 'schema' && past !== 'refused'
  if (isChanged !== isEntryEdit) return isChanged ? 'a row is changed' : 'no row is changed'
  const { served, end } = result
  if (past === 'appended')
    return served.position === end.position + 1 ? undefined : 'a running server does not follow'
  if (served.digest !== end.digest) return 'a running server serves the edit'
  if (!isEntryEdit) return undefined
  if (auditWithCheckpoint === 0) return 'audit --checkpoint passes'
  if (past !== 'changed' && reopen === 0)
    return 'a server that has served the past opens the book again'
  if (past !== 'changed')
    return noticedAfter === undefined ? 'a running server does not notice it' : undefined
  if (serve === 0) return 'it is served with /health 200'
  return audit === 0 ? 'audit passes' : undefined
}

/** Tries all edits of a store, some at a time. */
export async function tryEdits(store: EditStore): Promise<readonly EditResult[]> {
  const results: EditResult[] = []
  const cases = editCases(store).entries()
  const workers = Array.from({ length: atATime }, async () => {
    for (const [index, edit] of cases) results[index] = await tryEdit(store, edit, index)
  })
  await Promise.all(workers)
  return results
}

/** The codes for values that PostgreSQL cannot store, such as a NUL in a text. */
const invalidValue = /^22|^08P01$/

/** Does an edit; false if PostgreSQL refuses it. */
async function isApplied(apply: () => Promise<void>): Promise<boolean> {
  try {
    await apply()
    return true
  } catch (error) {
    if (error instanceof DatabaseError && invalidValue.test(error.code ?? '')) return false
    throw error
  }
}
