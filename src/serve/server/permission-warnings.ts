import { existsSync, statSync } from 'node:fs'
import { isPostgres } from '../../book/store/postgres/address.ts'

/** Warnings of files that more users can read than need to: the book, and the key that signs checkpoints. */
export function permissionWarnings(
  database: string,
  signingKey: string | undefined,
): readonly string[] {
  const warnings: string[] = []
  if (signingKey !== undefined && hasPermission(signingKey, 0o077))
    warnings.push(
      `Other users have access to ${signingKey}, which signs checkpoints: run chmod 600 on it.`,
    )
  if (!isPostgres(database) && existsSync(database) && hasPermission(database, 0o004))
    warnings.push(
      `Every user can read the book ${database}, which holds unpublished sheets unless it is a mirror: run chmod o-rwx on it, and on its -wal and -shm if there are any.`,
    )
  return warnings
}

/** Whether a file has one of these permissions. Windows has none of them. */
function hasPermission(path: string, mask: number): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & mask) !== 0
}
