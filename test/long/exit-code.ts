import { auditBook, auditFailure } from '../../src/book/audit/audit-book.ts'
import { otherSchemaError } from '../../src/book/store/migrations.ts'
import { openStore, withEntries } from '../../src/book/store/open-store.ts'
import { StoreError } from '../../src/book/store/store.ts'
import type { Checkpoint } from '../../src/domain/checkpoint.ts'
import { exitCodes, Failure } from '../../src/domain/failure.ts'
import type { BookPosition } from '../../src/domain/stored-entry.ts'
import { checkContained, readDigestTree } from '../../src/share/checkpoints/checkpoint.ts'

/** The exit code of a command that does some work, as `cli/command-line.ts` returns it. */
export async function exitCodeOf(work: () => Promise<unknown>): Promise<number> {
  try {
    await work()
    return exitCodes.done
  } catch (error) {
    if (error instanceof Failure) return error.exitCode
    return error instanceof StoreError ? exitCodes[error.kind] : exitCodes.bug
  }
}

/** The exit code of `ratebook audit`, or of `ratebook audit --checkpoint` with this checkpoint. */
export function auditCode(database: string, checkpoint?: Checkpoint): Promise<number> {
  return exitCodeOf(() =>
    withEntries(database, async (store) => {
      if (checkpoint !== undefined) {
        const named = { place: 'known.txt', checkpoint, isVerified: true }
        checkContained(store, await readDigestTree(store), named)
      }
      const { difference } = await auditBook(store)
      if (difference !== undefined) throw auditFailure('', difference)
      if (store.otherSchema !== undefined) throw otherSchemaError(store.otherSchema)
    }),
  )
}

/** The exit code for a book that a server opens again after it has served this position. */
export function reopenCode(database: string, served: BookPosition): Promise<number> {
  return exitCodeOf(async () => {
    const store = await openStore(database, 'read', { served })
    await store.close()
  })
}
